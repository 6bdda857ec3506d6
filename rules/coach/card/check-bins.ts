import { memo } from "../../../core/memo.ts"
import { type TableError, tableError } from "../../../core/table/error.ts"
import type { CoachTables } from "../coach-tables.ts"
import type { Market } from "../coach-vocabulary.ts"
import { eachRun } from "../tables/bin-ranges.ts"
import { allBinRanges, type BinRange } from "./bin-index.ts"
import { prepareCatalogueIndex } from "./catalogue-index.ts"
import { prepareProducts } from "./products.ts"
import { prepareProfiles } from "./profiles.ts"
import { type CardResolver, prepareCardResolver } from "./resolve-card.ts"

/** How far the ranges of a market's card numbers lead. */
export interface BinReach {
  readonly market: Market
  readonly ranges: number
  /** Those whose list gives them a level. */
  readonly withLevel: number
  /** Those of them that could reach a card: personal cards that carry covers, of a bank that is listed. */
  readonly ofListedBanks: number
  /** Those of them that do. */
  readonly reaching: number
}

/** What is to be said of ranges of card numbers. */
export interface BinReport {
  readonly mistakes: ReadonlyArray<TableError>
  readonly reach: ReadonlyArray<BinReach>
}

/** The tables that ranges are checked with. */
type BinTables = Partial<CoachTables>

const needed = [
  "bankAliases",
  "cardTypes",
  "coachBaselines",
  "coachBenefits",
  "coachBinKinds",
  "coachBinLists",
  "coachBinNetworks",
  "coachBins",
  "coachCards",
  "coachGenericProfiles",
  "coachMarkets",
  "coachProducts",
  "networkWords",
  "tierWords",
] as const satisfies ReadonlyArray<keyof CoachTables>

const isWhole = (tables: BinTables): tables is CoachTables =>
  needed.every((name) => tables[name] !== undefined)

const mistakeIn = (
  { coachBins }: CoachTables,
  row: BinRange["row"],
  cell: string,
  expected: string,
): TableError => {
  const line = coachBins.lineOf(row) ?? 1
  return tableError(
    { file: coachBins.file, line, character: 1, column: "ranges", cell },
    { expected },
  )
}

const rangeText = ({ binFrom, binTo }: BinRange): string =>
  binFrom === binTo ? binFrom : `${binFrom}-${binTo}`

/** Ranges with as many digits that share numbers: nobody could tell which of them holds. */
const overlaps = (tables: CoachTables, ranges: ReadonlyArray<BinRange>) => {
  // One number for how many digits there are and what they are: numbers sort much faster than texts.
  const sorted = ranges
    .map((range) => ({ at: Number(`${range.binFrom.length}${range.binFrom}`), range }))
    .sort((left, right) => left.at - right.at)
  const mistakes: Array<TableError> = []
  let last: BinRange | undefined
  for (const { range } of sorted) {
    if (last?.binTo.length === range.binTo.length && range.binFrom <= last.binTo) {
      const line = tables.coachBins.lineOf(last.row) ?? 1
      const expected = `numbers of its own; line ${line} has ${rangeText(last)}`
      mistakes.push(mistakeIn(tables, range.row, rangeText(range), expected))
    }
    if (last === undefined || last.binTo.length < range.binTo.length || last.binTo < range.binTo) {
      last = range
    }
  }
  return mistakes
}

/** Ranges that do not begin as their row says. */
const misplaced = (tables: CoachTables): ReadonlyArray<TableError> =>
  tables.coachBins.rows.flatMap((row) => {
    const { ranges, starts } = row
    if (starts === null) return []
    let stray: number | undefined
    const lead = Number(starts)
    eachRun(ranges, (_, digits, from, to) => {
      const unit = 10 ** (digits - starts.length)
      if (Math.floor(from / unit) !== lead || Math.floor(to / unit) !== lead) stray ??= from
    })
    if (stray === undefined) return []
    return [mistakeIn(tables, row, String(stray), `numbers that begin with ${starts}`)]
  })

/** Years for which the list of a community is proof. */
const proofYears = 3

/**
 * Whether a list of a month may still be proof on a day, if neither a network nor an issuer keeps it.
 *
 * ```ts
 * import { isYoung } from "../rules/coach/card/check-bins.ts"
 *
 * isYoung("2025-02", "2028-02-29") // => true
 * isYoung("2025-02", "2028-03-01") // => false
 * isYoung(null, "2025-02-01") // => false
 * ```
 */
export const isYoung = (asOf: string | null, today: string): boolean => {
  if (asOf === null) return false
  const [year = "", month = ""] = asOf.split("-")
  return today.slice(0, 7) <= `${Number(year) + proofYears}-${month}`
}

const staleProofs = ({ coachBinLists }: CoachTables, today: string): ReadonlyArray<TableError> =>
  coachBinLists.rows.flatMap((row) => {
    if (!row.proof || row.by !== "community" || isYoung(row.asOf, today)) return []
    const line = coachBinLists.lineOf(row) ?? 1
    const place = { file: coachBinLists.file, line, character: 1, column: "proof", cell: "true" }
    const expected = `false: ${row.list} is no list of the last ${proofYears} years`
    return [tableError(place, { expected })]
  })

const reachOf = (
  market: Market,
  ranges: ReadonlyArray<BinRange>,
  resolver: CardResolver,
  isListed: (range: BinRange) => boolean,
): BinReach => {
  const withLevel = ranges.filter(({ level }) => level !== null)
  // No other range leads to a card of the catalogue.
  const led = withLevel.filter(isListed).map(resolver.rangeCard)
  const listed = led.filter(({ reading, type }) => type?.cover !== "none" && reading !== null)
  return {
    market,
    ranges: ranges.length,
    withLevel: withLevel.length,
    ofListedBanks: listed.length,
    reaching: led.filter(({ card }) => card !== undefined).length,
  }
}

/**
 * Checks the ranges of card numbers as a whole, and counts how many of each market lead to a card of
 * the catalogue. Undefined where a mistake hides a table that this needs.
 */
export const checkBins = (tables: BinTables, today: string): BinReport | undefined => {
  if (!isWhole(tables)) return undefined
  const ranges = allBinRanges(tables)
  const products = prepareProducts(tables)
  const catalogue = prepareCatalogueIndex(tables, products)
  const profiles = prepareProfiles(tables, products)
  const resolver = prepareCardResolver(tables, catalogue, profiles, products)
  // All ranges of a row are of one issuer.
  const isListedRow = memo(
    ({ country, issuer }: BinRange["row"]): boolean =>
      issuer !== null && catalogue.bankNamed(country, issuer) !== undefined,
  )
  const isListed = ({ row }: BinRange): boolean => isListedRow(row)
  const markets = tables.coachMarkets.rows
  const served = new Set(markets.flatMap(({ residences }) => residences))
  const countries = new Map(
    markets.map(({ market, residences }) => [market, new Set(residences)] as const),
  )
  const rangesOf = (market: Market): ReadonlyArray<BinRange> =>
    ranges.filter(({ country }) =>
      market === "universal" ? !served.has(country) : countries.get(market)?.has(country) === true,
    )
  return {
    mistakes: [...overlaps(tables, ranges), ...misplaced(tables), ...staleProofs(tables, today)],
    reach: markets.map(({ market }) => reachOf(market, rangesOf(market), resolver, isListed)),
  }
}
