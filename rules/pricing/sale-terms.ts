import type { ConditionTest } from "../../core/table/condition.ts"
import type { PricingTables } from "./pricing-tables.ts"
import { type PricingZone, pricingZones } from "./zone.ts"

/** For which trips and travellers an offer is sold, over all its rows of eligibility. */
export interface SaleTerms {
  /** The trip type that its first row names first; a trip for leisure where it names none. */
  readonly intent: string
  readonly isForGroups: boolean
  readonly zones: ReadonlyArray<PricingZone>
  /** Null where there is no such limit. */
  readonly daysMax: number | null
  readonly oldestAgeMax: number | null
  readonly youngestAgeMin: number | null
  readonly leavesCountriesOut: boolean
}

/**
 * Reads off a catalogue's eligibility for which trips and travellers an offer is sold: over all its rows,
 * or over those that take a trip, by their lines.
 */
export const saleTermsOf = (
  eligibility: Eligibility,
  offerId: number,
  taking?: ReadonlySet<number>,
): SaleTerms => {
  const rows = rowsOf(eligibility, offerId, taking)
  const limits = (name: string, read: typeof highest) => rows.map((row) => read(row.get(name)))
  return {
    intent: intentOf(rows[0]),
    isForGroups: (widest(limits("travellers", lowest), Math.min) ?? 0) > 1,
    zones: pricingZones.filter((zone) => rows.some((row) => takes(row.get("zone"), zone))),
    daysMax: widest(limits("days", highest), Math.max),
    oldestAgeMax: widest(limits("oldest_age", highest), Math.max),
    youngestAgeMin: widest(limits("youngest_age", lowest), Math.min),
    leavesCountriesOut:
      rows.length > 0 &&
      rows.every((row) => {
        const excluded = row.get("excluded")
        return excluded?._tag === "Is" && !excluded.value
      }),
  }
}

/** The conditions of one row of eligibility, by the names of their columns. */
type Conditions = ReadonlyMap<string, ConditionTest>

type Eligibility = PricingTables["eligibility"]

const rowsOf = (
  { definition, rows, tests }: Eligibility,
  offerId: number,
  taking: ReadonlySet<number> | undefined,
): ReadonlyArray<Conditions> => {
  const names = Object.keys(definition.inputs)
  return rows.flatMap((row, at) => {
    if (row.offerId !== String(offerId) || taking?.has(row.line) === false) return []
    return [
      new Map(
        names.flatMap((name, index) => {
          const test = tests[at]?.[index]
          return test === undefined ? [] : [[name, test] as const]
        }),
      ),
    ]
  })
}

/** The highest number that a condition takes; null where there is none. */
const highest = (test: ConditionTest | undefined): number | null => {
  if (test?._tag !== "Within") return null
  const high = Math.max(...test.intervals.map((interval) => interval.high))
  return Number.isFinite(high) ? high : null
}

/** The lowest number that a condition takes; null where there is none. */
const lowest = (test: ConditionTest | undefined): number | null => {
  if (test?._tag !== "Within") return null
  const low = Math.min(...test.intervals.map((interval) => interval.low))
  return Number.isFinite(low) ? low : null
}

const takes = (test: ConditionTest | undefined, zone: PricingZone): boolean => {
  if (test?._tag === "AnyOf") return test.words.includes(zone)
  return test?._tag === "NoneOf" ? !test.words.includes(zone) : true
}

const isTrue = (test: ConditionTest | undefined): boolean => test?._tag === "Is" && test.value

const intentOf = (row: Conditions | undefined): string => {
  const intent = row?.get("intent")
  if (intent?._tag === "AnyOf") return intent.words[0] ?? "forTourism"
  return isTrue(row?.get("annual")) ? "annual" : "forTourism"
}

/** The widest of the limits of all rows: none where one row has none. */
const widest = (
  limits: ReadonlyArray<number | null>,
  wider: (...some: ReadonlyArray<number>) => number,
): number | null => {
  const known = limits.flatMap((limit) => limit ?? [])
  return limits.length === 0 || known.length < limits.length ? null : wider(...known)
}
