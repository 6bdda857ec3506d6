import type { Trip } from "../trip/trip.ts"

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
 * import { isSameTrip } from "../rules/links/same-trip.ts"
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
