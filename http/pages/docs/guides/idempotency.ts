import { type Guide, type GuideInBoth, guideTable } from "./guide.ts"
import { type PageNode, prose } from "../../kit/html.ts"
import { eventsKeptDays } from "../../../../rules/events/event-policy.ts"

const english: Guide = {
  lede: () =>
    "Every call may be sent again: nothing is made or booked twice. There is no header for it, as the calls name what they are about.",
  text: ({ facts: { limit }, href }) =>
    prose`<h2 id="idempotency">Idempotency by call</h2>
      ${guideTable(
        "What a repeated call does",
        ["Call", "What makes it the same", "What a repetition does"],
        [
          ["Prices, card readings", "nothing has to", "answers anew, and costs a read again"],
          [
            prose`<a href=${href("/docs/reference/links")}>Links</a>`,
            prose`<code>sessionId</code>`,
            prose`repeats the subscription (200, <code>replayed</code>) or changes its trip (<code>updated</code>); costs nothing`,
          ],
          [
            prose`<a href=${href("/docs/reference/conversion")}>Reports of sales</a>`,
            prose`<code>externalOrderId</code>`,
            prose`changes nothing where nothing is new: <code>created</code> and <code>updated</code> are false`,
          ],
          ["Lists", prose`<code>cursor</code>`, "gives the page again, as it stands by then"],
          [
            prose`<a href=${href("/docs/reference/eventEndpointCreate")}>New event endpoints</a>`,
            "nothing does",
            "makes another one: list them before you repeat it",
          ],
        ],
      )}
      <h2 id="when">When to send again</h2>
      <ul>
        <li>
          After a timeout, a broken connection, 408, 429 and any 5xx: after <code>Retry-After</code>, else
          after a random pause that grows. Any other 4xx is answered alike until you change the call.
        </li>
        <li>
          Sign each try anew: a signature holds for ${limit("timestamp_window_s")} seconds. A report of a
          sale alone is sent again under its first signature, while that holds. Of several reports the
          one that was signed last stands, so that a late repetition takes nothing back.
        </li>
        <li>The clients do all of this within one deadline.</li>
      </ul>
      <h2 id="order-ids">Choose order ids well</h2>
      <p>
        <code>externalOrderId</code> is compared byte for byte, per account, and capitals count. Draw it
        when the order is made, keep it with the order, and send it with every later report. A new id is
        a new sale.
      </p>
      <h2 id="events">Events that reach you</h2>
      <p>
        They come at least once. Keep each <code>webhook-id</code> that you have handled for
        ${String(eventsKeptDays)} days, and pass over those that you know:
        <a href=${href("/docs/guides/events#order")}>order and repetitions</a>.
      </p>` as PageNode,
}

const french: Guide = {
  lede: () =>
    "Tout appel peut être renvoyé : rien n’est créé ni compté deux fois. Il n’y a pas d’en-tête pour cela, car les appels nomment ce dont ils parlent.",
  text: ({ facts: { limit }, href }) =>
    prose`<h2 id="idempotency">L’idempotence, appel par appel</h2>
      ${guideTable(
        "Ce que fait un appel répété",
        ["Appel", "Ce qui en fait le même", "Ce que fait une répétition"],
        [
          [
            "Prix, lectures de carte",
            "rien n’y est nécessaire",
            "répond à nouveau, et coûte encore une lecture",
          ],
          [
            prose`<a href=${href("/docs/reference/links")}>Liens</a>`,
            prose`<code>sessionId</code>`,
            prose`répète la souscription (200, <code>replayed</code>) ou change son voyage (<code>updated</code>) ; ne coûte rien`,
          ],
          [
            prose`<a href=${href("/docs/reference/conversion")}>Déclarations de ventes</a>`,
            prose`<code>externalOrderId</code>`,
            prose`ne change rien s’il n’y a rien de neuf : <code>created</code> et <code>updated</code> sont faux`,
          ],
          ["Listes", prose`<code>cursor</code>`, "redonne la page, telle qu’elle est alors"],
          [
            prose`<a href=${href("/docs/reference/eventEndpointCreate")}>Nouvelles adresses de réception</a>`,
            "rien",
            "en crée une autre : lisez la liste avant de répéter",
          ],
        ],
      )}
      <h2 id="when">Quand renvoyer</h2>
      <ul>
        <li>
          Après un délai dépassé, une connexion rompue, 408, 429 et tout 5xx : après
          <code>Retry-After</code>, sinon après une pause aléatoire qui grandit. Tout autre 4xx aura la
          même réponse tant que l’appel ne change pas.
        </li>
        <li>
          Signez chaque essai à nouveau : une signature tient ${limit("timestamp_window_s")} secondes.
          Seule une déclaration de vente se renvoie sous sa première signature, tant qu’elle tient. De
          plusieurs déclarations, la dernière signée fait foi ; une répétition tardive n’annule donc
          rien.
        </li>
        <li>Les clients font tout cela dans une seule échéance.</li>
      </ul>
      <h2 id="order-ids">Bien choisir ses numéros de commande</h2>
      <p>
        <code>externalOrderId</code> est comparé octet par octet, par compte, et les majuscules comptent.
        Attribuez-le quand la commande est passée, gardez-le avec elle, et donnez-le à chaque
        déclaration suivante. Un nouvel identifiant est une nouvelle vente.
      </p>
      <h2 id="events">Les événements qui vous parviennent</h2>
      <p>
        Ils viennent au moins une fois. Gardez pendant ${String(eventsKeptDays)} jours chaque
        <code>webhook-id</code> que vous avez traité, et passez ceux que vous connaissez :
        <a href=${href("/docs/guides/events#order")}>ordre et répétitions</a>.
      </p>` as PageNode,
}

/** What a repeated call does. */
export const idempotencyGuide: GuideInBoth = { en: english, fr: french }
