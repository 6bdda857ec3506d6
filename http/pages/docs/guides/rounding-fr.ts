import type { PageNode } from "../../kit/html.ts"
import { prose } from "../../kit/prose.ts"
import type { Guide } from "./guide.ts"

/** Rounding and currencies, in French. */
export const roundingFr: Guide = {
  lede: ({ facts: { currencies } }) =>
    `Les montants sont exacts et ne sont arrondis qu’en des endroits nommés ; les prix viennent en ${currencies} devises.`,
  text: ({ facts: { currencies, limit, otherDecimals, percent } }) =>
    prose`<h2 id="prices">Prix</h2>
      <ol>
        <li>
          La prime de l’assureur et les frais de gestion (${percent("standard_handling_fee_bps")} de
          la prime, et votre majoration) sont arrondis une fois, au plus proche, à l’unité de la
          devise de l’assureur : <code>insurerAmount</code>.
        </li>
        <li>
          Ce montant, au taux de référence avec la marge de la devise demandée, est arrondi une
          fois, au plus proche : <code>amount</code>.
        </li>
      </ol>
      <p>
        <code>amountInCents</code> est le même en unités mineures. Vers une devise où rien ne se
        convertit, les offres restent dans la leur, et le classement compare les primes dans une
        seule devise. À prime égale, le numéro de l’offre départage.
      </p>
      <h2 id="currencies">Devises</h2>
      <p>
        Les prix se convertissent en ${currencies} devises. La plupart ont deux décimales ;
        ${otherDecimals.join(", ")} en ont un autre nombre, selon ISO 4217. Tous les montants d’un
        devis sont aux taux d’un même moment.
      </p>
      <p>
        <code>/readyz</code> et l’état du service disent le jour des taux ;
        <code>meta.notice</code> d’un devis le dit aussi, quand ils ont plus de
        ${limit("rates_stale_days")} jours.
      </p>
      <h2 id="insured">Montants assurés</h2>
      <p>
        <code>tripPrice</code> et <code>studiesAmount</code> ne dépassent pas
        ${limit("insured_amount_max")} EUR, à des taux fixes ; BAD_TRIP dit ce que cela fait dans
        votre devise. Une garantie qui répète le prix du voyage le répète dans sa propre devise, et
        se convertit sinon sans marge.
      </p>
      <h2 id="sales">Ventes et commissions</h2>
      <p>
        Les montants des ventes sont lus comme ils sont écrits, au dernier chiffre : au plus les
        décimales de la devise et quinze chiffres. La commission suit de la prime, aux taux figés à
        la première déclaration, arrondie une fois, au plus proche. Ce que vous déclarez ne peut que
        l’abaisser.
      </p>
      <h2 id="bilans">Bilans</h2>
      <p>
        <code>card</code> est dans la devise de la carte, tout <code>bilan</code> dans celle du
        marché. Les montants qui y ont été convertis sont arrondis vers le bas, le disent par
        <code>vars.converted</code>, et se lisent « environ ».
      </p>
      <h2 id="vectors">Vérifier votre propre calcul</h2>
      <p>
        Les <a href="/docs/files/conversion.json">vecteurs de conversion</a> contiennent des
        conversions exactes, pour un client qui calcule de son côté.
      </p>` as PageNode,
}
