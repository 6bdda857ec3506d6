import type { TripFlags } from "../request.ts"
import type { TripFlag } from "../coach-vocabulary.ts"

/**
 * The number of a combination of trip flags, 0 to 7.
 *
 * ```ts
 * import { tripNumber } from "../rules/coach/covers/trip-flags.ts"
 *
 * tripNumber({ friends: true, longTrip: false, riskyActivity: true }) // => 5
 * ```
 */
export const tripNumber = (trip: TripFlags): number =>
  (trip.friends ? 1 : 0) + (trip.longTrip ? 2 : 0) + (trip.riskyActivity ? 4 : 0)

/** The combination of trip flags that a number stands for. */
export const tripOf = (number: number): TripFlags => ({
  friends: (number & 1) !== 0,
  longTrip: (number & 2) !== 0,
  riskyActivity: (number & 4) !== 0,
})

/** The numbers of all combinations. */
export const tripNumbers: ReadonlyArray<number> = [0, 1, 2, 3, 4, 5, 6, 7]

const flagsByNumber: ReadonlyArray<ReadonlyArray<TripFlag>> = tripNumbers.map((number) => {
  const { friends, longTrip, riskyActivity } = tripOf(number)
  return [
    ...(longTrip ? ["long_trip" as const] : []),
    ...(friends ? ["friends" as const] : []),
    ...(riskyActivity ? ["risky_activity" as const] : []),
  ]
})

/**
 * What a trip is like, as the words of tables.
 *
 * ```ts
 * import { tripFlagsOf } from "../rules/coach/covers/trip-flags.ts"
 *
 * tripFlagsOf({ friends: true, longTrip: true, riskyActivity: false }) // => ["long_trip", "friends"]
 * ```
 */
export const tripFlagsOf = (trip: TripFlags): ReadonlyArray<TripFlag> =>
  flagsByNumber[tripNumber(trip)] ?? []
