import * as Result from "effect/Result"
import { plusDays } from "../../core/vocabulary/day.ts"
import { readQuoteRequest } from "../trip/request.ts"
import type { Trip } from "../trip/trip.ts"
import type { TripVocabulary } from "../trip/trip-vocabulary.ts"
import type { PublishedPrice } from "./published-tables.ts"

/** What is published of a trip. */
export type PublishedTravel = Pick<
  PublishedPrice,
  | "intent"
  | "residence"
  | "destination"
  | "days"
  | "ages"
  | "tripPrice"
  | "cancellation"
  | "annual"
  | "currency"
>

/** Prices depend on how long a trip is, and not on when it begins. */
const firstDay = "2027-01-01"

/** The trip that a price is published for; undefined for one that is no request. */
export const publishedTrip = (
  travel: PublishedTravel,
  vocabulary: TripVocabulary,
): Trip | undefined => {
  const trip = {
    intent: travel.intent,
    startDate: firstDay,
    endDate: plusDays(firstDay, travel.days - 1),
    countryResidence: travel.residence,
    ...(travel.residence === "US" ? { stateResidence: "NY" } : {}),
    arrivalCountries: [travel.destination],
    travellers: travel.ages.map((age) => ({ age })),
    ...(travel.tripPrice === null ? {} : { tripPrice: travel.tripPrice }),
    currency: travel.currency,
    shouldCoverCancellation: travel.cancellation,
    shouldCoverExtremeSports: false,
    isAnnual: travel.annual,
  }
  const read = readQuoteRequest({ trip }, vocabulary)
  return Result.isSuccess(read) ? read.success.trip : undefined
}
