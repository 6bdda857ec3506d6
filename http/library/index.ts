import { tables as bins } from "#library/bins"
import { facts } from "./built-facts.ts"
import { tables } from "#library/universal"
import type * as Result from "effect/Result"
import type { RequestWarning, Warned } from "../../core/fields/request-warning.ts"
import type { TableMistake } from "../../core/table/error.ts"
import type { CoachRefusal } from "../../rules/coach/coach-refusal.ts"
import type { BilanResponse } from "../../rules/coach/response.ts"
import type { Explained } from "../../rules/explanation/explanation.ts"
import type {
  BilanRefusal,
  CardCatalogue,
  CardsInput,
  CoachFunctions,
} from "../../rules/offline/coach-functions.ts"
import type { OwnTexts, TablesManifest } from "../../rules/offline/packed-tables.ts"
import type { BilanInput } from "../../rules/offline/requests.ts"
import { makeCoach as makeCoachAlone, type OwnCoachOptions } from "./coach.ts"
import { shippedCoach } from "./shipped-coach.ts"

export { describeMistake, describeCoachRefusal } from "./coach.ts"
export { explainQuote, makePricing, meta, quote, quoteWarnings, readQuote } from "./pricing.ts"
export type { OwnPricingOptions, PricingOptions } from "./pricing.ts"
export type { CoachOptions, OwnCoachOptions } from "./coach.ts"
export type { TablesManifest as Manifest } from "../../rules/offline/packed-tables.ts"
export type * from "./coach-types.ts"
export type * from "./pricing-types.ts"

/** Version of the package and content hash of its tables, as in a bilan's `meta.engineVersion`. */
export const engineVersion: string = tables.engineVersion

/**
 * Schema of the package's tables, and the first and last day (UTC, `YYYY-MM-DD`; the last may be
 * null) that they are meant for. The package reads no clock: bilans are made on any day.
 */
export const manifest: TablesManifest = facts.manifest

/**
 * What of a request nobody reads: fields and words that are not known, with what was probably meant.
 * Answers carry the same as `warnings`; ask it for a request that was refused.
 *
 * ```js
 * import { requestWarnings } from "viatica"
 *
 * requestWarnings({ residence: "FR", crad: { none: true } })[0]?.nearest // "card"
 * ```
 */
export const requestWarnings = (json: unknown): ReadonlyArray<RequestWarning> =>
  shippedCoach().requestWarnings(json)

/**
 * Reads a request for a bilan that came as JSON, of any shape: the request, made normal, or why it is
 * refused. Fields that nobody reads are dropped; {@link requestWarnings} lists them.
 *
 * ```js
 * import { bilan, readBilan } from "viatica"
 *
 * const read = readBilan(JSON.parse(body))
 * const answer = read._tag === "Success" ? bilan(read.success) : read
 * ```
 */
export const readBilan = (json: unknown): Result.Result<BilanInput, BilanRefusal> =>
  shippedCoach().readBilan(json)

/**
 * What a bank card's travel cover lacks for a trip: the body of `POST /api/v1/coach/bilan` to the
 * answer of that endpoint or the refusal of it. Its type holds requests to their fields; what came
 * as JSON goes through {@link readBilan}, or as it is: any shape is answered or refused.
 *
 * Reads no file, network, clock or environment. Every card mode may be sent; nobody is credited, so
 * `offer.quoteUrl` is null and a `ref` is ignored with a warning. What of the request is not read, a
 * misspelt field among others, stands as `warnings` in the answer. The first call reads the tables
 * that it needs.
 *
 * ```js
 * import { bilan } from "viatica"
 *
 * const answer = bilan({ residence: "FR", destinations: ["US"], card: { none: true } })
 * if (answer._tag === "Success") console.log(answer.success.bilan.medical.targetValue) // 500000
 * ```
 */
export const bilan = (request: BilanInput): Result.Result<BilanResponse & Warned, BilanRefusal> =>
  shippedCoach().bilan(request)

/**
 * The same bilan with its explanation: which row of which table decided each figure, by file under
 * data/ and line. It takes several times as long; the answer is the very one of {@link bilan}.
 *
 * ```js
 * import { explainBilan } from "viatica"
 *
 * const explained = explainBilan({ residence: "FR", destinations: ["US"], card: { none: true } })
 * if (explained._tag === "Success") console.log(explained.success.explanation[0])
 * ```
 */
export const explainBilan = (
  request: BilanInput,
): Result.Result<Explained<BilanResponse & Warned>, BilanRefusal> =>
  shippedCoach().explainBilan(request)

/** The banks and cards that the Coach knows: the answer of `GET /api/v1/coach/cards`, without its key. */
export const cards = (asked?: CardsInput): Result.Result<CardCatalogue, CoachRefusal> =>
  shippedCoach().cards(asked)

/**
 * Makes the Coach over edited tables, CSV texts by their files under data/, with the package's own
 * for all others; or gives every mistake in them.
 *
 * ```js
 * import { describeMistake, makeCoach } from "viatica"
 *
 * const coach = makeCoach({ "coach/selling.csv": text })
 * if (coach._tag === "Failure") console.error(coach.failure.map(describeMistake).join("\n"))
 * ```
 */
export const makeCoach = (
  texts: OwnTexts,
  options: OwnCoachOptions = {},
): Result.Result<CoachFunctions, ReadonlyArray<TableMistake>> =>
  makeCoachAlone(texts, { over: [tables, bins], ...options })
