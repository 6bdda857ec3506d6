import type { PageNode } from "../../kit/html.ts"
import { prose } from "../../kit/prose.ts"
import type { Guide } from "./guide.ts"

/** Sessions and links, in French. */
export const sessionsFr: Guide = {
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
