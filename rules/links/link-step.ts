import type { Trip } from "../trip/trip.ts"

/** What a call for a link does to the subscription of its session. */
type LinkStep = "create" | "replay" | "update" | "roll"

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

type Same = (left: Trip, right: Trip) => boolean

const equal =
  (name: Exclude<keyof Trip, "arrivalCountries" | "travellers">): Same =>
  (left, right) =>
    left[name] === right[name]

/** Which countries, whatever their order. */
const sameDestinations: Same = (left, right) => {
  const [here, there] = [new Set(left.arrivalCountries), new Set(right.arrivalCountries)]
  return here.size === there.size && [...here].every((country) => there.has(country))
}

const agesOf = ({ travellers }: Trip): string =>
  travellers
    .map(({ age }) => age)
    .sort((left, right) => left - right)
    .join()

/** Which ages and how often each, whatever their order. */
const sameAges: Same = (left, right) => agesOf(left) === agesOf(right)

/** One test for each field of a trip: a new field has to get one. */
const sameFields: { readonly [Name in keyof Trip]-?: Same } = {
  intent: equal("intent"),
  startDate: equal("startDate"),
  endDate: equal("endDate"),
  countryResidence: equal("countryResidence"),
  stateResidence: equal("stateResidence"),
  arrivalCountries: sameDestinations,
  travellers: sameAges,
  tripPrice: equal("tripPrice"),
  studiesAmount: equal("studiesAmount"),
  currency: equal("currency"),
  shouldCoverCancellation: equal("shouldCoverCancellation"),
  shouldCoverExtremeSports: equal("shouldCoverExtremeSports"),
  isAnnual: equal("isAnnual"),
}

const tests: ReadonlyArray<Same> = Object.values(sameFields)

/**
 * Whether two normal trips are the same one: destinations as a set, ages as a multiset, and every
 * other field equal.
 *
 * ```ts
 * import { isSameTrip } from "../rules/links/link-step.ts"
 *
 * const days = { startDate: "2027-07-01", endDate: "2027-07-14" }
 * const flags = { shouldCoverCancellation: false, shouldCoverExtremeSports: false, isAnnual: false }
 * const trip = { intent: "forTourism", ...days, countryResidence: "FR", currency: "EUR", ...flags }
 * const places = { arrivalCountries: ["ES", "PT"], travellers: [{ age: 35 }, { age: 8 }] }
 * const turned = { arrivalCountries: ["PT", "ES"], travellers: [{ age: 8 }, { age: 35 }] }
 * isSameTrip({ ...trip, ...places }, { ...trip, ...turned }) // => true
 * isSameTrip({ ...trip, ...places }, { ...trip, ...turned, currency: "USD" }) // => false
 * ```
 */
export const isSameTrip = (left: Trip, right: Trip): boolean =>
  tests.every((same) => same(left, right))

/** The stages of a subscription in the order in which the traveller's funnel moves it on. */
export const subscriptionStages = ["quoting", "presubscribed", "paid", "subscribed"] as const

/** One stage of a subscription. */
export type SubscriptionStage = (typeof subscriptionStages)[number]

/**
 * Whether one stage comes before another. A subscription moves to any later stage, stages in between
 * may be left out; it never goes back.
 *
 * ```ts
 * import { isBehind } from "../rules/links/link-step.ts"
 *
 * isBehind("presubscribed", "paid") // => true
 * isBehind("paid", "paid") // => false
 * isBehind("paid", "quoting") // => false
 * ```
 */
export const isBehind = (stage: SubscriptionStage, other: SubscriptionStage): boolean =>
  subscriptionStages.indexOf(stage) < subscriptionStages.indexOf(other)

/**
 * Whether a subscription is past quoting: its trip is frozen, and the session's next link opens
 * another one.
 *
 * ```ts
 * import { isFrozen } from "../rules/links/link-step.ts"
 *
 * isFrozen("quoting") // => false
 * isFrozen("presubscribed") // => true
 * ```
 */
export const isFrozen = (stage: SubscriptionStage): boolean => stage !== "quoting"
