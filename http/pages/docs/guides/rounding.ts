import type { Guide, GuideInBoth } from "./guide.ts"
import { type PageNode, prose } from "../../kit/html.ts"

const english: Guide = {
  lede: ({ facts: { currencies } }) =>
    `Figures are exact and rounded at named places only; prices come in ${currencies} currencies.`,
  text: ({ facts: { currencies, limit, otherDecimals, percent } }) =>
    prose`<h2 id="prices">Prices</h2>
      <ol>
        <li>
          The insurer’s premium and the handling fee (${percent("standard_handling_fee_bps")} of it,
          and your uplift) are rounded half up once, to the minor unit of the insurer’s currency:
          <code>insurerAmount</code>.
        </li>
        <li>
          That, at the reference rate with the margin of the currency that you asked for, is rounded
          half up once:
          <code>amount</code>.
        </li>
      </ol>
      <p>
        <code>amountInCents</code> is the same in minor units. Where a currency cannot be converted
        to, offers stay in their own, and the ranking compares premiums in one currency. Equal
        premiums rank by the offer’s id.
      </p>
      <h2 id="currencies">Currencies</h2>
      <p>
        Prices convert into ${currencies} currencies. Most have two decimals;
        ${otherDecimals.join(", ")} have another number, by ISO 4217. All figures of one quote are
        at the rates of one moment.
      </p>
      <p>
        <code>/readyz</code> and the status page tell the day of the rates;
        <code>meta.notice</code> of a quote tells it, too, once they are more than
        ${limit("rates_stale_days")} days old.
      </p>
      <h2 id="insured">Insured amounts</h2>
      <p>
        <code>tripPrice</code> and <code>studiesAmount</code> are at most
        ${limit("insured_amount_max")} EUR, at fixed rates; BAD_TRIP says how much that is in your
        currency. A guarantee that repeats the trip’s price repeats it in its own currency, and is
        converted without a margin otherwise.
      </p>
      <h2 id="sales">Sales and commissions</h2>
      <p>
        Amounts of sales are read as they are written, to the last digit: at most the currency’s
        decimals and fifteen digits. The commission follows from the premium, at rates frozen when
        the sale is first reported, rounded half up once. What you declare can only lower it.
      </p>
      <h2 id="bilans">Bilans</h2>
      <p>
        <code>card</code> is in the card’s currency, all of <code>bilan</code> in the market’s.
        Amounts that were converted there are rounded down, say so by <code>vars.converted</code>,
        and read as “about”.
      </p>
      <h2 id="vectors">Test your own reckoning</h2>
      <p>
        <a href="/docs/files/conversion.json">Conversion vectors</a> hold exact conversions, for a
        client that reckons along.
      </p>` as PageNode,
}

const french: Guide = {
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

/** Rounding and currencies. */
export const roundingGuide: GuideInBoth = { en: english, fr: french }
