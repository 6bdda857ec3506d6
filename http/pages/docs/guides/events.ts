import { languageTabs, savedAs } from "../code-box.ts"
import { clientText } from "../files.ts"
import { type Guide, type GuideInBoth, type GuideParts } from "./guide.ts"
import { shellByHand } from "../snippets/by-hand.ts"
import { quickstartPrograms } from "../snippets/quickstart-programs.ts"
import { receiverPrograms, shellVerify } from "../snippets/receivers.ts"
import { type PageNode, prose } from "../../kit/html.ts"
import {
  endpointsMax,
  eventsKeptDays,
  giveUpAfterMs,
} from "../../../../rules/events/event-policy.ts"

const hoursGivenUp = giveUpAfterMs / 3_600_000

const english: Guide = {
  lede: () =>
    "Signed webhooks tell your server what changes without you: sales that validate, stages of subscriptions, secrets that end.",
  text: (parts) => {
    const { facts, href } = parts
    const { limit } = facts
    return prose`<h2 id="endpoint">Make an endpoint</h2>
      <ul>
        <li>
          In the console under <a href="/console/events">Events</a>, or by
          <a href=${href("/docs/reference/eventEndpointCreate")}>a signed call</a>. Its secret
          (<code>whsec_…</code>) is shown once.
        </li>
        <li>
          It is a public <code>https://</code> address, of one mode; an account has at most
          ${String(endpointsMax)} in each. It is told the types that you choose, or all, those to come
          as well.
        </li>
        <li>Send it a ping, and see in the console how each attempt went.</li>
      </ul>
      <h2 id="verify">Verify a webhook</h2>
      <p>
        Our clients verify them, over the raw body, before you parse it. Each of these is a whole server: put it
        beside the client, give it the secret of the endpoint as <code>VIATICA_EVENTS_SECRET</code> and a port as
        <code>PORT</code> (3000 without one), and send a ping.
      </p>
      ${receivers(parts)}
      <p>
        While a secret is renewed, clients take both: a list in place of one. Events follow
        <a href="https://www.standardwebhooks.com">Standard Webhooks</a>, so that its libraries verify them
        too: <code>standardwebhooks</code> of npm and PyPI, and its siblings for Go, PHP and Java.
      </p>
      <p>
        Without a library: <code>webhook-signature</code> holds <code>v1,</code> and the base64
        HMAC-SHA256 of <code>id.timestamp.body</code>, under the bytes that the secret spells in base64
        behind <code>whsec_</code>. Compare each word of the header, and refuse a
        <code>webhook-timestamp</code> more than five minutes off.
      </p>
      <h2 id="listen">While you write the receiver</h2>
      <p>
        <code>viatica listen http://localhost:3000/hooks</code>, with a sandbox key that has the scope
        <code>events</code>, forwards the events of your sandbox to your machine, which needs no public
        address. It prints the secret that they are signed with, and what your program answered to each;
        one that is not taken is tried again until Ctrl-C.
        <a href=${href("/docs/guides/testing")}>Testing</a> says where the command comes from.
      </p>
      <h2 id="answer">Answer</h2>
      <p>
        Answer 2xx within 15 seconds, and do the work afterwards. Any other status is a failure, a
        redirect too. Ignore types and fields that you do not know: there will be more.
      </p>
      <h2 id="retries">Retries</h2>
      <p>
        After a failure we try again after 5 and 30 seconds, 2, 5, 15 and 30 minutes, then every hour,
        for ${String(hoursGivenUp)} hours. <code>Retry-After</code> is heeded. What was given up can be
        sent again for ${String(eventsKeptDays)} days, from the console or by
        <a href=${href("/docs/reference/eventResend")}>a signed call</a>.
      </p>
      <h2 id="order">Order, and once more than once</h2>
      <ul>
        <li>
          At least once: the same event may come twice, under the same <code>webhook-id</code>. Keep the
          ids that you have handled for ${String(eventsKeptDays)} days.
        </li>
        <li>
          In order for each endpoint: the next event waits until this one is settled. Answer 2xx to one
          that you cannot handle, and put it aside.
        </li>
        <li>
          What is sent again by your wish, and pings, stand outside of that order. Go by
          <code>timestamp</code> within one sale or subscription.
        </li>
      </ul>
      <h2 id="repair">After an outage of yours</h2>
      <p>
        Send a ping: where it is taken, all that waits follows at once, in order. What you were told is
        listed for ${String(eventsKeptDays)} days by
        <a href=${href("/docs/reference/events")}>a signed call</a>, and
        <a href=${href("/docs/guides/reconcile")}>sales</a> can be read anew at any time.
      </p>
      <h2 id="secret">Renew the secret</h2>
      <p>
        For 24 hours the old and the new secret both sign: two words in
        <code>webhook-signature</code>. A previous secret of an API key is told in the same way, some
        hours before it ends; sales validate ${limit("sale_validation_days")} days after their first
        report.
      </p>` as PageNode
  },
}

