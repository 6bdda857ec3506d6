import type { ExchangeRates } from "../currency/exchange-rates.ts"
import type { Trip } from "../trip/trip.ts"
import { type PricingPieces, tripFacts } from "./pricing-pieces.ts"
import type { GuardedTrip } from "./guards.ts"
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
  /** What guards do; left out where they do nothing. */
  readonly guarded?: GuardedTrip
}

/** Plans the quote of a trip: whom to ask for what. */
export type PlanQuote = (trip: Trip, rates: ExchangeRates) => QuotePlan

/** Prepares plans over the pieces of a catalogue. */
export const preparePlan =
  ({
    geography,
    guard,
    select,
  }: Pick<PricingPieces, "geography" | "guard" | "select">): PlanQuote =>
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
    const plan = { trip, facts, rates, selection, requests, soldCount, redirectOnlyCount }
    const guarded = guard?.(trip, facts, matched)
    return guarded === undefined ? plan : withGuards(plan, guarded)
  }

/** The plan without the offers that are refused, and without asking for those that are referred. */
const withGuards = (plan: QuotePlan, guarded: GuardedTrip): QuotePlan => {
  const { matched, sold } = plan.selection
  const { referred, refused } = guarded
  const requests = plan.requests.flatMap((request): RatingRequest | [] => {
    const offers = request.offers.filter((offer) => !refused.has(offer) && !referred.has(offer))
    return offers.length === 0 ? [] : { ...request, offers }
  })
  const soldCount = sold.filter((offer) => !refused.has(offer)).length
  const matchedCount = matched.filter((offer) => !refused.has(offer)).length
  return { ...plan, requests, soldCount, redirectOnlyCount: matchedCount - soldCount, guarded }
}
