import type { OfferPrice, TripPrices } from "./rated-trip.ts"

/** The laws that prices keep beside each other, and what breaking each is called. */
export const priceLaws = ["plan", "party", "group", "age", "length", "zone"] as const

/** A law that prices keep. */
export type PriceLaw = (typeof priceLaws)[number]

/** A price with the trip that it is for. */
export interface PricedTrip {
  readonly rated: TripPrices
  readonly price: OfferPrice
}

/** A price that lies below one that it must not undercut. */
export interface Undercut {
  readonly law: PriceLaw
  readonly low: PricedTrip
  readonly high: PricedTrip
  /** The share of the higher price that the lower one must reach, in basis points. */
  readonly shareBps: number
}

const wholeBps = 10_000

/** Units of the currency of a price for one euro. */
export const perEuro = ({ currency }: OfferPrice): number =>
  Number(currency.eurRate.numerator) / Number(currency.eurRate.denominator)

/** A price in main units of the other's currency, at the table's rate; exact where they share it. */
export const amountIn = (price: OfferPrice, other: OfferPrice): number => {
  const main = price.amountMinor / 10 ** price.currency.minorUnits
  return price.currency.code === other.currency.code
    ? main
    : (main / perEuro(price)) * perEuro(other)
}

/** How far a price lies below the share of another one: 0 where it does not, 0.25 for a quarter. */
export const shortfall = (low: OfferPrice, high: OfferPrice, shareBps = wholeBps): number => {
  const least = (amountIn(high, low) * shareBps) / wholeBps
  return Math.max(0, 1 - amountIn(low, low) / least)
}

/** The breach of a law, where one price lies below a share of the other. */
export const breachOf = (
  law: PriceLaw,
  low: PricedTrip,
  high: PricedTrip,
  shareBps = wholeBps,
): ReadonlyArray<Undercut> =>
  shortfall(low.price, high.price, shareBps) > 0 ? [{ law, low, high, shareBps }] : []

/** Breaches of a law between two trips: any offer of both that costs less for the second one. */
export const cheaperThan = (
  law: PriceLaw,
  before: TripPrices,
  after: TripPrices,
): ReadonlyArray<Undercut> =>
  [...before.prices].flatMap(([offerId, price]) => {
    const changed = after.prices.get(offerId)
    return changed === undefined
      ? []
      : breachOf(law, { rated: after, price: changed }, { rated: before, price })
  })
