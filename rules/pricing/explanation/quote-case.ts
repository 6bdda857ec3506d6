import type { FeeTerms } from "../../fees/handling-fee.ts"
import type { Trip } from "../../trip/trip.ts"
import type { TripFacts } from "../facts.ts"
import type { PricedQuote } from "../offer.ts"
import type { PreparedPricing } from "../prepared.ts"
import type { Selection } from "../selection.ts"
import type { OfferPricing } from "../trip-pricing.ts"

/** One quote under explanation: what was asked, what was found on the way, and the answer. */
export interface QuoteCase {
  readonly pieces: PreparedPricing
  readonly trip: Trip
  readonly terms: FeeTerms
  readonly facts: TripFacts
  readonly selection: Selection
  readonly pricing: OfferPricing
  readonly answer: PricedQuote
}
