import type { Guide, GuideInBoth } from "./guide.ts"
import { type PageNode, prose } from "../../kit/html.ts"

const exported = (baseUrl: string): string => `export VIATICA_URL=${baseUrl}
export VIATICA_KEY=ak_test_…
export VIATICA_SECRET=…
viatica doctor
viatica tail --refused
`

const english: Guide = {
  lede: () =>
    "Doctor looks for what keeps calls from working; tail shows the calls of your account as they come.",
  text: ({ facts: { baseUrl, limit }, href }) =>
    prose`<h2 id="run">Run them</h2>
      <pre tabindex="0" role="group" aria-label="Run doctor and tail">${exported(baseUrl)}</pre>
      <p>
        The console prints the three lines when a key is made. Both commands read them, so that a secret
        stands in no command. <a href=${href("/docs/guides/testing#commands")}>Where the commands come from</a>.
      </p>
      <h2 id="doctor">Doctor</h2>
      <p>
        It looks, in this order, at the address, TLS, your clock, the form of key and secret, the
        signature, scopes, the quota and a first price. Each gets a line, with what to do where it is not
        well; the first fault is usually the cause of those after it.
      </p>
      <h2 id="signature">A signature that does not hold</h2>
      <ul>
        <li>
          The clock: <code>STALE_TIMESTAMP</code> says by how many seconds it is off; more than
          ${limit("timestamp_window_s")} are refused.
        </li>
        <li>
          A frequent mistake: the refusal says what the signature holds for (the query or a whole address
          was signed, the path before or behind a proxy, a line feed in the secret, another JSON than was
          sent) and what to sign instead.
        </li>
        <li>
          Anything else: in the sandbox the refusal tells path, length and SHA-256 of what was received.
          Compare them with what you signed, and with the
          <a href="/docs/files/signing.json">vectors</a>.
        </li>
      </ul>
      <h2 id="tail">Tail</h2>
      <p>
        Each call is a line, within six seconds: time, status, code, milliseconds, request id, key id,
        path, and what was wrong. <code>--refused</code> shows refused calls alone, <code>--last N</code>
        how many of before come first, <code>--json</code> a line of JSON each. It waits out a restart of
        the service. A call under an unknown key id is nobody’s, and stands in nobody’s list.
      </p>
      <h2 id="without">Without a command</h2>
      <p>
        <a href=${href("/docs/reference/calls")}><code>GET /api/v1/calls</code></a> gives programs the
        same, each call once, and the console has it under <a href="/console/calls">Calls</a>. Quote the
        <code>X-Request-Id</code> of an answer when you ask for help.
      </p>` as PageNode,
}

const french: Guide = {
  lede: () =>
    "Doctor cherche ce qui empêche les appels ; tail montre les appels de votre compte à mesure.",
  text: ({ facts: { baseUrl, limit }, href }) =>
    prose`<h2 id="run">Les lancer</h2>
      <pre tabindex="0" role="group" aria-label="Lancer doctor et tail">${exported(baseUrl)}</pre>
      <p>
        La console affiche les trois lignes à la création d’une clé. Les deux commandes les lisent :
        aucun secret ne figure dans une commande.
        <a href=${href("/docs/guides/testing#commands")}>D’où viennent les commandes</a>.
      </p>
      <h2 id="doctor">Doctor</h2>
      <p>
        Il examine, dans cet ordre, l’adresse, TLS, votre horloge, la forme de la clé et du secret, la
        signature, les droits, le quota et un premier prix. Chacun a sa ligne, avec quoi faire si quelque
        chose ne va pas ; la première faute est d’ordinaire la cause des suivantes.
      </p>
      <h2 id="signature">Une signature qui ne tient pas</h2>
      <ul>
        <li>
          L’horloge : <code>STALE_TIMESTAMP</code> dit de combien de secondes elle est décalée ; au-delà
          de ${limit("timestamp_window_s")}, c’est un refus.
        </li>
        <li>
          Une erreur fréquente : le refus dit pour quoi la signature vaut (paramètres ou adresse entière
          signés, chemin avant ou après un proxy, saut de ligne dans le secret, autre JSON que celui
          envoyé) et quoi signer à la place.
        </li>
        <li>
          Le reste : dans le bac à sable, le refus donne le chemin, la longueur et le SHA-256 de ce qui a
          été reçu. Comparez-les à ce que vous avez signé, et aux
          <a href="/docs/files/signing.json">vecteurs</a>.
        </li>
      </ul>
      <h2 id="tail">Tail</h2>
      <p>
        Chaque appel est une ligne, en moins de six secondes : heure, statut, code, millisecondes,
        identifiant de l’appel et de la clé, chemin, et ce qui n’allait pas. <code>--refused</code> ne
        montre que les refus, <code>--last N</code> dit combien d’anciens appels viennent d’abord,
        <code>--json</code> donne une ligne de JSON chacun. Il attend la fin d’un redémarrage du service.
        Un appel sous une clé inconnue n’est à personne, et ne figure dans aucune liste.
      </p>
      <h2 id="without">Sans commande</h2>
      <p>
        <a href=${href("/docs/reference/calls")}><code>GET /api/v1/calls</code></a> donne la même chose aux
        programmes, chaque appel une fois, et la console l’a sous <a href="/console/calls">Appels</a>.
        Donnez le <code>X-Request-Id</code> d’une réponse quand vous demandez de l’aide.
      </p>` as PageNode,
}

/** What keeps calls from working, and how to see it. */
export const doctorGuide: GuideInBoth = { en: english, fr: french }
