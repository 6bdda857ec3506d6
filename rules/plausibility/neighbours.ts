import { plusDays } from "../../core/vocabulary/day.ts"
import type { Trip } from "../trip/trip.ts"

const ageMax = 120

/**
 * The same trip in every form that its traveller may ask for: with and without cancellation, as far as
 * its price is known, and with and without extreme sports.
 */
export const askedForms = (trip: Trip): ReadonlyArray<Trip> =>
  [false, true]
    .filter((cancellation) => !cancellation || trip.tripPrice !== undefined)
    .flatMap((shouldCoverCancellation) =>
      [false, true].map((shouldCoverExtremeSports) => ({
        ...trip,
        shouldCoverCancellation,
        shouldCoverExtremeSports,
      })),
    )

/** The same trip of a party whose oldest is some years older; undefined if that is no adult, or beyond all ages. */
export const olderAdult = (trip: Trip, years: number, adultAge: number): Trip | undefined => {
  const oldest = Math.max(...trip.travellers.map(({ age }) => age))
  if (oldest < adultAge || oldest + years > ageMax) return undefined
  const index = trip.travellers.findIndex(({ age }) => age === oldest)
  return { ...trip, travellers: trip.travellers.with(index, { age: oldest + years }) }
}

/** The same trip with some more days at its end. */
export const longer = (trip: Trip, days: number): Trip | undefined => {
  const endDate = plusDays(trip.endDate, days)
  return endDate === undefined ? undefined : { ...trip, endDate }
}

/** The same trip to one other country. */
export const elsewhere = (trip: Trip, country: string): Trip => ({
  ...trip,
  arrivalCountries: [country],
})

/** The same trip with one traveller more, as old as the youngest; its price stays. */
export const oneMore = (trip: Trip): Trip => ({
  ...trip,
  travellers: [...trip.travellers, { age: Math.min(...trip.travellers.map(({ age }) => age)) }],
})

/** The same trip of some travellers of the same ages, in turn, and its price by head. */
export const partyOf = (trip: Trip, count: number): Trip => {
  const { travellers, tripPrice } = trip
  const party = Array.from({ length: count }, (_, index) => ({
    age: travellers[index % travellers.length]?.age ?? 0,
  }))
  return tripPrice === undefined
    ? { ...trip, travellers: party }
    : {
        ...trip,
        travellers: party,
        tripPrice: Math.round((tripPrice / travellers.length) * count),
      }
}
