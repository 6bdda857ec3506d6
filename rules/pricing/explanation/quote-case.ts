import type { FeeTerms } from "../../fees/handling-fee.ts"
import type { ExchangeRates } from "../../currency/exchange-rates.ts"
import type { Trip } from "../../trip/trip.ts"
import type { TripFacts } from "../facts.ts"
import type { PricedQuote } from "../offer.ts"
import type { PricingPieces } from "../prepared.ts"
import type { RateOffer } from "../rate-by-tariff.ts"
import type { Selection } from "../selection.ts"

/** One quote to explain: what was asked, what was found on the way, and the answer. */
export interface QuoteCase {
  readonly pieces: PricingPieces
  readonly trip: Trip
  readonly terms: FeeTerms
  readonly facts: TripFacts
  readonly rates: ExchangeRates
  readonly selection: Selection
  /** What goes into the premium of an offer, or why it has none. */
  readonly rate: RateOffer
  readonly answer: PricedQuote
}
