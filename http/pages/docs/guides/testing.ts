import type { Guide, GuideInBoth } from "./guide.ts"
import { type PageNode, prose } from "../../kit/html.ts"

const servers = `{ "mcpServers": { "viatica": { "command": "viatica", "args": ["mcp"] } } }
`

const english: Guide = {
  lede: () =>
    "The sandbox answers as production does; doctor says what keeps calls from working, tail shows them as they come.",
  text: ({ facts: { limit, rehearses }, href }) =>
    prose`<h2 id="sandbox">In the sandbox</h2>
      <ul>
        <li>
          The destination decides: <code>${rehearses("refused")}</code> answers 502,
          <code>${rehearses("timed_out")}</code> 504, and
          <code>${rehearses("near_miss_only")}</code> finds near misses only. Such a failed call costs
          nothing.
        </li>
        <li>
          The header <code>X-Unknown-Fields</code> names fields and parameters that nobody reads. Let a
          test of yours fail on it.
        </li>
        <li>
          A key may make ${limit("sandbox_reads_per_day")} reads and
          ${limit("sandbox_writes_per_day")} writes a day. Sales are play money.
        </li>
      </ul>
      <h2 id="doctor">Doctor</h2>
      <p>
        <code>viatica doctor</code> looks at address, TLS, your clock, the form of key and secret, the
        signature, scopes, quota and a first price, and says what to do about each. It reads
        <code>VIATICA_URL</code>, <code>VIATICA_KEY</code> and <code>VIATICA_SECRET</code>, as the programs
        of <a href=${href("/docs")}>the quickstart</a> do, so that a secret stands in no command.
      </p>
      <h2 id="tail">Tail</h2>
      <p>
        <code>viatica tail</code> shows the calls of your account as they come: time, status, code,
        request id and what was wrong, calls whose signature did not hold among them.
        <a href=${href("/docs/reference/calls")}><code>GET /api/v1/calls</code></a> gives programs the
        same, and the console has it under <a href="/console/calls">Calls</a>.
      </p>
      <h2 id="listen">Listen</h2>
      <p>
        <code>viatica listen http://localhost:3000/hooks</code> forwards the events of your sandbox to
        your machine as they happen, signed as endpoints get them, and prints the secret to verify them
        with; see <a href=${href("/docs/guides/events")}>webhooks</a>.
      </p>
      <h2 id="emulator">Emulator</h2>
      <p>
        <code>viatica emulator</code> runs the whole service on your own machine, with a clock that you
        move: a sale validates in a second, a quota is spent on demand, and each refusal can be called
        for. It records calls and replays them, for tests without a network.
      </p>
      <h2 id="collection">Postman, Bruno, Insomnia</h2>
      <p>
        Import
        <a href="/docs/files/viatica.postman_collection.json"><code>viatica.postman_collection.json</code></a>
        and write the id and the secret of a sandbox key into its variables, and for sales the ref of a link
        of yours, which the console shows under Links. Its script signs each call; session, endpoint and
        event of an answer are kept for the calls behind it.
      </p>
      <h2 id="agents">Agents</h2>
      <p>
        <code>viatica mcp</code> gives an agent tools by the Model Context Protocol, over standard input and output,
        without network or key: it prices trips as the sandbox does, reads cards, and tells where a figure is
        from. Name it in the agent’s list of servers:
      </p>
      <pre tabindex="0" role="group" aria-label="A list of servers">${servers}</pre>
      <h2 id="commands">Where the commands come from</h2>
      <p>
        All of them come with the package <code>viatica-service</code>, which is on no registry: who
        operates this service hands out its archive. Never run a package of a bare name with your secret
        beside it, as anybody may publish one under that name.
      </p>
      <h2 id="proxy">Behind a proxy</h2>
      <p>
        Sign the path that reaches the service, from <code>/api</code> on, and let the proxy change
        neither path nor body. A signature that holds for another path, or for a whole address, is
        answered with that sentence; see <a href=${href("/docs/guides/signing")}>signing</a>.
      </p>` as PageNode,
}

