import type { Trip } from "../trip/trip.ts"
import { isSameTrip } from "./same-trip.ts"
import { isFrozen, type SubscriptionStage } from "./subscription-stage.ts"

/** What a call for a link does to the subscription of its session. */
export type LinkStep = "create" | "replay" | "update" | "roll"

/** The subscription that a session follows, as far as the next link depends on it. */
export interface FollowedSubscription {
  readonly stage: SubscriptionStage
  readonly trip: Trip
}

/**
 * What a call for a link does, by what its session holds:
 *
 * | the session holds | trip | step | answer |
 * | --- | --- | --- | --- |
 * | no subscription | any | `create` | 201, a subscription credited to the call's link |
 * | one that is quoting | the same | `replay` | 200, replayed |
 * | one that is quoting | another | `update` | 200, replayed and updated: its trip changes in place |
 * | one past quoting | any | `roll` | 201, a fresh one under the attribution of the first call |
 *
 * ```ts
 * import { linkStep } from "../rules/links/link-step.ts"
 *
 * const days = { startDate: "2027-07-01", endDate: "2027-07-14" }
 * const flags = { shouldCoverCancellation: false, shouldCoverExtremeSports: false, isAnnual: false }
 * const party = { arrivalCountries: ["ES"], travellers: [{ age: 35 }], currency: "EUR" }
 * const trip = { intent: "forTourism", ...days, countryResidence: "FR", ...party, ...flags }
 * linkStep(undefined, trip) // => "create"
 * linkStep({ stage: "quoting", trip }, trip) // => "replay"
 * linkStep({ stage: "quoting", trip }, { ...trip, isAnnual: true }) // => "update"
 * linkStep({ stage: "paid", trip }, trip) // => "roll"
 * ```
 */
export const linkStep = (held: FollowedSubscription | undefined, trip: Trip): LinkStep => {
  if (held === undefined) return "create"
  if (isFrozen(held.stage)) return "roll"
  return isSameTrip(held.trip, trip) ? "replay" : "update"
}
