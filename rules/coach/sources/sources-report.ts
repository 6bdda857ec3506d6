import type { Finding } from "../../../core/check/finding.ts"
import { groupBy } from "../../../core/group-by.ts"
import type { CountryCode } from "../../../core/vocabulary/codes.ts"
import type { CoachTables } from "../coach-tables.ts"
import { type Market, universalMarket } from "../coach-vocabulary.ts"
import type { BenefitRow } from "../tables/cards.ts"
import { pageOf } from "./row-source.ts"

/** How many covers stand how, and of which years those read on a page are. */
export interface SourceCount {
  readonly covers: number
  readonly sourced: number
  readonly derived: number
  readonly unsourced: number
  readonly unknown: number
  /** Oldest and newest year of what was read; null where no page has a date. */
  readonly oldest: number | null
  readonly newest: number | null
  /** How many pages have no date. */
  readonly undated: number
  /** How many of the covers that are told, not derived, name a page that can be opened. */
  readonly openable: number
  /** How many of these have a date. */
  readonly dated: number
  /** How many have one that is not old. */
  readonly fresh: number
}

/** A cover to look at: what is wrong with it, and how much depends on it. */
export interface CoverToRead {
  readonly product: string
  readonly slug: string
  readonly problem: Exclude<Sourcing, "sourced" | "derived"> | "old"
  readonly asOf: string | null
  /** Line in coach/benefits.csv; null where it has none. */
  readonly line: number | null
  /** Cards, profiles and baselines that carry the product. */
  readonly cards: number
  /** Rows of arguments that name the guarantee. */
  readonly citations: number
}

/** What the covers of a market's cards rest on: in all, by guarantee, and what to look at next. */
export interface MarketSources {
  readonly market: Market
  readonly total: SourceCount
  readonly slugs: ReadonlyArray<SourceCount & { readonly slug: string }>
  readonly next: ReadonlyArray<CoverToRead>
}

/**
 * What the covers that arguments may cite rest on, market by market: how many are read on a page, of
 * when, how many are unknown, and which to look at next.
 */
export const sourcesReport = (
  tables: CoachTables,
  { oldYears }: SourcesOptions,
): ReadonlyArray<MarketSources> => {
  const covers = citableCovers(tables)
  const market = marketOf(tables)
  const held = heldBy(tables)
  const cited = timesCited(tables)
  const newest = newestYear(covers)
  const oldBefore = newest - oldYears
  const toRead = ({ country, product, row, slug }: CitableCover): ReadonlyArray<CoverToRead> => {
    const problem = problemOf(row, oldBefore)
    if (problem === undefined) return []
    const line = row === undefined ? null : (tables.coachBenefits.lineOf(row) ?? null)
    const weights = { cards: held(country, product), citations: cited(slug) }
    return [{ product, slug, problem, asOf: row?.asOf ?? null, line, ...weights }]
  }
  const byMarket = groupBy(covers, ({ country }) => market(country))
  return tables.coachMarkets.rows.flatMap((row) => {
    const own = byMarket.get(row.market)
    if (own === undefined) return []
    const bySlug = groupBy(own, ({ slug }) => slug)
    return [
      {
        market: row.market,
        total: countOf(own, oldBefore),
        slugs: [...bySlug].map(([slug, some]) => ({ slug, ...countOf(some, oldBefore) })),
        next: own.flatMap(toRead).toSorted(byUrgency),
      },
    ]
  })
}

/**
 * How what is known of a cover stands, by its row; without one, nothing is known.
 *
 * ```ts
 * import { sourcingOf } from "../rules/coach/sources/sources-report.ts"
 *
 * sourcingOf({ state: "included", source: "https://bank.example/notice" }) // => "sourced"
 * sourcingOf({ state: "included", source: "derived: lowest common cover" }) // => "derived"
 * sourcingOf({ state: "not_available", source: "unsourced" }) // => "unsourced"
 * sourcingOf({ state: "unknown", source: "https://bank.example/notice" }) // => "unknown"
 * sourcingOf(undefined) // => "unknown"
 * ```
 */
