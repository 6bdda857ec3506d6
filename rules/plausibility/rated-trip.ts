import { memo } from "../../core/memory.ts"
import type { AmountMinor, Bps } from "../../core/money/minor.ts"
import type { CurrencyRow } from "../currency/currency-tables.ts"
import type { ExchangeRates } from "../currency/exchange-rates.ts"
import type { CatalogueOffer } from "../pricing/catalogue.ts"
import { type PricingPieces, tripFacts } from "../pricing/plan.ts"
import { type Rating } from "../pricing/tariff.ts"
import type { Trip } from "../trip/trip.ts"
import { prepareInsurerAmount } from "../pricing/price.ts"
import { tripRating } from "../pricing/rating.ts"
import type { TripFacts } from "../pricing/pricing-tables.ts"
import { ratePremium } from "../pricing/rate.ts"

/** What an offer costs for a trip, with what the price is made of. */
export interface OfferPrice {
  readonly offer: CatalogueOffer
  readonly rating: Rating
  /** Handling fee included, in minor units of `currency`, which is the insurer's. */
  readonly amountMinor: AmountMinor
  readonly currency: CurrencyRow
}

/** A trip with the prices of all offers that are sold for it and rated from the tables. */
export interface TripPrices {
  readonly trip: Trip
  readonly facts: TripFacts
  readonly prices: ReadonlyMap<number, OfferPrice>
}

/** Prices a trip by the tables, as its traveller sees it. */
export type RateTrip = (trip: Trip) => TripPrices

/** Prepares the prices of a catalogue at a fee in basis points of the premium. */
export const prepareRatedTrips = (
  { geography, select, tables }: PricingPieces,
  rates: ExchangeRates,
  feeBps: Bps,
): RateTrip => {
  const amountIn = memo((currency: CurrencyRow) => prepareInsurerAmount(feeBps, currency))
  return (trip) => {
    const facts = tripFacts(trip, geography)
    const rate = tripRating(tables, { facts, rates, trip })
    const prices = new Map<number, OfferPrice>()
    for (const offer of select(facts).sold) {
      if (offer.insurer.adapter === "http") continue
      const currency = rates.get(offer.row.currency)
      const rating = rate(offer)
      if (currency === undefined || typeof rating === "string") continue
      const amountMinor = amountIn(currency)(ratePremium(rating))
      if (amountMinor === undefined) continue
      prices.set(offer.row.offerId, { offer, rating, amountMinor, currency })
    }
    return { trip, facts, prices }
  }
}

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
  readonly shareBps: Bps
}

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

/** The laws that prices keep beside each other, and what breaking each is called. */
const priceLaws = ["plan", "party", "group", "age", "length", "zone"] as const

const wholeBps = 10_000
