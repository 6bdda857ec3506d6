import { type Guide, type GuideInBoth, guideTable } from "./guide.ts"
import { type PageNode, prose } from "../../kit/html.ts"

const english: Guide = {
  lede: () =>
    "Keep the secret on your server, give each program a key of its own, and know what to do within a minute if one gets out.",
  text: ({ facts: { limit }, href }) =>
    prose`<h2 id="secrets">Keys and secrets</h2>
      <ul>
        <li>
          A secret is shown once. Keep it where your server keeps secrets: in no repository, no browser,
          no app and no command line.
        </li>
        <li>
          Each program gets a key of its own, with the scopes that it needs alone. The scope
          <code>events</code>, which changes where webhooks go, is never given unasked. Leave the tick
          for sales out where a program prices alone: then it reads no sales, statements or events.
        </li>
        <li>
          To renew a secret, rotate the key in the console: the old one signs for another
          ${limit("secret_overlap_hours")} hours, so that nothing fails while you change it over.
        </li>
        <li>Sandbox keys (<code>ak_test_…</code>) book nothing. Try things out with these alone.</li>
      </ul>
      <h2 id="leaked">If a secret got out</h2>
      <p>
        Revoke the key in the console under <a href="/console/keys">Keys</a>: it is refused from its next
        call on, everywhere. Do not rotate it, as the old secret then goes on for
        ${limit("secret_overlap_hours")} hours. Make another key, look through the
        <a href="/console/calls">calls</a>, the <a href="/console/events">event endpoints</a> and the sales
        for what was not yours, and tell us.
      </p>
      <h2 id="calls">What a signature protects</h2>
      <p>
        Time, method, path and body, byte for byte, for ${limit("timestamp_window_s")} seconds. The query
        is not signed, and the secret is never sent. Call by <code>https</code> alone, since trips and
        prices can be read otherwise. <a href=${href("/docs/guides/signing")}>How to sign</a>.
      </p>
      <h2 id="webhooks">Webhooks</h2>
      <p>
        Verify <a href=${href("/docs/guides/events#verify")}>each webhook</a> over its raw body, refuse
        what is five minutes off, and compare in constant time. Where a claim matters, read the sale anew
        by a signed call.
      </p>
      <h2 id="kept">What is kept</h2>
      ${guideTable(
        "What the service keeps",
        ["What", "How"],
        [
          ["Secrets of keys and endpoints", "encrypted, each bound to its place"],
          ["A subscription’s trip", "encrypted; names of travellers are not kept"],
          ["A card’s number", "not at all: at most its first 8 digits are read"],
          [
            "Your last calls",
            "endpoint, status, code, request id; no body, query or address of the caller",
          ],
          ["Sales and the ledger", "only added to, chained and sealed"],
        ],
      )}
      <h2 id="people">People of your account</h2>
      <p>
        Owners change the account, readers see it. Remove who leaves; their sessions end at once. Anybody
        who reads a mailbox can sign in by the links that come to it.
      </p>
      <h2 id="report">Report a weakness</h2>
      <p>
        Tell who operates this service in private, and try nothing against accounts that are not yours:
        <a href=${href("/docs/guides/emulator")}>the emulator</a> runs all of it on your own machine. Leave
        secrets and travellers’ data out of the report.
      </p>` as PageNode,
}

const french: Guide = {
  lede: () =>
    "Gardez le secret sur votre serveur, donnez à chaque programme sa clé, et sachez que faire dans la minute si un secret fuit.",
  text: ({ facts: { limit }, href }) =>
    prose`<h2 id="secrets">Clés et secrets</h2>
      <ul>
        <li>
          Un secret ne s’affiche qu’une fois. Gardez-le là où votre serveur garde les siens : dans aucun
          dépôt, aucun navigateur, aucune application, aucune ligne de commande.
        </li>
        <li>
          Chaque programme a sa clé, avec les seuls droits qu’il lui faut. Le droit <code>events</code>,
          qui change où vont les webhooks, n’est jamais donné sans être demandé. Décochez les ventes pour
          un programme qui ne fait que tarifer : il ne lit alors ni ventes, ni relevés, ni événements.
        </li>
        <li>
          Pour renouveler un secret, renouvelez la clé dans la console : l’ancien signe encore pendant
          ${limit("secret_overlap_hours")} heures, et rien n’échoue pendant le passage.
        </li>
        <li>
          Les clés de test (<code>ak_test_…</code>) ne comptent aucune vente. N’essayez qu’avec elles.
        </li>
      </ul>
      <h2 id="leaked">Si un secret a fui</h2>
      <p>
        Révoquez la clé dans la console sous <a href="/console/keys">Clés</a> : elle est refusée partout
        dès son appel suivant. Ne la renouvelez pas, car l’ancien secret vaudrait encore
        ${limit("secret_overlap_hours")} heures. Créez une autre clé, cherchez dans
        <a href="/console/calls">les appels</a>, <a href="/console/events">les adresses de réception</a> et
        les ventes ce qui n’est pas de vous, et prévenez-nous.
      </p>
      <h2 id="calls">Ce qu’une signature protège</h2>
      <p>
        L’heure, la méthode, le chemin et le corps, octet par octet, pendant
        ${limit("timestamp_window_s")} secondes. Les paramètres ne sont pas signés, et le secret n’est
        jamais envoyé. N’appelez qu’en <code>https</code>, sans quoi voyages et prix se lisent en chemin.
        <a href=${href("/docs/guides/signing")}>Comment signer</a>.
      </p>
      <h2 id="webhooks">Webhooks</h2>
      <p>
        Vérifiez <a href=${href("/docs/guides/events#verify")}>chaque webhook</a> sur son corps brut,
        refusez ce qui est décalé de cinq minutes, et comparez en temps constant. Quand l’enjeu est réel,
        relisez la vente par un appel signé.
      </p>
      <h2 id="kept">Ce qui est conservé</h2>
      ${guideTable(
        "Ce que le service conserve",
        ["Quoi", "Comment"],
        [
          ["Secrets des clés et des adresses", "chiffrés, chacun lié à sa place"],
          [
            "Le voyage d’une souscription",
            "chiffré ; les noms des voyageurs ne sont pas conservés",
          ],
          ["Un numéro de carte", "jamais : ses 8 premiers chiffres au plus sont lus"],
          [
            "Vos derniers appels",
            "appel, statut, code, identifiant ; ni corps, ni paramètres, ni adresse de l’appelant",
          ],
          ["Ventes et écritures", "on ne fait qu’y ajouter ; enchaînées et scellées"],
        ],
      )}
      <h2 id="people">Les personnes de votre compte</h2>
      <p>
        Les propriétaires changent le compte, les lecteurs le voient. Retirez qui s’en va ; ses sessions
        prennent fin aussitôt. Quiconque lit une boîte aux lettres peut se connecter par les liens qui y
        arrivent.
      </p>
      <h2 id="report">Signaler une faille</h2>
      <p>
        Dites-le en privé à l’exploitant de ce service, et n’essayez rien sur les comptes d’autrui :
        <a href=${href("/docs/guides/emulator")}>l’émulateur</a> fait tourner le tout sur votre machine.
        Ne mettez dans le signalement ni secrets ni données de voyageurs.
      </p>` as PageNode,
}

/** How keys, webhooks and people are kept safe. */
export const securityGuide: GuideInBoth = { en: english, fr: french }
