import type { ExchangeRates } from "../currency/exchange-rates.ts"
import type { CurrencyRow } from "../currency/currency-tables.ts"
import { memo } from "../../core/memory.ts"
import type { CatalogueOffer } from "../pricing/catalogue.ts"
import { tripFacts, type TripFacts } from "../pricing/facts.ts"
import type { PricingPieces } from "../pricing/prepared.ts"
import { prepareInsurerAmount } from "../pricing/price.ts"
import { tripRating } from "../pricing/rate-by-tariff.ts"
import { ratePremium } from "../pricing/rate.ts"
import type { Rating } from "../pricing/tariff.ts"
import type { Trip } from "../trip/trip.ts"

/** What an offer costs for a trip, with what the price is made of. */
export interface OfferPrice {
  readonly offer: CatalogueOffer
  readonly rating: Rating
  /** Handling fee included, in minor units of `currency`, which is the insurer's. */
  readonly amountMinor: number
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
  feeBps: number,
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
