import type { ExchangeRates } from "../currency/exchange-rates.ts"
import type { Trip } from "../trip/trip.ts"
import { type PricingPieces, tripFacts } from "./pricing-pieces.ts"
import type { Selection } from "./selection.ts"
import type { RatingRequest } from "./rating.ts"
import type { TripFacts } from "./pricing-tables.ts"

/** A trip ready to be rated: what it is, which offers match it, and what each insurer is asked. */
export interface QuotePlan {
  readonly trip: Trip
  readonly facts: TripFacts
  /** The one snapshot that every figure of the quote is converted at. */
  readonly rates: ExchangeRates
  readonly selection: Selection
  /** One for each insurer with a matching offer that is sold here and can be priced. */
  readonly requests: ReadonlyArray<RatingRequest>
  /** Matching offers that are sold here, asked for or not. */
  readonly soldCount: number
  /** Matching offers that are sold on the insurer's own site only: counted, and never asked for. */
  readonly redirectOnlyCount: number
}

/** Plans the quote of a trip: whom to ask for what. */
export type PlanQuote = (trip: Trip, rates: ExchangeRates) => QuotePlan

/** Prepares plans over the pieces of a catalogue. */
export const preparePlan =
  ({ geography, select }: Pick<PricingPieces, "geography" | "select">): PlanQuote =>
  (trip, rates) => {
    const facts = tripFacts(trip, geography)
    const selection = select(facts)
    const { matched, sold } = selection
    // An insurer cannot price what depends on a trip price that is absent or in an unsupported currency.
    const priceKnown = trip.tripPrice !== undefined && rates.get(trip.currency) !== undefined
    const requests = selection
      .askedFor(priceKnown, facts)
      .map(({ insurer, offers }): RatingRequest => ({ insurer, trip, facts, rates, offers }))
    const soldCount = sold.length
    const redirectOnlyCount = matched.length - soldCount
    return { trip, facts, rates, selection, requests, soldCount, redirectOnlyCount }
  }
