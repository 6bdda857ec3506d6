import { zero } from "../../core/money/rational.ts"
import type { CatalogueOffer } from "./catalogue.ts"
import { prepareGeography, type TripFacts } from "./facts.ts"
import { isSameCurve } from "./premium-curve.ts"
import { prepareInsurerAmount } from "./price.ts"
import type { PricingTables } from "./pricing-tables.ts"
import { ratePremium } from "./rate.ts"
import { agesApart, rateOffer } from "./tariff.ts"
import { type PricingZone, pricingZones } from "./zone.ts"

/** What one traveller pays an insurer, with the row of the tariff; both null where none applies. */
export interface ShapedPremium {
  readonly amountMinor: number | null
  readonly line: number | null
}

/** A trip of one traveller that a picture of a tariff asks for. */
export interface ShapedTrip {
  readonly zone: PricingZone
  readonly days: number
  readonly age: number
}

/** The premium of a trip. */
export type ShapePremium = (trip: ShapedTrip) => ShapedPremium

/** The age of the one adult whose premium is shown over days. */
export const shapedAdultYears = 35

/** How long the trip is whose premium is shown over ages. */
export const shapedTripDays = 14

/** The age after which no picture looks. */
const shapedAgeMax = 120

/** The kind of trip that is shown. */
const shapedIntent = "forTourism"

const noPremium: ShapedPremium = { amountMinor: null, line: null }

/**
 * Prepares the premiums of an offer for one resident on holiday, without cancellation: what rating comes
 * to, rounded once. Of an offer that always charges for cancellation, the trip price counts as nothing.
 */
export const prepareShapePremium = (
  tables: PricingTables,
  offer: CatalogueOffer,
  residence: string,
): ShapePremium => {
  const currency = tables.currencies.get(offer.row.currency)
  const residenceZone = prepareGeography(tables).zoneOf(residence)
  const amountOf = currency === undefined ? () => undefined : prepareInsurerAmount(0, currency)
  return ({ age, days, zone }) => {
    const facts: TripFacts = {
      intent: shapedIntent,
      residence,
      residenceZone,
      zone,
      domestic: false,
      atHome: false,
      excluded: false,
      allSchengen: false,
      days,
      travellers: 1,
      youngestAge: age,
      oldestAge: age,
      annual: false,
      cancellation: false,
      extremeSports: false,
    }
    const ageGroups = agesApart(tables, [age])
    const rating = rateOffer(tables, offer, { facts, ageGroups, tripPrice: zero })
    if (typeof rating === "string") return noPremium
    const amountMinor = amountOf(ratePremium(rating)) ?? null
    return { amountMinor, line: rating.heads[0]?.rate.line ?? null }
  }
}

/** Premiums over days in one zone, from one day on, with the rows that they come from. */
export interface DayCurve {
  readonly zone: PricingZone
  readonly amounts: ReadonlyArray<number | null>
  readonly lines: ReadonlyArray<number | null>
}

/** The premiums of one adult over days, zone by zone; zones that no row knows are left out. */
export const dayCurves = (premium: ShapePremium, daysMax: number): ReadonlyArray<DayCurve> =>
  pricingZones.map((zone) => {
    const found = Array.from({ length: daysMax }, (_, index) =>
      premium({ zone, days: index + 1, age: shapedAdultYears }),
    )
    return {
      zone,
      amounts: found.map(({ amountMinor }) => amountMinor),
      lines: found.map(({ line }) => line),
    }
  })

/** What travellers of neighbouring ages pay, in one zone, before and after a change. */
export interface AgeBandPremium {
  readonly zone: PricingZone
  readonly before: ShapedPremium
  readonly after: ShapedPremium
}

/** Ages, both included, that every zone prices alike. */
export interface AgeBand {
  readonly ageMin: number
  readonly ageMax: number
  readonly premiums: ReadonlyArray<AgeBandPremium>
}

const isSameAge = (one: ReadonlyArray<AgeBandPremium>, other: ReadonlyArray<AgeBandPremium>) =>
  (["before", "after"] as const).every((version) =>
    (["amountMinor", "line"] as const).every((fact) =>
      isSameCurve(
        one.map((each) => each[version][fact]),
        other.map((each) => each[version][fact]),
      ),
    ),
  )

/**
 * The premiums of a fortnight by bands of ages: ages that no zone tells apart, in either version, are
 * one band. Ages that no row knows before the first and behind the last are left out.
 */
export const ageBands = (
  before: ShapePremium,
  after: ShapePremium,
  zones: ReadonlyArray<PricingZone>,
): ReadonlyArray<AgeBand> => {
  const bands: Array<AgeBand> = []
  for (let age = 0; age <= shapedAgeMax; age += 1) {
    const premiums = zones.map((zone) => {
      const trip = { zone, days: shapedTripDays, age }
      return { zone, before: before(trip), after: after(trip) }
    })
    const last = bands.at(-1)
    if (last !== undefined && isSameAge(last.premiums, premiums)) {
      bands.splice(-1, 1, { ...last, ageMax: age })
    } else bands.push({ ageMin: age, ageMax: age, premiums })
  }
  const isPriced = ({ premiums }: AgeBand): boolean =>
    premiums.some((each) => each.before.line !== null || each.after.line !== null)
  return bands.slice(bands.findIndex(isPriced), bands.findLastIndex(isPriced) + 1)
}
