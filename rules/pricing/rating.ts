import type { ExchangeRates } from "../currency/exchange-rates.ts"
import type { OfferGuarantees } from "../guarantees/offer-guarantees.ts"
import type { Trip } from "../trip/trip.ts"
import type { CatalogueInsurer, CatalogueOffer } from "./catalogue.ts"
import type { TripFacts } from "./facts.ts"
import type { Premium } from "./rate.ts"

/** What one insurer is asked for one trip: all its offers that match, in one call. */
export interface RatingRequest {
  readonly insurer: CatalogueInsurer
  readonly trip: Trip
  readonly facts: TripFacts
  /** The rates that every figure of the quote is converted at. */
  readonly rates: ExchangeRates
  /** At least one; none of them is sold by redirect. */
  readonly offers: ReadonlyArray<CatalogueOffer>
}

/** An offer with the premium that its insurer asks for the trip. */
export interface RatedOffer {
  readonly offer: CatalogueOffer
  /** Exact, before fees, in the offer's currency. */
  readonly premium: Premium
  /** The guarantees that came with the premium; absent, those of the catalogue hold. */
  readonly guarantees?: OfferGuarantees
  /** Whether the insurer says that it sells this offer on its own site only. */
  readonly soldByRedirect?: boolean
}

/**
 * What came of asking one insurer: premiums, which may be fewer than the offers asked for or none;
 * or no answer at all, because it refused the call or did not answer in time. An insurer that rests
 * for a while after failures counts as late or as refusing, as it did before. One that is not
 * connected is asked by nobody, so it cannot fail.
 */
export type InsurerAnswer =
  | { readonly _tag: "Rated"; readonly offers: ReadonlyArray<RatedOffer> }
  | { readonly _tag: "Refused" }
  | { readonly _tag: "TimedOut" }
  | { readonly _tag: "NotConnected" }

/** One request with its answer. */
export interface AnsweredRequest {
  readonly request: RatingRequest
  readonly answer: InsurerAnswer
}
