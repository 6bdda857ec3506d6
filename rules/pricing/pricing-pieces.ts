import type { CountryCode } from "../../core/vocabulary/codes.ts"
import { daysInclusive } from "../../core/vocabulary/day.ts"
import { type CatalogueOffer, prepareOffers } from "./catalogue.ts"
import { type JudgeTrip, prepareGuards } from "./guards.ts"
import type { PricingTables, TripFacts } from "./pricing-tables.ts"
import { prepareSelection, type Selection } from "./selection.ts"
import { type PricingZone, unlistedZone, widestZone } from "./zone.ts"
import { type IsSchengen, prepareSchengen } from "../reference/countries.ts"
import type { Trip } from "../trip/trip.ts"

/** What pricing knows of countries: their zone, and whether they are Schengen or left out of covers. */
export interface Geography {
  readonly zoneOf: (country: CountryCode) => PricingZone
  readonly isSchengen: IsSchengen
  readonly isExcluded: (country: CountryCode) => boolean
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

const ageYearsMax = 120

/** Every piece that quotes are made of, prepared from one catalogue; explanations ask the same. */
export interface PricingPieces {
  readonly tables: PricingTables
  readonly geography: Geography
  /** The offers by their ids as written in the tables. */
  readonly offers: ReadonlyMap<string, CatalogueOffer>
  readonly select: (facts: TripFacts) => Selection
  /** Undefined where nobody guards anything. */
  readonly guard: JudgeTrip | undefined
}

/** Prepares the pieces. */
export const preparePricingPieces = (tables: PricingTables): PricingPieces => {
  const offers = prepareOffers(tables)
  return {
    tables,
    geography: prepareGeography(tables),
    offers,
    select: prepareSelection(tables, offers),
    guard: prepareGuards(tables),
  }
}
