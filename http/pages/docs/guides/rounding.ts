import type { PageNode } from "../../kit/html.ts"
import { prose } from "../../kit/prose.ts"
import type { Guide } from "./guide.ts"

/** Rounding and currencies, in English. */
export const roundingEn: Guide = {
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
