import { powerOfTen } from "../../core/money/decimal-literal.ts"
import { compare, type Rational } from "../../core/money/rational.ts"

/** What ranking needs to know of a priced offer. */
export interface Rankable {
  readonly offerId: number
  readonly paid: {
    readonly amountMinor: number
    readonly currency: {
      readonly code: string
      readonly minorUnits: number
      readonly eurRate: Rational
    }
  }
}

/** An amount in euros at the reference rates, exactly; not brought to lowest terms. */
const inEuros = ({ amountMinor, currency }: Rankable["paid"]): Rational => ({
  numerator: BigInt(amountMinor) * currency.eurRate.denominator,
  denominator: powerOfTen(currency.minorUnits) * currency.eurRate.numerator,
})

const inOneCurrency = (offers: ReadonlyArray<Rankable>): boolean =>
  offers.every(({ paid }) => paid.currency.code === offers[0]?.paid.currency.code)

/**
 * Orders offers by premium, cheapest first, ties by offer id. When all are in one currency their
 * amounts are compared as they are, otherwise at the reference rates of the table, exactly.
 *
 * ```ts
 * import { fromInteger } from "../core/money/rational.ts"
 * import { rankOffers } from "../rules/pricing/rank.ts"
 * const euro = { code: "EUR", minorUnits: 2, eurRate: fromInteger(1n) }
 * const mark = { code: "XXM", minorUnits: 2, eurRate: fromInteger(2n) }
 * const offer = (offerId: number, amountMinor: number, currency: typeof euro) => ({
 *   offerId,
 *   paid: { amountMinor, currency },
 * })
 * const ids = rankOffers([offer(1, 900, euro), offer(3, 1000, mark), offer(2, 500, euro)])
 * ids.map(({ offerId }) => offerId) // => [2, 3, 1]
 * ```
 */
export const rankOffers = <Entry extends Rankable>(
  offers: ReadonlyArray<Entry>,
): ReadonlyArray<Entry> => {
  if (inOneCurrency(offers)) {
    return offers.toSorted(
      (left, right) =>
        left.paid.amountMinor - right.paid.amountMinor || left.offerId - right.offerId,
    )
  }
  return offers
    .map((offer) => ({ offer, euros: inEuros(offer.paid) }))
    .toSorted(
      (left, right) => compare(left.euros, right.euros) || left.offer.offerId - right.offer.offerId,
    )
    .map(({ offer }) => offer)
}
