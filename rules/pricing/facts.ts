import { daysInclusive } from "../../core/vocabulary/day.ts"
import type { Trip } from "../trip/trip.ts"
import type { PricingTables } from "./pricing-tables.ts"
import { type IsSchengen, prepareSchengen } from "../reference/schengen.ts"
import { type PricingZone, unlistedZone, widestZone } from "./zone.ts"

const ageYearsMax = 120

/** What pricing knows of countries: their zone, and whether they are Schengen or left out of covers. */
export interface Geography {
  readonly zoneOf: (country: string) => PricingZone
  readonly isSchengen: IsSchengen
  readonly isExcluded: (country: string) => boolean
}

/** The facts of a trip that decide who may buy what and at which rate. */
export interface TripFacts {
  readonly intent: string
  readonly residence: string
  readonly residenceZone: PricingZone
  readonly zone: PricingZone
  /** Whether a destination is the country of residence. */
  readonly domestic: boolean
  /** Whether every destination is the country of residence; a cover for the year goes abroad too. */
  readonly atHome: boolean
  /** Whether a destination is one that offers may leave out of their cover. */
  readonly excluded: boolean
  readonly allSchengen: boolean
  readonly days: number
  readonly travellers: number
  readonly youngestAge: number
  readonly oldestAge: number
  readonly annual: boolean
  readonly cancellation: boolean
  readonly extremeSports: boolean
}

/** Prepares the geography of a catalogue. */
export const prepareGeography = ({
  countries,
  excludedCountries,
  zones,
}: Pick<PricingTables, "countries" | "excludedCountries" | "zones">): Geography => {
  const zoneByCountry = new Map(zones.rows.map(({ country, zone }) => [country, zone]))
  const excluded = new Set(excludedCountries)
  return {
    zoneOf: (country) => zoneByCountry.get(country) ?? unlistedZone,
    isSchengen: prepareSchengen(countries.rows),
    isExcluded: (country) => excluded.has(country),
  }
}

/** Reads the facts off a normal trip; neither the order of destinations nor of travellers counts. */
export const tripFacts = (trip: Trip, geography: Geography): TripFacts => ({
  intent: trip.intent,
  residence: trip.countryResidence,
  residenceZone: geography.zoneOf(trip.countryResidence),
  zone: widestZone(trip.arrivalCountries.map(geography.zoneOf)),
  domestic: trip.arrivalCountries.includes(trip.countryResidence),
  atHome: !trip.isAnnual && trip.arrivalCountries.every((code) => code === trip.countryResidence),
  excluded: trip.arrivalCountries.some(geography.isExcluded),
  allSchengen: trip.arrivalCountries.every(geography.isSchengen),
  days: daysInclusive(trip.startDate, trip.endDate),
  travellers: trip.travellers.length,
  youngestAge: trip.travellers.reduce((least, { age }) => Math.min(least, age), ageYearsMax),
  oldestAge: trip.travellers.reduce((most, { age }) => Math.max(most, age), 0),
  annual: trip.isAnnual,
  cancellation: trip.shouldCoverCancellation,
  extremeSports: trip.shouldCoverExtremeSports,
})
