import { facts } from "./built-facts.ts"
import { tables } from "#library/pricing"
import type * as Result from "effect/Result"
import type { RequestWarning, Warned } from "../../core/fields/request-warning.ts"
import { type TableMistake, withMistakes } from "../../core/table/error.ts"
import type { Explained } from "../../rules/explanation/explanation.ts"
import type { OwnTexts } from "../../rules/offline/packed-tables.ts"
import { versionOf } from "../../rules/offline/table-texts.ts"
import { makePricingOver, openPricingOver } from "../../rules/offline/pricing.ts"
import type {
  OfflineQuote,
  PricingFunctions,
  QuoteOptions,
  QuoteRefusal,
  TravelMeta,
} from "../../rules/offline/pricing-functions.ts"
import type { QuoteInput } from "../../rules/offline/requests.ts"
import { compileText } from "../messages/icu.ts"
import { shippedPricing } from "./shipped-pricing.ts"

export type * from "./pricing-types.ts"

/** How prices are made. */
export interface PricingOptions {
  /** Where a service serves pictograms and documents; their paths alone where it is left out. */
  readonly baseUrl?: string
  /** The day of quotes in UTC, `YYYY-MM-DD`; without it nothing is said of the age of rates. */
  readonly today?: string
}

/** How prices over one's own tables are made. */
export interface OwnPricingOptions extends PricingOptions {
  /** Whether only one's own texts count; else files that they leave out are the package's. */
  readonly alone?: boolean
  /** What `meta.engineVersion` of its quotes says; the package's own, and `own` behind it, when left out. */
  readonly engineVersion?: string
}

/**
 * Prices over the package's own tables, with addresses of a service and a day of one's own.
 *
 * ```js
 * import { openPricing } from "viatica/pricing"
 *
 * const { quote } = openPricing({ baseUrl: "https://quotes.example", today: "2027-01-31" })
 * ```
 */
export const openPricing = (options: PricingOptions = {}): PricingFunctions =>
  openPricingOver(tables, { ...options, facts, format: compileText })

/**
 * Prices over one's own tables, CSV texts by their files under data/, or every mistake in them: file,
 * line, character, column, what is expected there and what was probably meant.
 *
 * ```js
 * import { makePricing } from "viatica/pricing"
 *
 * const pricing = makePricing({ "sandbox/tariffs.csv": text })
 * if (pricing._tag === "Success") console.log(pricing.success.quote({ trip }))
 * ```
 */
export const makePricing = (
  texts: OwnTexts,
  { alone = false, engineVersion, ...options }: OwnPricingOptions = {},
): Result.Result<PricingFunctions, ReadonlyArray<TableMistake>> => {
  const packed = alone ? [] : [tables]
  const pricing = makePricingOver(packed, texts, {
    ...options,
    engineVersion: engineVersion ?? `${alone ? facts.apiVersion : versionOf(packed)}+own`,
    facts,
    format: compileText,
  })
  return withMistakes(pricing)
}

/**
 * What a trip costs, by the package's own tables: the body of `POST /api/v1/travel/quotes` to the
 * answer of that endpoint, without a session and times, or its refusal. The fictional insurer of the
 * sandbox prices it unless the mode is `live`; then the tariffs of the live catalogue do, at the
 * tables' exchange rates, without insurers that have to be asked.
 *
 * ```js
 * import { quote } from "viatica"
 *
 * const trip = { intent: "forTourism", startDate: "2027-07-01", endDate: "2027-07-14", countryResidence: "FR", arrivalCountries: ["US"], travellers: [{ age: 34 }] }
 * const answer = quote({ trip }, { mode: "live" })
 * if (answer._tag === "Success") console.log(answer.success.offers[0]?.price.amount)
 * ```
 */
export const quote = (
  request: QuoteInput,
  options?: QuoteOptions,
): Result.Result<OfflineQuote & Warned, QuoteRefusal> => shippedPricing().quote(request, options)

/** The same quote with its explanation: which row of which table decided each figure. */
export const explainQuote = (
  request: QuoteInput,
  options?: QuoteOptions,
): Result.Result<Explained<OfflineQuote & Warned>, QuoteRefusal> =>
  shippedPricing().explainQuote(request, options)

/** Reads a request for prices that came as JSON, of any shape, or says why it is refused. */
export const readQuote = (json: unknown): Result.Result<QuoteInput, QuoteRefusal> =>
  shippedPricing().readQuote(json)

/** What of a request for prices nobody reads: fields and words that are not known. */
export const quoteWarnings = (json: unknown): ReadonlyArray<RequestWarning> =>
  shippedPricing().quoteWarnings(json)

/** The words of requests and answers: the vocabulary of `GET /api/v1/travel/meta`. */
export const meta = (): TravelMeta => shippedPricing().meta()
