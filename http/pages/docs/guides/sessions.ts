import type { Guide, GuideInBoth } from "./guide.ts"
import { type PageNode, prose } from "../../kit/html.ts"

const english: Guide = {
  lede: () =>
    "A session gathers the quotes of one traveller; its link opens one subscription, credited to you.",
  text: ({ facts: { limit, rehearses }, href }) =>
    prose`<h2 id="session">The session</h2>
      <p>
        Each quote answers with a <code>sessionId</code>. Send it with the next quote of the same
        traveller and with the link. It belongs to your account and its mode, and does not expire.
        Any other text starts a fresh session.
      </p>
      <h2 id="link">The link</h2>
      <ul>
        <li>
          The first call of a session opens a subscription: 201, one write. Later calls repeat it:
          200, nothing.
          <code>replayed</code> says so, and <code>updated</code> where the trip had changed and was
          changed in place.
        </li>
        <li>
          Trips are the same whatever the order of destinations and travellers. Offer, language and
          <code>linkCode</code> are no part of them.
        </li>
        <li>
          Once the traveller has presubscribed, the subscription is frozen, and the next call opens
          another: 201.
        </li>
        <li>
          The first call fixes who is credited: the <code>linkCode</code> that you name, else your
          oldest link in use. It is checked on every call.
        </li>
        <li>
          Calls of one session take turns. After a 502 or 504 send the same call again: it never
          makes two.
        </li>
      </ul>
      <h2 id="address">The address</h2>
      <p>
        Give <code>url</code> to the traveller unchanged. It counts the click and opens the funnel.
        Your ref stands on the subscription and not in the address, so that it can be neither lost
        nor forged. What the address names is signed: it opens the quote while the database is away,
        too.
      </p>
      <h2 id="lifetimes">How long they hold</h2>
      <p>
        A quote holds for ${limit("quote_lifetime_minutes")} minutes, a link for
        ${limit("link_lifetime_days")} days. Do not keep premiums for longer, and show the insurer’s
        name and documents beside each offer.
      </p>
      <h2 id="rehearse">Rehearse failures</h2>
      <p>
        In the sandbox the destination decides: <code>${rehearses("refused")}</code> answers 502
        and <code>${rehearses("timed_out")}</code> 504, to quotes and to links;
        <code>${rehearses("near_miss_only")}</code> finds near misses only. Such a failed call costs
        nothing. A sandbox link opens the plain form and credits nobody; all else is as with a live
        key.
      </p>
      <h2 id="live">Where live prices come from</h2>
      <p>
        Each insurer is asked once for each quote, all at the same time, until one deadline. One
        that is late or fails costs its own offers, which <code>unpricedCount</code> counts. The
        call is refused only when none of those asked answers (502), or none in time (504). See
        <a href=${href("/docs/reference/links")}>the reference of links</a>.
      </p>` as PageNode,
}

const french: Guide = {
  lede: () =>
    "Une session réunit les devis d’un voyageur ; son lien ouvre une souscription, à votre crédit.",
  text: ({ facts: { limit, rehearses }, href }) =>
    prose`<h2 id="session">La session</h2>
      <p>
        Chaque devis répond avec un <code>sessionId</code>. Envoyez-le avec le devis suivant du même
        voyageur et avec le lien. Il appartient à votre compte et à son mode, et n’expire pas. Tout
        autre texte commence une session nouvelle.
      </p>
      <h2 id="link">Le lien</h2>
      <ul>
        <li>
          Le premier appel d’une session ouvre une souscription : 201, une écriture. Les suivants la
          répètent : 200, rien. <code>replayed</code> le dit, et <code>updated</code> quand le
          voyage avait changé et l’a été sur place.
        </li>
        <li>
          Deux voyages sont les mêmes quel que soit l’ordre des destinations et des voyageurs.
          L’offre, la langue et <code>linkCode</code> n’en font pas partie.
        </li>
        <li>
          Quand le voyageur a présouscrit, la souscription est figée, et l’appel suivant en ouvre
          une autre : 201.
        </li>
        <li>
          Le premier appel fixe qui est crédité : le <code>linkCode</code> que vous nommez, sinon
          votre plus ancien lien en service. Il est vérifié à chaque appel.
        </li>
        <li>
          Les appels d’une session passent l’un après l’autre. Après un 502 ou un 504, renvoyez le
          même appel : il n’en fait jamais deux.
        </li>
      </ul>
      <h2 id="address">L’adresse</h2>
      <p>
        Donnez <code>url</code> au voyageur telle quelle. Elle compte le clic et ouvre le tunnel.
        Votre ref est gardé avec la souscription et non dans l’adresse : il ne se perd pas et ne se
        falsifie pas. Ce que nomme l’adresse est signé : elle ouvre le devis même quand la base de
        données est absente.
      </p>
      <h2 id="lifetimes">Combien de temps ils valent</h2>
      <p>
        Un devis vaut ${limit("quote_lifetime_minutes")} minutes, un lien
        ${limit("link_lifetime_days")} jours. Ne gardez pas les primes plus longtemps, et montrez le
        nom de l’assureur et ses documents à côté de chaque offre.
      </p>
      <h2 id="rehearse">Répéter les pannes</h2>
      <p>
        Dans le bac à sable, la destination décide : <code>${rehearses("refused")}</code> répond 502
        et <code>${rehearses("timed_out")}</code> 504, aux devis et aux liens ;
        <code>${rehearses("near_miss_only")}</code> ne trouve que des offres presque possibles. Un
        tel appel manqué ne coûte rien. Un lien de test ouvre le formulaire vide et ne crédite
        personne ; tout le reste est comme avec une clé de production.
      </p>
      <h2 id="live">D’où viennent les prix de production</h2>
      <p>
        Chaque assureur est interrogé une fois par devis, tous en même temps, jusqu’à une seule
        échéance. Celui qui tarde ou échoue coûte ses propres offres, que compte
        <code>unpricedCount</code>. L’appel n’est refusé que si aucun de ceux interrogés ne répond
        (502), ou aucun à temps (504). Voir <a href=${href("/docs/reference/links")}>la référence des liens</a>.
      </p>` as PageNode,
}

/** Sessions and links. */
export const sessionsGuide: GuideInBoth = { en: english, fr: french }