const french: Guide = {
  lede: () =>
    "Des webhooks signés disent à votre serveur ce qui change sans vous\u00a0: ventes validées, étapes des souscriptions, secrets qui prennent fin.",
  text: (parts) => {
    const { facts, href } = parts
    const { limit } = facts
    return prose`<h2 id="endpoint">Créer une adresse de réception</h2>
      <ul>
        <li>
          Dans la console sous <a href="/console/events">Événements</a>, ou par
          <a href=${href("/docs/reference/eventEndpointCreate")}>un appel signé</a>. Son secret
          (<code>whsec_…</code>) ne s’affiche qu’une fois.
        </li>
        <li>
          C’est une adresse <code>https://</code> publique, d’un seul mode${"\u202f"}; un compte en a au
          plus ${String(endpointsMax)} dans chacun. Elle reçoit les types que vous choisissez, ou tous,
          ceux à venir aussi.
        </li>
        <li>Envoyez-lui un essai, et voyez dans la console ce que chaque envoi a donné.</li>
      </ul>
      <h2 id="verify">Vérifier un webhook</h2>
      <p>
        Nos clients les vérifient, sur le corps brut, avant de le lire. Chacun de ces programmes est un serveur
        entier${"\u00a0"}: placez-le à côté du client, donnez-lui le secret de l’adresse dans
        <code>VIATICA_EVENTS_SECRET</code> et un port dans <code>PORT</code> (3000 sans cela), puis envoyez un
        essai.
      </p>
      ${receivers(parts)}
      <p>
        Pendant un renouvellement, les clients prennent les deux secrets${"\u00a0"}: une liste à la place d’un
        seul. Les événements suivent <a href="https://www.standardwebhooks.com">Standard Webhooks</a>, dont les
        bibliothèques les vérifient aussi${"\u00a0"}: <code>standardwebhooks</code> de npm et de PyPI, et leurs
        sœurs pour Go, PHP et Java.
      </p>
      <p>
        Sans bibliothèque${"\u00a0"}: <code>webhook-signature</code> contient <code>v1,</code> et le
        HMAC-SHA256, en base64, de <code>id.timestamp.body</code>, sous les octets que le secret écrit en
        base64 derrière <code>whsec_</code>. Comparez chaque mot de l’en-tête, et refusez un
        <code>webhook-timestamp</code> éloigné de plus de cinq minutes.
      </p>
      <h2 id="listen">Pendant que vous écrivez le récepteur</h2>
      <p>
        <code>viatica listen http://localhost:3000/hooks</code>, avec une clé du bac à sable qui a la
        portée <code>events</code>, transmet les événements de votre bac à sable à votre machine, sans
        adresse publique. Il affiche le secret qui les signe et ce que votre programme a répondu à
        chacun${"\u202f"}; celui qui n’est pas accepté revient jusqu’à Ctrl-C.
        <a href=${href("/docs/guides/testing")}>Tester</a> dit d’où vient la commande.
      </p>
      <h2 id="answer">Répondre</h2>
      <p>
        Répondez 2xx en moins de 15 secondes, et travaillez ensuite. Tout autre statut est un échec, une
        redirection aussi. Ignorez les types et les champs que vous ne connaissez pas${"\u00a0"}: il y en
        aura d’autres.
      </p>
      <h2 id="retries">Nouveaux essais</h2>
      <p>
        Après un échec, nous réessayons après 5 et 30 secondes, 2, 5, 15 et 30 minutes, puis toutes les
        heures, pendant ${String(hoursGivenUp)} heures. <code>Retry-After</code> est respecté. Ce qui a
        été abandonné peut être renvoyé pendant ${String(eventsKeptDays)} jours, depuis la console ou par
        <a href=${href("/docs/reference/eventResend")}>un appel signé</a>.
      </p>
      <h2 id="order">Ordre et répétitions</h2>
      <ul>
        <li>
          Au moins une fois${"\u00a0"}: le même événement peut venir deux fois, sous le même
          <code>webhook-id</code>. Gardez pendant ${String(eventsKeptDays)} jours ceux que vous avez
          traités.
        </li>
        <li>
          Dans l’ordre pour chaque adresse${"\u00a0"}: le suivant attend que celui-ci soit réglé. Répondez
          2xx à celui que vous ne pouvez pas traiter, et mettez-le de côté.
        </li>
        <li>
          Ce qui est renvoyé à votre demande, et les essais, viennent hors de cet ordre. Fiez-vous à
          <code>timestamp</code> pour une même vente ou une même souscription.
        </li>
      </ul>
      <h2 id="repair">Après une panne de votre côté</h2>
      <p>
        Envoyez un essai${"\u00a0"}: s’il est pris, tout ce qui attend suit aussitôt, dans l’ordre.
        <a href=${href("/docs/reference/events")}>Un appel signé</a> liste pendant
        ${String(eventsKeptDays)} jours ce qui vous a été dit, et
        <a href=${href("/docs/guides/reconcile")}>les ventes</a> se relisent à tout moment.
      </p>
      <h2 id="secret">Renouveler le secret</h2>
      <p>
        Pendant 24 heures, l’ancien et le nouveau signent tous deux${"\u00a0"}: deux mots dans
        <code>webhook-signature</code>. La fin de l’ancien secret d’une clé d’API est annoncée de la même
        façon, quelques heures avant${"\u202f"}; une vente se valide ${limit("sale_validation_days")} jours
        après sa première déclaration.
      </p>` as PageNode
  },
}

/** How webhooks are received. */
export const eventsGuide: GuideInBoth = { en: english, fr: french }

/** A server in each language that verifies what it receives. */
const receivers = ({ reading }: GuideParts): PageNode =>
  languageTabs(reading, {
    id: "verify",
    panels: [
      ...receiverPrograms.map(({ id, served, ...saved }) => ({
        id,
        label: quickstartPrograms.find((program) => program.id === id)?.label ?? id,
        code: clientText(served) ?? "",
        foot: savedAs(reading, saved),
      })),
      {
        id: shellByHand.id,
        label: shellByHand.label,
        code: shellVerify.program,
        foot: savedAs(reading, shellVerify),
      },
    ],
  })