const french: Guide = {
  lede: () =>
    "Le bac à sable répond comme la production\u202f; doctor dit ce qui empêche les appels, tail les montre à mesure.",
  text: ({ facts: { limit, rehearses }, href }) =>
    prose`<h2 id="sandbox">Dans le bac à sable</h2>
      <ul>
        <li>
          La destination décide${"\u00a0"}: <code>${rehearses("refused")}</code> répond 502,
          <code>${rehearses("timed_out")}</code> 504, et
          <code>${rehearses("near_miss_only")}</code> ne trouve que des offres voisines. Un tel échec ne
          coûte rien.
        </li>
        <li>
          L’en-tête <code>X-Unknown-Fields</code> nomme les champs et les paramètres que personne ne lit.
          Faites échouer un de vos tests dessus.
        </li>
        <li>
          Une clé a ${limit("sandbox_reads_per_day")} lectures et
          ${limit("sandbox_writes_per_day")} écritures par jour. Les ventes y sont de l’argent fictif.
        </li>
      </ul>
      <h2 id="doctor">Doctor</h2>
      <p>
        <code>viatica doctor</code> examine l’adresse, TLS, votre horloge, la forme de la clé et du secret,
        la signature, les droits, le quota et un premier prix, et dit quoi faire de chacun. Il lit
        <code>VIATICA_URL</code>, <code>VIATICA_KEY</code> et <code>VIATICA_SECRET</code>, comme les
        programmes du <a href=${href("/docs")}>démarrage</a>${"\u00a0"}: aucun secret ne figure dans une
        commande.
      </p>
      <h2 id="tail">Tail</h2>
      <p>
        <code>viatica tail</code> montre les appels de votre compte à mesure${"\u00a0"}: heure, statut,
        code, identifiant et ce qui n’allait pas, y compris ceux dont la signature ne tenait pas.
        <a href=${href("/docs/reference/calls")}><code>GET /api/v1/calls</code></a> donne la même chose aux
        programmes, et la console l’a sous <a href="/console/calls">Appels</a>.
      </p>
      <h2 id="listen">Listen</h2>
      <p>
        <code>viatica listen http://localhost:3000/hooks</code> transmet à votre machine les événements de
        votre bac à sable à mesure qu’ils surviennent, signés comme pour une adresse de réception, et
        affiche le secret qui les vérifie${"\u202f"}; voir
        <a href=${href("/docs/guides/events")}>les webhooks</a>.
      </p>
      <h2 id="emulator">Émulateur</h2>
      <p>
        <code>viatica emulator</code> fait tourner tout le service sur votre machine, avec une horloge que
        vous avancez${"\u00a0"}: une vente se valide en une seconde, un quota s’épuise à la demande, et
        chaque refus peut être provoqué. Il enregistre des appels et les rejoue, pour des tests sans
        réseau.
      </p>
      <h2 id="collection">Postman, Bruno, Insomnia</h2>
      <p>
        Importez
        <a href="/docs/files/viatica.postman_collection.json"><code>viatica.postman_collection.json</code></a>
        et écrivez dans ses variables l’identifiant et le secret d’une clé du bac à sable et, pour les
        ventes, le ref d’un de vos liens, que la console montre sous Liens. Son script signe chaque
        appel${"\u202f"}; la session, l’adresse de réception et l’événement d’une réponse sont gardés pour les
        appels suivants.
      </p>
      <h2 id="agents">Agents</h2>
      <p>
        <code>viatica mcp</code> donne à un agent des outils par le Model Context Protocol, sur l’entrée et la
        sortie standard, sans réseau ni clé${"\u00a0"}: il tarife un voyage comme le bac à sable, lit une
        carte et dit d’où vient un chiffre. Nommez-le dans la liste de serveurs de l’agent${"\u00a0"}:
      </p>
      <pre tabindex="0" role="group" aria-label="Une liste de serveurs">${servers}</pre>
      <h2 id="commands">D’où viennent les commandes</h2>
      <p>
        Toutes viennent du paquet <code>viatica-service</code>, qui n’est sur aucun
        registre${"\u00a0"}: l’exploitant de ce service en fournit l’archive. Ne lancez jamais un paquet par
        son seul nom avec votre secret à côté, car n’importe qui peut en publier un sous ce nom.
      </p>
      <h2 id="proxy">Derrière un proxy</h2>
      <p>
        Signez le chemin qui parvient au service, à partir de <code>/api</code>, et que le proxy ne change
        ni chemin ni corps. Une signature qui vaut pour un autre chemin, ou pour une adresse entière,
        reçoit cette phrase en réponse${"\u202f"}; voyez <a href=${href("/docs/guides/signing")}>la signature</a>.
      </p>` as PageNode,
}

/** How an integration is tried and looked into. */
export const testingGuide: GuideInBoth = { en: english, fr: french }
