import type { PageNode } from "../../kit/html.ts"
import { prose } from "../../kit/prose.ts"
import type { Guide } from "./guide.ts"

/** Going live, in French. */
export const goingLiveFr: Guide = {
  lede: ({ facts: { limit } }) =>
    `${limit("go_live_prices")} prix de test, ${limit("go_live_links")} lien de test et une validation : vous créez alors vous-même la clé de production.`,
  text: ({ facts: { limit, percent }, href }) =>
    prose`<h2 id="steps">Les étapes</h2>
      <ol>
        <li>
          Tarifez ${limit("go_live_prices")} voyages et créez ${limit("go_live_links")} lien avec
          votre clé de test.
        </li>
        <li>
          Demandez la validation dans la <a href=${href("/console")}>console</a>, avec le volume que
          vous attendez.
        </li>
        <li>Une personne approuve, ce qui fixe vos quotas.</li>
        <li>
          Créez la clé de production. Son secret ne s’affiche qu’une fois. C’est une seconde clé :
          celle de test continue avec son propre quota.
        </li>
      </ol>
      <p>
        <code>GET /api/v1/travel/meta</code> montre où vous en êtes sous
        <code>key.lifetime.goLive</code>, et le refus d’une clé dit ce qui manque.
      </p>
      <h2 id="before">Avant le premier appel de production</h2>
      <ul>
        <li>
          Gardez le secret sur votre serveur. Aucune réponse ne porte d’en-tête CORS : un navigateur
          ne peut pas appeler.
        </li>
        <li>Réglez l’horloge : ${limit("timestamp_window_s")} secondes d’écart sont refusées.</li>
        <li>Renvoyez ce qui répond 502, 503 ou 504, plus tard à chaque fois.</li>
        <li>
          Montrez le nom de l’assureur et ses documents à côté de chaque offre, et la mention du
          devis.
        </li>
        <li>Créez un lien suivi par canal, pour les distinguer.</li>
      </ul>
      <h2 id="secrets">Secrets</h2>
      <p>
        Renouveler le secret d’une clé en donne un nouveau, à côté duquel l’ancien vaut encore
        ${limit("secret_overlap_hours")} heures. Un second renouvellement entre-temps abandonne le
        plus ancien. Révoquer finit les deux aussitôt.
      </p>
      <h2 id="commission">Votre commission</h2>
      <p>
        Elle commence à ${percent("base_commission_bps")} de la prime, et vous pouvez la fixer
        jusqu’à ${percent("max_commission_bps")}. Ce qui dépasse la base s’ajoute aux frais de
        gestion : le voyageur le paie. Le taux est figé sur chaque vente à sa première déclaration.
      </p>
      <h2 id="sales">Ventes</h2>
      <p>
        Déclarez une vente autant de fois que vous voulez ; de plusieurs déclarations, celle que
        vous avez signée en dernier vaut. Une vente en attente se valide d’elle-même après
        ${limit("sale_validation_days")} jours ; annulée est définitif.
        <a href=${href("/docs/reference/sales")}><code>GET /api/v1/sales</code></a> les énumère
        toutes, pour rapprocher vos comptes.
      </p>` as PageNode,
}
