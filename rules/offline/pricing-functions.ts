import type * as Result from "effect/Result"
import type { RequestWarning, Warned } from "../../core/fields/request-warning.ts"
import type { Explained } from "../explanation/explanation.ts"
import type { Offer } from "../pricing/offer-shown.ts"
import type { MetaVocabulary } from "../trip/trip-vocabulary.ts"
import type { TripRefusalCode } from "../trip/trip-refusal.ts"
import type { QuoteInput } from "./requests.ts"
import type { QuoteAnswer } from "../pricing/quote-answer.ts"

/** Which catalogue is priced: the sandbox's or the live one. */
export type QuoteMode = "sandbox" | "live"

/** Why a trip has no quote: the code of the API, and where and what the rule is. */
export interface QuoteRefusal {
  readonly _tag: "QuoteRefusal"
  readonly code: TripRefusalCode | "PRICING_UNAVAILABLE"
  readonly detail: string
}

/**
 * A quote without a session: what the endpoint answers a new account's key, but for its times. A live
 * one is at the tables' exchange rates, and without the insurers that rate their own offers.
 */
export interface OfflineQuote<Shown = Offer> extends QuoteAnswer<Shown> {
  readonly meta: {
    readonly apiVersion: string
    readonly engineVersion: string
    readonly language: string
    readonly notice: string
  }
}

/** How a trip is priced. */
export interface QuoteOptions {
  /** The fictional insurer of the sandbox, which is the default, or the live catalogue's tariffs. */
  readonly mode?: QuoteMode
}

/** The words of requests and answers, as `GET /api/v1/travel/meta` tells them. */
export interface TravelMeta extends MetaVocabulary {
  readonly ok: true
  readonly apiVersion: string
  readonly engineVersion: string
}

/** Prices over one set of tables. */
export interface PricingFunctions {
  readonly engineVersion: string
  /** What a trip costs, offer by offer, cheapest first. */
  readonly quote: (
    request: QuoteInput,
    options?: QuoteOptions,
  ) => Result.Result<OfflineQuote & Warned, QuoteRefusal>
  /** The same with the row of the table that decided each figure; slower. */
  readonly explainQuote: (
    request: QuoteInput,
    options?: QuoteOptions,
  ) => Result.Result<Explained<OfflineQuote & Warned>, QuoteRefusal>
  /** Reads what came as JSON, of any shape: a request, or why it is refused. */
  readonly readQuote: (json: unknown) => Result.Result<QuoteInput, QuoteRefusal>
  /** What of a request nobody reads: fields and words that are not known. */
  readonly quoteWarnings: (json: unknown) => ReadonlyArray<RequestWarning>
  readonly meta: () => TravelMeta
}
