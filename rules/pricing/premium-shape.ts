import type { AmountMinor } from "../../core/money/minor.ts"
import { zero } from "../../core/money/rational.ts"
import type { CountryCode } from "../../core/vocabulary/codes.ts"
import type { CatalogueOffer } from "./catalogue.ts"
import { prepareGeography } from "./plan.ts"
import type { PricingTables, TripFacts } from "./pricing-tables.ts"
import { agesApart, rateOffer } from "./tariff.ts"
import { type PricingZone, pricingZones } from "./zone.ts"
import { prepareInsurerAmount } from "./price.ts"
import { ratePremium } from "./rate.ts"

/** The premium of a trip. */
export type ShapePremium = (trip: ShapedTrip) => ShapedPremium

/** The age of the one adult whose premium is shown over days. */
export const shapedAdultYears = 35

/** How long the trip is whose premium is shown over ages. */
export const shapedTripDays = 14

/**
 * Prepares the premiums of an offer for one resident on holiday, without cancellation: what rating comes
 * to, rounded once. Of an offer that always charges for cancellation, the trip price counts as nothing.
 */
export const prepareShapePremium = (
  tables: PricingTables,
  offer: CatalogueOffer,
  residence: CountryCode,
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

/** Ages, both included, that every zone prices alike. */
export interface AgeBand {
  readonly ageMin: number
  readonly ageMax: number
  readonly premiums: ReadonlyArray<AgeBandPremium>
}

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

/** A day on which a longer trip costs less than one of a day fewer. */
export interface StepDown {
  /** The longer trip, in days. */
  readonly days: number
  readonly fromMinor: AmountMinor
  readonly toMinor: AmountMinor
}

/**
 * Where premiums by days, those of one day first, fall.
 *
 * ```ts
 * import { stepsDown } from "../rules/pricing/premium-shape.ts"
 *
 * stepsDown([1000, 1200, 1100, null, 900]) // => [{ days: 3, fromMinor: 1200, toMinor: 1100 }]
 * ```
 */
export const stepsDown = (premiums: PremiumCurve): ReadonlyArray<StepDown> =>
  premiums.flatMap((toMinor, index) => {
    const fromMinor = premiums[index - 1]
    return toMinor === null || fromMinor === undefined || fromMinor === null || toMinor >= fromMinor
      ? []
      : [{ days: index + 1, fromMinor, toMinor }]
  })

/**
 * Where premiums have a hole: no row applies, though one does on both sides of it, or did before. The
 * places are indexes.
 *
 * ```ts
 * import { unpricedRuns } from "../rules/pricing/premium-shape.ts"
 *
 * unpricedRuns([null, null, null, null, 5], [null, 3, null, 4, null]) // => [{ from: 2, to: 2 }, { from: 4, to: 4 }]
 * ```
 */
export const unpricedRuns = (
  before: PremiumCurve,
  after: PremiumCurve,
): ReadonlyArray<UnpricedRun> => {
  const runs: Array<UnpricedRun> = []
  for (const [index, premium] of after.entries()) {
    if (premium !== null || isOutside(before, after, index)) continue
    const last = runs.at(-1)
    if (last?.to === index - 1) runs.splice(-1, 1, { from: last.from, to: index })
    else runs.push({ from: index, to: index })
  }
  return runs
}

/**
 * How many days a picture of premiums shows: the last day on which another row begins to apply, and as
 * many again, as far as rows reach. Lines are those of the rows by day, of every curve.
 *
 * ```ts
 * import { daysToShow } from "../rules/pricing/premium-shape.ts"
 *
 * daysToShow([[7, 7, 8, ...Array.from({ length: 400 }, () => 8)]]) // => 30
 * daysToShow([[7, 7, 8, null, null]]) // => 3
 * ```
 */
export const daysToShow = (curves: ReadonlyArray<ReadonlyArray<number | null>>): number => {
  let lastChange = 1
  let lastRow = 0
  for (const lines of curves) {
    for (const [index, line] of lines.entries()) {
      if (line === null) continue
      lastRow = Math.max(lastRow, index + 1)
      if (index > 0 && lines[index - 1] !== line) lastChange = Math.max(lastChange, index + 1)
    }
  }
  return Math.min(lastRow, lastChange - 1 + Math.max(lastChange - 1, daysShownMin))
}

/** Whether two curves have the same premiums, and rows at the same places. */
export const isSameCurve = (one: PremiumCurve, other: PremiumCurve): boolean =>
  one.length === other.length && one.every((each, index) => each === other[index])

/** A trip of one traveller that a picture of a tariff asks for. */
interface ShapedTrip {
  readonly zone: PricingZone
  readonly days: number
  readonly age: number
}

/** What one traveller pays an insurer, with the row of the tariff; both null where none applies. */
interface ShapedPremium {
  readonly amountMinor: AmountMinor | null
  readonly line: number | null
}

/** The kind of trip that is shown. */
const shapedIntent = "forTourism"

const noPremium: ShapedPremium = { amountMinor: null, line: null }

/** What travellers of neighbouring ages pay, in one zone, before and after a change. */
interface AgeBandPremium {
  readonly zone: PricingZone
  readonly before: ShapedPremium
  readonly after: ShapedPremium
}

/** The age after which no picture looks. */
const shapedAgeMax = 120

const isSameAge = (one: ReadonlyArray<AgeBandPremium>, other: ReadonlyArray<AgeBandPremium>) =>
  (["before", "after"] as const).every((version) =>
    (["amountMinor", "line"] as const).every((fact) =>
      isSameCurve(
        one.map((each) => each[version][fact]),
        other.map((each) => each[version][fact]),
      ),
    ),
  )

/** Premiums in minor units, one behind the other; null where no row applies. */
type PremiumCurve = ReadonlyArray<number | null>

/** Neighbours, both included, for which no row applies. */
interface UnpricedRun {
  readonly from: number
  readonly to: number
}

/** Whether nobody is asked for: no row before, and none on one side of it. */
const isOutside = (before: PremiumCurve, after: PremiumCurve, index: number): boolean =>
  (before[index] ?? null) === null &&
  (after.slice(0, index).every((each) => each === null) ||
    after.slice(index + 1).every((each) => each === null))

/** So many days are shown at least. */
const daysShownMin = 28
