import { daysInclusive } from "../../core/vocabulary/day.ts"
import type { Trip } from "../trip/trip.ts"
import { type IsSchengen, prepareSchengen } from "../tables/schengen.ts"
import { type PricingZone, unlistedZone, widestZone } from "./zone.ts"

/** What pricing knows of countries: their zone, and whether they are in the Schengen area. */
export interface Geography {
  readonly zoneOf: (country: string) => PricingZone
  readonly isSchengen: IsSchengen
}

/** The facts of a trip that decide who may buy what and at which rate. */
export interface TripFacts {
  readonly intent: string
  readonly residenceZone: PricingZone
  readonly zone: PricingZone
  readonly allSchengen: boolean
  readonly days: number
  readonly travellers: number
  readonly oldestAge: number
  readonly annual: boolean
  readonly cancellation: boolean
  readonly extremeSports: boolean
}

/** Prepares the geography from the rows of a zone table and of the countries. */
export const prepareGeography = (
  zones: ReadonlyArray<{ readonly country: string; readonly zone: PricingZone }>,
  countries: ReadonlyArray<{ readonly code: string; readonly schengen: boolean }>,
): Geography => {
  const zoneByCountry = new Map(zones.map(({ country, zone }) => [country, zone]))
  return {
    zoneOf: (country) => zoneByCountry.get(country) ?? unlistedZone,
    isSchengen: prepareSchengen(countries),
  }
}

/** Reads the facts off a normal trip; neither the order of destinations nor of travellers counts. */
export const tripFacts = (trip: Trip, geography: Geography): TripFacts => ({
  intent: trip.intent,
  residenceZone: geography.zoneOf(trip.countryResidence),
  zone: widestZone(trip.arrivalCountries.map(geography.zoneOf)),
  allSchengen: trip.arrivalCountries.every(geography.isSchengen),
  days: daysInclusive(trip.startDate, trip.endDate),
  travellers: trip.travellers.length,
  oldestAge: Math.max(0, ...trip.travellers.map(({ age }) => age)),
  annual: trip.isAnnual,
  cancellation: trip.shouldCoverCancellation,
  extremeSports: trip.shouldCoverExtremeSports,
})
