import {
  bilanShape,
  engineVersion as shippedVersion,
  manifest as shippedManifest,
  texts,
} from "#tables"
import * as Effect from "effect/Effect"
import * as Result from "effect/Result"
import { type RequestWarning, type Warned, warned } from "../core/fields/request-warning.ts"
import type { FieldShape } from "../core/fields/shape.ts"
import { describeTableError } from "../core/table/error.ts"
import { loadDefinitions } from "../core/table/load.ts"
import { makeOfflineCoach, type OfflineCoach } from "./coach/offline.ts"
import type { CoachRefusal } from "./coach/coach-refusal.ts"
import type { BilanResponse } from "./coach/response.ts"
import type { Manifest } from "./tables/bundle.ts"
import type { Explained } from "./explanation/explanation.ts"
import { offlineDefinitions } from "./tables/offline.ts"

export type {
  Explained,
  ExplainedFigure,
  ExplainedValue,
  Explanation,
  Reason,
} from "./explanation/explanation.ts"
export type { RequestWarning, Warned } from "../core/fields/request-warning.ts"
export { type CoachRefusal, describeCoachRefusal } from "./coach/coach-refusal.ts"
export type {
  Argument,
  BilanResponse,
  DetectedCard,
  Gap,
  Headline,
  MedicalReading,
  Social,
} from "./coach/response.ts"
export type {
  Badge,
  CardMode,
  Category,
  Market,
  Origin,
  Strength,
  Warning,
} from "./coach/coach-vocabulary.ts"
export type { Manifest } from "./tables/bundle.ts"

/** Version of the package and content hash of its tables, as in a bilan's `meta.engineVersion`. */
export const engineVersion: string = shippedVersion

/**
 * Schema of the package's tables, and the first and last day (UTC, `YYYY-MM-DD`; the last may be
 * null) that they are meant for. The package reads no clock: bilans are made on any day.
 */
export const manifest: Manifest = shippedManifest

let shippedCoach: OfflineCoach | undefined

/** The Coach over the package's own tables, which the build has checked; read on the first call. */
const coach = (): OfflineCoach => {
  if (shippedCoach !== undefined) return shippedCoach
  const tables = Result.getOrThrowWith(
    loadDefinitions(offlineDefinitions, new Map(Object.entries(texts))),
    (errors) => new Error(errors.map(describeTableError).join("\n")),
  )
  shippedCoach = makeOfflineCoach(tables, engineVersion, undefined, bilanShape as FieldShape)
  return shippedCoach
}

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
export const requestWarnings = (request: unknown): ReadonlyArray<RequestWarning> =>
  coach().warningsOf(request)

/** An answer with the warnings of its request, where it has some. */
const withWarnings =
  (request: unknown) =>
  (answer: BilanResponse): BilanResponse & Warned =>
    warned(answer, requestWarnings(request))

/**
 * What a bank card's travel cover lacks for a trip: the body of `POST /api/v1/coach/bilan` as
 * parsed JSON, of any shape, to the answer of that endpoint or the refusal of it.
 *
 * Reads no file, network, clock or environment. Every card mode may be sent; nobody is credited, so
 * `offer.quoteUrl` is null and a `ref` is ignored with a warning. What of the request is not read, a
 * misspelt field among others, stands as `warnings` in the answer. The first call compiles the
 * tables, which takes some tenths of a second; make one at the start of a service.
 *
 * ```js
 * import { bilan } from "viatica"
 *
 * const answer = bilan({ residence: "FR", destinations: ["US"], card: { none: true } })
 * if (answer._tag === "Success") console.log(answer.success.bilan.medical.targetValue) // 500000
 * ```
 */
export const bilan = (request: unknown): Result.Result<BilanResponse & Warned, CoachRefusal> =>
  Result.map(coach().bilan(request), withWarnings(request))

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
  request: unknown,
): Result.Result<Explained<BilanResponse & Warned>, CoachRefusal> =>
  Result.map(coach().explainBilan(request), ({ answer, explanation }) => ({
    answer: withWarnings(request)(answer),
    explanation,
  }))

/** The same as {@link bilan} as an Effect, which fails with the refusal. */
export const bilanEffect = (
  request: unknown,
): Effect.Effect<BilanResponse & Warned, CoachRefusal> =>
  Effect.suspend(() => Effect.fromResult(bilan(request)))
