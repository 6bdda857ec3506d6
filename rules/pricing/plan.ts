import type { ExchangeRates } from "../currency/exchange-rates.ts"
import type { Trip } from "../trip/trip.ts"
import { type GuardedTrip, type JudgeTrip, prepareGuards } from "./guards.ts"
import { type Selection, prepareSelection } from "./selection.ts"
import type { RatingRequest } from "./rating.ts"
import type { TripFacts, PricingTables } from "./pricing-tables.ts"
import type { CountryCode } from "../../core/vocabulary/codes.ts"
import { daysInclusive } from "../../core/vocabulary/day.ts"
import { type CatalogueOffer, prepareOffers } from "./catalogue.ts"
import { type PricingZone, unlistedZone, widestZone } from "./zone.ts"
import { type IsSchengen, prepareSchengen } from "../reference/countries.ts"

/** A trip ready to be rated: what it is, which offers match it, and what each insurer is asked. */
export interface QuotePlan {
  readonly trip: Trip
  readonly facts: TripFacts
  /** The one snapshot that every figure of the quote is converted at. */
  readonly rates: ExchangeRates
  readonly selection: Selection
  /** One for each insurer with a matching offer that is sold here and can be priced. */
  readonly requests: ReadonlyArray<RatingRequest>
  /** Matching offers that are sold here, asked for or not. */
  readonly soldCount: number
  /** Matching offers that are sold on the insurer's own site only: counted, and never asked for. */
  readonly redirectOnlyCount: number
  /** What guards do; left out where they do nothing. */
  readonly guarded?: GuardedTrip
}

/** Plans the quote of a trip: whom to ask for what. */
export type PlanQuote = (trip: Trip, rates: ExchangeRates) => QuotePlan

/** Prepares plans over the pieces of a catalogue. */
export const preparePlan =
  ({
    geography,
    guard,
    select,
  }: Pick<PricingPieces, "geography" | "guard" | "select">): PlanQuote =>
  (trip, rates) => {
    const facts = tripFacts(trip, geography)
    const selection = select(facts)
    const { matched, sold } = selection
    // An insurer cannot price what depends on a trip price that is absent or in an unsupported currency.
    const priceKnown = trip.tripPrice !== undefined && rates.get(trip.currency) !== undefined
    const requests = selection
      .askedFor(priceKnown, facts)
      .map(({ insurer, offers }): RatingRequest => ({ insurer, trip, facts, rates, offers }))
    const soldCount = sold.length
    const redirectOnlyCount = matched.length - soldCount
    const plan = { trip, facts, rates, selection, requests, soldCount, redirectOnlyCount }
    const guarded = guard?.(trip, facts, matched)
    return guarded === undefined ? plan : withGuards(plan, guarded)
  }

/** The plan without the offers that are refused, and without asking for those that are referred. */
const withGuards = (plan: QuotePlan, guarded: GuardedTrip): QuotePlan => {
  const { matched, sold } = plan.selection
  const { referred, refused } = guarded
  const requests = plan.requests.flatMap((request): RatingRequest | [] => {
    const offers = request.offers.filter((offer) => !refused.has(offer) && !referred.has(offer))
    return offers.length === 0 ? [] : { ...request, offers }
  })
  const soldCount = sold.filter((offer) => !refused.has(offer)).length
  const matchedCount = matched.filter((offer) => !refused.has(offer)).length
  return { ...plan, requests, soldCount, redirectOnlyCount: matchedCount - soldCount, guarded }
}

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
