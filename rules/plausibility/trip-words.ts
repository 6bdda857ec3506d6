import { daysInclusive } from "../../core/vocabulary/day.ts"
import type { Trip } from "../trip/trip.ts"
import type { TripPrices } from "./rated-trip.ts"

/** Ages with how many travellers share each: `34, 36 and two of 8` is `34, 36 and 2 x 8`. */
const agesText = (ages: ReadonlyArray<number>): string => {
  const counts = new Map<number, number>()
  for (const age of ages) counts.set(age, (counts.get(age) ?? 0) + 1)
  const parts = [...counts].map(([age, count]) => (count === 1 ? `${age}` : `${count} x ${age}`))
  const last = parts.at(-1) ?? ""
  return parts.length === 1 ? last : `${parts.slice(0, -1).join(", ")} and ${last}`
}

const partyText = ({ travellers }: Pick<Trip, "travellers">): string => {
  const ages = agesText(travellers.map(({ age }) => age))
  return travellers.length === 1
    ? `one traveller of ${ages}`
    : `${travellers.length} travellers of ${ages}`
}

/** What a trip asks for beside the cover itself. */
const askedText = (trip: Trip): string => {
  const asked = [
    ...(trip.shouldCoverCancellation ? ["with cancellation"] : []),
    ...(trip.shouldCoverExtremeSports ? ["with extreme sports"] : []),
    ...(trip.isAnnual ? ["for the year"] : []),
  ]
  return asked.length === 0 ? "without options" : asked.join(", ")
}

/**
 * A trip in words: `forTourism, 8 days from FR to US (zone north_america), 2 travellers of 34 and 31,
 * trip price 3000 EUR, with cancellation`.
 */
export const tripText = ({ facts, trip }: Pick<TripPrices, "facts" | "trip">): string => {
  const days = daysInclusive(trip.startDate, trip.endDate)
  const price =
    trip.tripPrice === undefined ? [] : [`trip price ${trip.tripPrice} ${trip.currency}`]
  return [
    trip.intent,
    `${days} ${days === 1 ? "day" : "days"} from ${trip.countryResidence} to ${trip.arrivalCountries.join(", ")} (zone ${facts.zone})`,
    partyText(trip),
    ...price,
    askedText(trip),
  ].join(", ")
}