export const sourcingOf = (row: Pick<BenefitRow, "state" | "source"> | undefined): Sourcing => {
  if (row === undefined || row.state === "unknown") return "unknown"
  if (/^https?:\/\//.test(row.source)) return "sourced"
  return isCounted(row) ? "derived" : "unsourced"
}

/**
 * Whether a cover is counted over other cards: it becomes known when these are, and nobody can look it
 * up by itself.
 *
 * ```ts
 * import { isCounted } from "../rules/coach/sources/sources-report.ts"
 *
 * isCounted({ source: "derived" }) // => true
 * isCounted({ source: "unsourced" }) // => false
 * ```
 */
export const isCounted = ({ source }: Pick<BenefitRow, "source">): boolean =>
  /^derived\b/.test(source)

/**
 * Finds the pages that covers rest on without a date: nobody can tell whether these still hold. Each
 * page is told once, at the first of its covers.
 */
export const checkDates = ({ coachBenefits }: Partial<CoachTables>): ReadonlyArray<Finding> => {
  if (coachBenefits === undefined) return []
  const undated = coachBenefits.rows.flatMap((row) => {
    const page = sourcingOf(row) === "sourced" && row.asOf === null ? pageOf(row.source) : undefined
    return page === undefined ? [] : [{ page, row }]
  })
  return [...groupBy(undated, ({ page }) => page)].map(([page, covers]) => ({
    _tag: "UndatedPage",
    page,
    covers: covers.length,
    file: coachBenefits.file,
    line: Math.min(...covers.map(({ row }) => coachBenefits.lineOf(row) ?? 1)),
    character: 1,
    hitPolicy: null,
  }))
}

/**
 * The year of a date as `as_of` has it, `2026` or `2026-11`; undefined without one.
 *
 * ```ts
 * import { yearOf } from "../rules/coach/sources/sources-report.ts"
 *
 * yearOf("2024-11") // => 2024
 * yearOf(null) // => undefined
 * ```
 */
export const yearOf = (asOf: string | null | undefined): number | undefined => {
  const [year] = /^\d{4}/.exec(asOf ?? "") ?? []
  return year === undefined ? undefined : Number(year)
}

/** How many cards, profiles and baselines carry a product. */
export const heldBy = ({
  coachBaselines,
  coachCards,
  coachGenericProfiles,
}: CoachTables): ((country: CountryCode, product: string) => number) => {
  const counts = new Map<string, number>()
  const add = (country: CountryCode, product: string): void => {
    const key = `${country} ${product}`
    counts.set(key, (counts.get(key) ?? 0) + 1)
  }
  for (const { benefitProduct, country } of coachCards.rows) add(country, benefitProduct)
  for (const { country, product } of coachGenericProfiles.rows) add(country, product)
  for (const { country, product } of coachBaselines.rows) add(country, product)
  return (country, product) => counts.get(`${country} ${product}`) ?? 0
}

/** How many rows of arguments name a guarantee in their conditions. */
export const timesCited = ({ coachArguments }: CoachTables): ((slug: string) => number) => {
  const { definition, fields } = coachArguments
  const column = Object.keys(definition.inputs).indexOf("slug")
  const counts = new Map<string, number>()
  for (const cells of fields) {
    for (const slug of cells[column]?.text.split("|") ?? []) {
      counts.set(slug, (counts.get(slug) ?? 0) + 1)
    }
  }
  return (slug) => counts.get(slug) ?? 0
}

/** How what is known of a cover stands. */
type Sourcing = (typeof sourcings)[number]

/** How what is known of a cover stands: read on a page, derived from other rows, neither, or not known. */
const sourcings = ["sourced", "derived", "unsourced", "unknown"] as const

/** How a report is made. */
interface SourcesOptions {
  /** A page is old when it is of a year this many before the newest page of all. */
  readonly oldYears: number
}

/** Every cover that arguments may cite: those that some trip needs, of every product. */
const citableCovers = ({
  coachBenefits,
  coachProducts,
  recommendedCover,
}: CoachTables): ReadonlyArray<CitableCover> => {
  const slugs = [...new Set(recommendedCover.rows.map(({ slug }) => slug))]
  return coachProducts.rows.flatMap(({ country, product }) =>
    slugs.map((slug) => ({
      country,
      product,
      slug,
      row: coachBenefits.get(country, product, slug),
    })),
  )
}

/** A cover of a product that arguments may cite, with its row, if it has one. */
interface CitableCover {
  readonly country: CountryCode
  readonly product: string
  readonly slug: string
  readonly row: BenefitRow | undefined
}

/** The market that a country's cards belong to. */
const marketOf = (tables: CoachTables): ((country: CountryCode) => Market) => {
  const markets = new Map(
    tables.coachMarkets.rows.flatMap(({ market, residences }) =>
      residences.map((residence) => [residence, market] as const),
    ),
  )
  return (country) => markets.get(country) ?? universalMarket
}

/** The newest year of what was read on a page; 0 where no page has a date. */
const newestYear = (covers: ReadonlyArray<CitableCover>): number =>
  covers.reduce((newest, { row }) => {
    const year = sourcingOf(row) === "sourced" ? yearOf(row?.asOf) : undefined
    return Math.max(newest, year ?? 0)
  }, 0)

const countOf = (covers: ReadonlyArray<CitableCover>, oldBefore: number): SourceCount => {
  const counts = { sourced: 0, derived: 0, unsourced: 0, unknown: 0 }
  const told = covers.flatMap(({ row }) =>
    row === undefined || row.state === "unknown" || row.source === "derived" ? [] : row,
  )
  const pages = told.filter(({ source }) => pageOf(source) !== undefined)
  const dates = pages.flatMap(({ asOf }) => yearOf(asOf) ?? [])
  const years: Array<number> = []
  let undated = 0
  for (const { row } of covers) {
    const sourcing = sourcingOf(row)
    counts[sourcing] += 1
    if (sourcing !== "sourced") continue
    const year = yearOf(row?.asOf)
    if (year === undefined) undated += 1
    else years.push(year)
  }
  const [oldest, newest] =
    years.length === 0 ? [null, null] : [Math.min(...years), Math.max(...years)]
  return {
    covers: covers.length,
    ...counts,
    oldest,
    newest,
    undated,
    openable: pages.length,
    dated: dates.length,
    fresh: dates.filter((year) => year >= oldBefore).length,
  }
}

/** What is wrong with a cover; undefined where nothing is. */
const problemOf = (
  row: BenefitRow | undefined,
  oldBefore: number,
): CoverToRead["problem"] | undefined => {
  const sourcing = sourcingOf(row)
  if (row !== undefined && isCounted(row)) return undefined
  if (sourcing === "unknown" || sourcing === "unsourced") return sourcing
  const year = yearOf(row?.asOf)
  return sourcing === "sourced" && year !== undefined && year < oldBefore ? "old" : undefined
}

/** The most held cards and the most cited guarantees first; what is told without a source before the rest. */
const byUrgency = (left: CoverToRead, right: CoverToRead): number =>
  right.cards * right.citations - left.cards * left.citations ||
  problems.indexOf(left.problem) - problems.indexOf(right.problem) ||
  (left.line ?? 0) - (right.line ?? 0)

const problems: ReadonlyArray<CoverToRead["problem"]> = ["unsourced", "unknown", "old"]
