import type * as Result from "effect/Result"
import type { TellHighlight } from "./highlights.ts"
import type { FeeTerms } from "../fees/handling-fee.ts"
import type { Trip } from "../trip/trip.ts"
import type { PricedQuote } from "./offer-shown.ts"

export type { Offer, PricedQuote, Price } from "./offer-shown.ts"

/** Where an answer's pictograms and documents are served from, and who puts its highlights into words. */
export interface OfferLinks {
  readonly iconUrl: (file: string) => string
  readonly documentUrl: (offerId: number, kind: "terms" | "ipid") => string
  /** By the words of the tables where it is left out. */
  readonly tell?: TellHighlight
  /** `insurers` where each offer has its insurer's logo, so that insurers are told apart, and no pictogram of its own. */
  readonly marks?: "insurers"
}

/** No insurer gave an answer: all of them were late, or some refused. */
export interface PricingUnavailable {
  readonly _tag: "PricingUnavailable"
  readonly reason: "refused" | "timed_out"
}

/**
 * The sentence of a refusal to price.
 *
 * ```ts
 * import { describePricingUnavailable } from "../rules/pricing/offer.ts"
 *
 * describePricingUnavailable({ reason: "refused" }) // => "No insurer gave a price."
 * ```
 */
export const describePricingUnavailable = ({
  reason,
}: Pick<PricingUnavailable, "reason">): string =>
  reason === "refused" ? "No insurer gave a price." : "No insurer answered in time."

/** Prices a trip for an account's fee terms, with links as the caller serves them. */
export type PriceTrip = (
  trip: Trip,
  terms: FeeTerms,
  links: OfferLinks,
) => Result.Result<PricedQuote, PricingUnavailable>
