import { type CoachRefusal, describeCoachRefusal } from "../../coach/coach-refusal.ts"
import { describeTripRefusal, type TripRefusal } from "../../trip/trip-refusal.ts"
import type { BilanView, TravellerFault } from "./traveller-view.ts"

/** The fields of the form by the codes of refusals; the end stands for both days. */
const tripFields: Readonly<Record<TripRefusal["code"], string>> = {
  BAD_LANGUAGE: "language",
  BAD_TRIP: "ages",
  BAD_INTENT: "intent",
  BAD_DATES: "end",
  BAD_RESIDENCE: "residence",
  BAD_STATE_RESIDENCE: "state",
  NO_DESTINATIONS: "destinations",
  TOO_MANY_DESTINATIONS: "destinations",
  NO_TRAVELLERS: "ages",
  TOO_MANY_TRAVELLERS: "ages",
  CANCELLATION_NEEDS_TRIP_PRICE: "price",
}

/** The fields by the paths of requests, where a code is about several. */
const pathFields: ReadonlyArray<readonly [RegExp, string]> = [
  [/startDate/, "start"],
  [/endDate/, "end"],
  [/tripPrice/, "price"],
  [/currency/, "currency"],
  [/travellers/, "ages"],
  [/arrivalCountries/, "destinations"],
  [/stateResidence/, "state"],
  [/countryResidence/, "residence"],
]

const tripField = ({ code, path }: TripRefusal): string =>
  pathFields.find(([pattern]) => pattern.test(path))?.[1] ?? tripFields[code]

/** The warnings of a bilan that are about what was filled in, and the field. */
const warnedFields: Readonly<Record<string, string>> = {
  BIN_LOOKUP_FAILED: "card",
  CARD_PROFILE_UNMATCHED: "card",
  CARD_NOT_FOUND: "card",
}

/** What is wrong with the form: each field once, the first word on it. */
export const travellerFaults = (
  trip: TripRefusal | undefined,
  card: CoachRefusal | undefined,
  bilan: BilanView | null,
): ReadonlyArray<TravellerFault> => {
  const faults: Array<TravellerFault> = []
  if (trip !== undefined) {
    faults.push({ field: tripField(trip), code: trip.code, rule: describeTripRefusal(trip) })
  }
  if (card !== undefined) {
    const field = card.code === "BAD_RESIDENCE" ? "residence" : "destinations"
    faults.push({ field, code: card.code, rule: describeCoachRefusal(card) })
  }
  for (const code of bilan?.warnings ?? []) {
    const field = warnedFields[code]
    if (field !== undefined) faults.push({ field, code, rule: code })
  }
  return faults.filter(
    ({ field }, index) => faults.findIndex((other) => other.field === field) === index,
  )
}
