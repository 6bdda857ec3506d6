import type { GuaranteeState } from "../../core/vocabulary/guarantee.ts"
import { type CardProduct, type Cover, coverOf } from "./products.ts"
import type { TripFlags } from "./request.ts"
import type { CoachTables } from "./tables.ts"
import type { Badge } from "./vocabulary.ts"

/** A shortcoming of a card: what it holds, and what the trip asks for, in the card's currency. */
export interface Gap {
  readonly state: GuaranteeState
  readonly covered: boolean
  readonly value: number | null
  readonly recommendedValue: number | null
  readonly badge: Badge
}

/** A shortcoming with the guarantee it is in. */
export interface NamedGap {
  readonly slug: string
  readonly gap: Gap
}

/** What a card is held against in one guarantee; `amount` is null where having it is enough. */
type Need = CoachTables["recommendedCover"]["rows"][number]

type Condition = CoachTables["cardConditions"]["rows"][number]

/** The shortcomings of cards. */
export interface Gaps {
  /** What a trip needs in the currency of a card, each guarantee once. */
  readonly needsOf: (currency: string, trip: TripFlags) => ReadonlyArray<Need>
  /** The gaps of a product on a trip, in the table's order; `target` in the product's currency. */
  readonly gapsOf: (
    product: CardProduct,
    trip: TripFlags,
    target: number,
  ) => ReadonlyArray<NamedGap>
}

/**
 * How far a cover reaches against a ceiling: whether it is shown to reach it. A cover at cost
 * always does; one without a printed ceiling does only where no proof is asked for.
 *
 * ```ts
 * import { reaches } from "../rules/coach/gaps.ts"
 *
 * reaches({ state: "value", value: 300000 }, 300000, true) // => true
 * reaches({ state: "value", value: 299999 }, 300000, true) // => false
 * reaches({ state: "included", value: null }, 300000, true) // => false
 * reaches({ state: "included", value: null }, 1000, false) // => true
 * ```
 */
export const reaches = (cover: Cover, ceiling: number, proven: boolean): boolean => {
  if (cover.state === "not_available") return false
  if (cover.state === "actual_costs") return true
  return cover.value === null ? !proven : cover.value >= ceiling
}

const badgeOf = (
  cover: Cover,
  need: Need,
  recommended: number | null,
  broken: boolean,
): Badge | undefined => {
  if (cover.state === "not_available") return "missing"
  if (recommended !== null && !reaches(cover, recommended, need.basis === "target")) {
    return "insufficient"
  }
  return broken ? "conditional" : undefined
}

/** The number of a combination of trip flags, 0 to 7. */
export const tripNumber = (trip: TripFlags): number =>
  (trip.friends ? 1 : 0) + (trip.longTrip ? 2 : 0) + (trip.riskyActivity ? 4 : 0)

const tripOf = (number: number): TripFlags => ({
  friends: (number & 1) !== 0,
  longTrip: (number & 2) !== 0,
  riskyActivity: (number & 4) !== 0,
})

const tripNumbers = [0, 1, 2, 3, 4, 5, 6, 7]

const needsFor = (tables: CoachTables, currency: string, trip: TripFlags): ReadonlyArray<Need> => {
  const needs = new Map<string, Need>()
  const rows = tables.recommendedCover.evaluate({ currency, ...trip })
  for (const row of rows) {
    const known = needs.get(row.slug)
    if (known === undefined || (row.amount ?? 0) > (known.amount ?? 0)) needs.set(row.slug, row)
  }
  return [...needs.values()]
}

/** The conditions of a guarantee that a trip breaks on the cards of a country. */
export const conditionsBroken = (
  tables: Pick<CoachTables, "cardConditions">,
  country: string,
  trip: TripFlags,
  slug: string,
): ReadonlyArray<Condition> => {
  const flags = [
    ...(trip.friends ? ["friends" as const] : []),
    ...(trip.longTrip ? ["long_trip" as const] : []),
    ...(trip.riskyActivity ? ["risky_activity" as const] : []),
  ]
  return flags.flatMap((flag) => tables.cardConditions.evaluate({ flag, country, slug }))
}

const brokenFor = (tables: CoachTables, country: string, trip: TripFlags): ReadonlySet<string> => {
  const slugs = new Set(tables.coachBenefits.rows.map((row) => row.slug))
  return new Set(
    [...slugs].filter((slug) => conditionsBroken(tables, country, trip, slug).length > 0),
  )
}

const noneBroken: ReadonlySet<string> = new Set()

/** Prepares what every kind of trip needs per currency, and what it breaks per country of cards. */
export const prepareGaps = (tables: CoachTables): Gaps => {
  const needs = new Map(
    [...new Set(tables.coachMarkets.rows.map((row) => row.currency))].map((currency) => [
      currency,
      tripNumbers.map((number) => needsFor(tables, currency, tripOf(number))),
    ]),
  )
  const broken = new Map(
    [...new Set(tables.coachProducts.rows.map((row) => row.country))].map((country) => [
      country,
      tripNumbers.map((number) => brokenFor(tables, country, tripOf(number))),
    ]),
  )
  return {
    needsOf: (currency, trip) => needs.get(currency)?.[tripNumber(trip)] ?? [],
    gapsOf: (product, trip, target) => {
      const number = tripNumber(trip)
      const breaks =
        product.country === null
          ? noneBroken
          : (broken.get(product.country)?.[number] ?? noneBroken)
      const gaps: Array<NamedGap> = []
      for (const need of needs.get(product.currency)?.[number] ?? []) {
        const { slug } = need
        const cover = coverOf(product, slug)
        const recommendedValue = need.basis === "target" ? target : need.amount
        const badge = badgeOf(cover, need, recommendedValue, breaks.has(slug))
        if (badge === undefined) continue
        const { state, value } = cover
        const covered = state !== "not_available"
        gaps.push({ slug, gap: { state, covered, value, recommendedValue, badge } })
      }
      return gaps
    },
  }
}
