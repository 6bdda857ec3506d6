import { groupBy } from "../../../core/group-by.ts"
import { memo } from "../../../core/memory.ts"
import { type CardProduct, coverOf } from "../card/products.ts"
import type { CoachTables } from "../coach-tables.ts"
import type { CoverTermWord, TripFlag } from "../coach-vocabulary.ts"
import { type FigureSource, prepareReadSource } from "../figure-source.ts"
import type { TripFlags } from "../request.ts"
import type { CoverTermRow, UsualTermRow } from "../tables/index.ts"

/**
 * What the amount of a term measures.
 *
 * ```ts
 * import { termUnit } from "../rules/coach/covers/terms.ts"
 *
 * termUnit("day_limit") // => "day"
 * termUnit("listed_causes") // => null
 * ```
 */
export const termUnit = (term: CoverTermWord): TermUnit => units[term]

/**
 * Whether more of a term is better for the traveller, so that the strictest is the lowest.
 *
 * ```ts
 * import { isStricterWhenLow } from "../rules/coach/covers/terms.ts"
 *
 * isStricterWhenLow("day_limit") // => true
 * isStricterWhenLow("deductible") // => false
 * ```
 */
export const isStricterWhenLow = (term: CoverTermWord): boolean => limits.has(term)

/** A term of one cover of a card product. */
export interface CoverTerm {
  readonly slug: string
  readonly term: CoverTermWord
  /** In the unit of the term, or of the product's currency; null where it has none or none was read. */
  readonly amount: number | null
  /** Whether it is the product's; otherwise it is the usual one of its country. */
  readonly own: boolean
  readonly row: CoverTermRow | UsualTermRow
  /** Where it was read. */
  readonly source: FigureSource
}

/** The terms of covers. */
export interface Terms {
  /** The terms of a cover: the product's own, and the usual ones of its country beside them. */
  readonly termsOf: (product: CardProduct, slug: string) => ReadonlyArray<CoverTerm>
  /** How many days of a trip a cover lasts, where a number is known. */
  readonly dayLimitOf: (product: CardProduct, slug: string) => CoverTerm | undefined
  /** What says that a product's own notice insures all who travel along. */
  readonly companionsOf: (product: CardProduct, slug: string) => CoverTerm | undefined
}

/**
 * The terms to show of several: the strictest of each kind, in the order of first sight. What binds the
 * foremost cover stands for its kind, however strict.
 */
export const strictestTerms = (
  terms: ReadonlyArray<CoverTerm>,
  foremost: string,
): ReadonlyArray<CoverTerm> => {
  const strictest = new Map<CoverTermWord, CoverTerm>()
  for (const each of terms) {
    const known = strictest.get(each.term)
    if (known === undefined || each.slug === foremost) strictest.set(each.term, each)
    else if (known.slug !== foremost) strictest.set(each.term, stricter(known, each))
  }
  return [...strictest.values()]
}

/** An argument names the source of the first term, so that rows in any order must give the same one. */
const byTerm = (one: { readonly term: string }, other: { readonly term: string }): number =>
  one.term < other.term ? -1 : 1

/** Indexes the terms by product and cover. */
export const prepareTerms = (tables: CoachTables): Terms => {
  const readSource = prepareReadSource(tables)
  const ownOf = memo((product: string) =>
    groupBy(
      tables.coverTerms.having("product", product),
      ({ country, slug }) => `${country} ${slug}`,
    ),
  )
  const usual = groupBy(
    tables.usualTerms.rows.flatMap((row) => row.slugs.map((slug) => ({ row, slug }))),
    ({ row, slug }) => `${row.country} ${slug}`,
  )
  const combine = (product: CardProduct, slug: string): ReadonlyArray<CoverTerm> => {
    const ownRows = ownOf(product.name).get(`${product.country} ${slug}`) ?? []
    const known = new Set(ownRows.map(({ term }) => term))
    const usualRows = (usual.get(`${product.country} ${slug}`) ?? []).flatMap(({ row }) =>
      known.has(row.term) ? [] : row,
    )
    const cover = coverOf(product, slug).source
    const termOf = (row: CoverTermRow | UsualTermRow, isOwn: boolean): CoverTerm => {
      const source = readSource(row)
      // The conditions of a cover are read on its page, whose date stands with the cover.
      const isSamePage = source.page !== null && source.page === cover?.page
      return {
        slug,
        term: row.term,
        amount: row.amount,
        own: isOwn,
        row,
        source: isSamePage ? { ...source, asOf: cover.asOf } : source,
      }
    }
    return [
      ...ownRows.toSorted(byTerm).map((row) => termOf(row, true)),
      ...usualRows.toSorted(byTerm).map((row) => termOf(row, false)),
    ]
  }
  const combined = new WeakMap<CardProduct, (slug: string) => ReadonlyArray<CoverTerm>>()
  const termsOf: Terms["termsOf"] = (product, slug) => {
    if (product.country === null) return nothing
    const known = combined.get(product)
    if (known !== undefined) return known(slug)
    const ofProduct = memo((each: string) => combine(product, each))
    combined.set(product, ofProduct)
    return ofProduct(slug)
  }
  return {
    termsOf,
    dayLimitOf: (product, slug) =>
      termsOf(product, slug).find(({ amount, term }) => term === "day_limit" && amount !== null),
    companionsOf: (product, slug) =>
      termsOf(product, slug).find(({ own, term }) => own && term === "companions_covered"),
  }
}

