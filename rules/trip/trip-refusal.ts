import * as Result from "effect/Result"

/** The codes of a refused trip, in the order in which they are reported when several apply. */
export const tripRefusalCodes = [
  "BAD_LANGUAGE",
  "BAD_TRIP",
  "BAD_INTENT",
  "BAD_DATES",
  "BAD_RESIDENCE",
  "BAD_STATE_RESIDENCE",
  "NO_DESTINATIONS",
  "TOO_MANY_DESTINATIONS",
  "NO_TRAVELLERS",
  "TOO_MANY_TRAVELLERS",
  "CANCELLATION_NEEDS_TRIP_PRICE",
] as const

/** A code of {@link tripRefusalCodes}. */
export type TripRefusalCode = (typeof tripRefusalCodes)[number]

/** Why a trip is refused: the code, where in the body, and the rule that is broken. */
export interface TripRefusal {
  readonly _tag: "TripRefusal"
  readonly code: TripRefusalCode
  readonly path: string
  readonly rule: string
}

/** A failed reading of one field. */
export const refuse = (
  code: TripRefusalCode,
  path: string,
  rule: string,
): Result.Result<never, TripRefusal> => Result.fail({ _tag: "TripRefusal", code, path, rule })

/**
 * The sentence of a refusal: the path and the rule.
 *
 * ```ts
 * import { describeTripRefusal } from "../rules/trip/trip-refusal.ts"
 *
 * const path = "trip.travellers[2].age"
 * const refusal = { _tag: "TripRefusal", code: "BAD_TRIP", path, rule: "integer 0 to 120" } as const
 * describeTripRefusal(refusal) // => "trip.travellers[2].age: integer 0 to 120"
 * ```
 */
export const describeTripRefusal = (refusal: Pick<TripRefusal, "path" | "rule">): string =>
  `${refusal.path}: ${refusal.rule}`
