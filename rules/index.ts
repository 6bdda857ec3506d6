import { engineVersion as shippedVersion, texts } from "#tables"
import * as Effect from "effect/Effect"
import * as Result from "effect/Result"
import { describeTableError } from "../core/table/error.ts"
import { loadDefinitions } from "../core/table/load.ts"
import { makeOfflineCoach, type OfflineCoach } from "./coach/offline.ts"
import type { CoachRefusal } from "./coach/refusal.ts"
import type { BilanResponse } from "./coach/response.ts"
import { offlineDefinitions } from "./tables/offline.ts"

export type { DetectedCard } from "./coach/bin-card.ts"
export type { Gap } from "./coach/gaps.ts"
export { type CoachRefusal, describeCoachRefusal } from "./coach/refusal.ts"
export type { Argument, BilanResponse, Headline, MedicalReading, Social } from "./coach/response.ts"
export type {
  Badge,
  CardMode,
  Category,
  Market,
  Origin,
  Strength,
  Warning,
} from "./coach/vocabulary.ts"

/** Version of the package and content hash of its tables, as in a bilan's `meta.engineVersion`. */
export const engineVersion: string = shippedVersion

let shippedCoach: OfflineCoach | undefined

/** The Coach over the package's own tables, which the build has checked; read on the first call. */
const coach = (): OfflineCoach => {
  if (shippedCoach !== undefined) return shippedCoach
  const tables = Result.getOrThrowWith(
    loadDefinitions(offlineDefinitions, new Map(Object.entries(texts))),
    (errors) => new Error(errors.map(describeTableError).join("\n")),
  )
  shippedCoach = makeOfflineCoach(tables, engineVersion)
  return shippedCoach
}

/**
 * What a bank card's travel cover lacks for a trip: the body of `POST /api/v1/coach/bilan` as
 * parsed JSON, of any shape, to the answer of that endpoint or the refusal of it.
 *
 * Reads no file, network, clock or environment. Every card mode may be sent; nobody is credited, so
 * `offer.quoteUrl` is null and a `ref` is ignored with a warning. The first call compiles the
 * tables, which takes some tenths of a second; make one at the start of a service.
 *
 * ```js
 * import { bilan } from "viatica"
 *
 * const answer = bilan({ residence: "FR", destinations: ["US"], card: { none: true } })
 * if (answer._tag === "Success") console.log(answer.success.bilan.medical.targetValue) // 500000
 * ```
 */
export const bilan = (request: unknown): Result.Result<BilanResponse, CoachRefusal> =>
  coach().bilan(request)

/** The same as {@link bilan} as an Effect, which fails with the refusal. */
export const bilanEffect = (request: unknown): Effect.Effect<BilanResponse, CoachRefusal> =>
  Effect.suspend(() => coach().bilanEffect(request))