/**
 * The number of a combination of trip flags, 0 to 7.
 *
 * ```ts
 * import { tripNumber } from "../rules/coach/covers/terms.ts"
 *
 * tripNumber({ friends: true, longTrip: false, riskyActivity: true }) // => 5
 * ```
 */
export const tripNumber = (trip: TripFlags): number =>
  (trip.friends ? 1 : 0) + (trip.longTrip ? 2 : 0) + (trip.riskyActivity ? 4 : 0)

/** The combination of trip flags that a number stands for. */
export const tripOf = (number: number): TripFlags => ({
  friends: (number & 1) !== 0,
  longTrip: (number & 2) !== 0,
  riskyActivity: (number & 4) !== 0,
})

/** The numbers of all combinations. */
export const tripNumbers: ReadonlyArray<number> = [0, 1, 2, 3, 4, 5, 6, 7]

/**
 * What a trip is like, as the words of tables.
 *
 * ```ts
 * import { tripFlagsOf } from "../rules/coach/covers/terms.ts"
 *
 * tripFlagsOf({ friends: true, longTrip: true, riskyActivity: false }) // => ["long_trip", "friends"]
 * ```
 */
export const tripFlagsOf = (trip: TripFlags): ReadonlyArray<TripFlag> =>
  flagsByNumber[tripNumber(trip)] ?? []

/** What the amount of a term measures; null for a term that has none. */
type TermUnit = "day" | "year" | "hour" | "percent" | "currency" | null

const units: Readonly<Record<CoverTermWord, TermUnit>> = {
  day_limit: "day",
  senior_day_limit: "day",
  void_if_longer: null,
  age_limit: "year",
  deductible: "currency",
  deductible_share: "percent",
  delay_hours: "hour",
  paid_share: "percent",
  paid_with_card: null,
  award_tickets: null,
  call_first: null,
  emergency_only: null,
  prior_illness: null,
  public_plan: null,
  provincial_plan: null,
  distance_from_home: null,
  abroad_only: null,
  listed_causes: null,
  carrier_first: null,
  public_transport: null,
  rental_days: "day",
  decline_lessor: null,
  holder_only: null,
  family_only: null,
  companions_covered: null,
  excluded_causes: null,
  hired_gear: null,
  not_cash: null,
  unverified: null,
}

const limits: ReadonlySet<CoverTermWord> = new Set([
  "day_limit",
  "senior_day_limit",
  "age_limit",
  "rental_days",
])

/**
 * The stricter of two terms of one kind: the product's own before a usual one, one with an amount
 * before one without, the first of equals.
 */
const stricter = (left: CoverTerm, right: CoverTerm): CoverTerm => {
  if (left.own !== right.own) return left.own ? left : right
  if (right.amount === null) return left
  if (left.amount === null) return right
  const higher = right.amount > left.amount
  if (left.amount === right.amount) return left
  return higher === isStricterWhenLow(left.term) ? left : right
}

const nothing: ReadonlyArray<CoverTerm> = []

const flagsByNumber: ReadonlyArray<ReadonlyArray<TripFlag>> = tripNumbers.map((number) => {
  const { friends, longTrip, riskyActivity } = tripOf(number)
  return [
    ...(longTrip ? ["long_trip" as const] : []),
    ...(friends ? ["friends" as const] : []),
    ...(riskyActivity ? ["risky_activity" as const] : []),
  ]
})
