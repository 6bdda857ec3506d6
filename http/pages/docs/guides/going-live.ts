import type { Guide, GuideInBoth } from "./guide.ts"
import { type PageNode, prose } from "../../kit/html.ts"

const english: Guide = {
  lede: ({ facts: { limit } }) =>
    `${limit("go_live_prices")} sandbox prices, ${limit("go_live_links")} sandbox link and an approval: then you create the live key yourself.`,
  text: ({ facts: { limit, percent }, href }) =>
    prose`<h2 id="steps">The steps</h2>
      <ol>
        <li>
          Price ${limit("go_live_prices")} trips and make ${limit("go_live_links")} link with your
          sandbox key.
        </li>
        <li>
          Ask for review in the <a href=${href("/console")}>console</a>, with the volume that you
          expect.
        </li>
        <li>A person approves, which sets your quotas.</li>
        <li>
          Create the live key. Its secret is shown once. It is a second key: the sandbox key goes on
          working with its own quota.
        </li>
      </ol>
      <p>
        <code>GET /api/v1/travel/meta</code> shows how far you are under
        <code>key.lifetime.goLive</code>, and the refusal of a key says what is missing.
      </p>
      <h2 id="before">Before the first live call</h2>
      <ul>
        <li>
          Keep the secret on your server. No answer carries a CORS header: calls from a browser do
          not work.
        </li>
        <li>Set the clock: ${limit("timestamp_window_s")} seconds off are refused.</li>
        <li>Send again what answers 502, 503 or 504, later each time.</li>
        <li>
          Show the insurer’s name and documents beside each offer, and the notice of the quote.
        </li>
        <li>Make a tracked link for each channel, to tell them apart.</li>
      </ul>
      <h2 id="secrets">Secrets</h2>
      <p>
        Rotating a key gives a new secret, beside which the old one works for
        ${limit("secret_overlap_hours")} hours. A second rotation within them drops the oldest.
        Revoking ends both at once.
      </p>
      <h2 id="commission">Your commission</h2>
      <p>
        It starts at ${percent("base_commission_bps")} of the premium, and you may set it up to
        ${percent("max_commission_bps")}. What is above the base is added to the handling fee, so
        that the traveller pays it. The rate is frozen on each sale when it is first reported.
      </p>
      <h2 id="sales">Sales</h2>
      <p>
        Report a sale as often as you like; of several reports the one that you signed last stands.
        A pending sale validates itself after ${limit("sale_validation_days")} days; cancelled is
        final.
        <a href=${href("/docs/reference/sales")}><code>GET /api/v1/sales</code></a> lists all, to
        reconcile with your books.
      </p>` as PageNode,
}

const french: Guide = {
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

/** Going live. */
export const goingLiveGuide: GuideInBoth = { en: english, fr: french }
