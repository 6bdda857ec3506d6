import type { Finding } from "../../../core/check/finding.ts"
import { groupBy } from "../../../core/group-by.ts"
import { memo } from "../../../core/memory.ts"
import type { Expectation } from "../../../core/table/expectation.ts"
import { type TableError, tableError } from "../../../core/table/error.ts"
import { type BinRange, type PlacedRun, prepareRanges } from "./bin-card.ts"
import {
  byDeclaredRank,
  type CatalogueCard,
  heldCount,
  prepareCatalogueIndex,
} from "./catalogue.ts"
import { prepareProducts, prepareProfiles } from "./products.ts"
import { type CardResolver, prepareCardResolver } from "./resolve-card.ts"
import type { CoachTables } from "../coach-tables.ts"
import { type Market, universalMarket } from "../coach-vocabulary.ts"
import { eachRun } from "../tables/bin-ranges.ts"
import type { BinRow } from "../tables/index.ts"

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

/**
 * Whether a list of a month may still be proof on a day, if neither a network nor an issuer keeps it.
 *
 * ```ts
 * import { isYoung } from "../rules/coach/card/check-cards.ts"
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

/**
 * Checks the ranges of card numbers as a whole, and counts how many of each market lead to a card of
 * the catalogue. Undefined where a mistake hides a table that this needs.
 */
export const checkBins = (tables: BinTables, today: string): BinReport | undefined => {
  if (!isWhole(tables)) return undefined
  const runs = allRuns(tables)
  const products = prepareProducts(tables)
  const catalogue = prepareCatalogueIndex(tables, products)
  const profiles = prepareProfiles(tables, products)
  const { rangeCard } = prepareCardResolver(tables, catalogue, profiles, products)
  const reading: Reading = {
    levelOf: ({ kind }) => tables.coachBinKinds.get(kind)?.level,
    rangeOf: prepareRanges(tables),
    rangeCard,
    isListed: memo(
      ({ country, issuer }: BinRow): boolean =>
        issuer !== null && catalogue.bankNamed(country, issuer) !== undefined,
    ),
  }
  const markets = tables.coachMarkets.rows
  const served = new Set(markets.flatMap(({ residences }) => residences))
  const byCountry = groupBy(runs, ({ row }) => row.country)
  const runsOf = (residences: ReadonlyArray<string>): ReadonlyArray<PlacedRun> =>
    residences.flatMap((country) => byCountry.get(country) ?? [])
  const others = [...byCountry.keys()].filter((country) => !served.has(country))
  return {
    mistakes: [...overlaps(tables, runs), ...misplaced(tables), ...staleProofs(tables, today)],
    reach: markets.map(({ market, residences }) =>
      reachOf(market, runsOf(market === universalMarket ? others : residences), reading),
    ),
  }
}

/**
 * Finds the cards that stand for their bank, network and range though a sibling is known to hold
 * fewer covers: it may be the basic one, of which too little is known. A declared rank settles it.
 */
export const checkChoices = (tables: Partial<CoachTables>): ReadonlyArray<Finding> => {
  const { bankAliases, coachBenefits, coachCards, coachMarkets, coachProducts, sourceHosts } =
    tables
  if (!bankAliases || !coachBenefits || !coachCards || !coachMarkets || !coachProducts) return []
  if (!sourceHosts) return []
  const products = prepareProducts({ coachBenefits, coachMarkets, coachProducts, sourceHosts })
  const { banks } = prepareCatalogueIndex({ bankAliases, coachCards }, products)
  const groups = banks.flatMap(({ cards }) => [
    ...groupBy(
      cards.filter(({ network, tier, withdrawn }) => network && tier && !withdrawn),
      ({ network, tier }) => `${network} ${tier}`,
    ).values(),
  ])
  return groups.flatMap((group): ReadonlyArray<Finding> => {
    const [chosen, ...others] = group.toSorted(byDeclaredRank)
    if (chosen === undefined || chosen.rank !== null || chosen.tier === "business") return []
    const other = poorer(chosen, others)
    if (other === undefined) return []
    return [
      {
        _tag: "RicherChoice",
        chosen: chosen.name,
        held: heldCount(chosen.product),
        other: other.name,
        otherHeld: heldCount(other.product),
        file: coachCards.file,
        line: coachCards.lineOf(coachCards.get(chosen.catalogueId)) ?? 1,
        character: 1,
        hitPolicy: null,
      },
    ]
  })
}

/** Years for which the list of a community is proof. */
const proofYears = 3

/** The tables that ranges are checked with. */
type BinTables = Partial<CoachTables>

/** What is to be said of ranges of card numbers. */
interface BinReport {
  readonly mistakes: ReadonlyArray<TableError>
  readonly reach: ReadonlyArray<BinReach>
}

const isWhole = (tables: BinTables): tables is CoachTables =>
  needed.every((name) => tables[name] !== undefined)

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
  "sourceHosts",
  "coachProducts",
  "networkWords",
  "tierWords",
] as const satisfies ReadonlyArray<keyof CoachTables>

/** Every run of the table, in its order. */
const allRuns = ({ coachBins }: CoachTables): ReadonlyArray<PlacedRun> => {
  const runs: Array<PlacedRun> = []
  for (const row of coachBins.rows) {
    eachRun(row.ranges, (kind, digits, from, to) => runs.push({ digits, from, to, kind, row }))
  }
  return runs
}

/** How the ranges of one market are looked at. */
interface Reading {
  readonly levelOf: (run: PlacedRun) => string | null | undefined
  readonly rangeOf: (run: PlacedRun) => BinRange | undefined
  readonly rangeCard: CardResolver["rangeCard"]
  readonly isListed: (row: BinRow) => boolean
}

/** Runs with as many digits that share numbers: nobody could tell which of them holds. */
const overlaps = (tables: CoachTables, runs: ReadonlyArray<PlacedRun>) => {
  const mistakes: Array<TableError> = []
  let last: PlacedRun | undefined
  for (const run of inOrder(runs)) {
    if (last?.digits === run.digits && run.from <= last.to) {
      const line = tables.coachBins.lineOf(last.row) ?? 1
      const expected = { _tag: "OwnNumbers", line, numbers: runText(last) } as const
      mistakes.push(mistakeIn(tables, run.row, runText(run), expected))
    }
    if (last === undefined || last.digits < run.digits || last.to < run.to) last = run
  }
  return mistakes
}

/** The places of runs by how many digits they have, then by their first numbers: numbers sort fast. */
const inOrder = (runs: ReadonlyArray<PlacedRun>): ReadonlyArray<PlacedRun> => {
  const keys = Float64Array.from(
    runs,
    ({ digits, from }, place) => (digits * 10 ** 8 + from) * placesMax + place,
  )
  return [...keys.sort()].flatMap((key) => runs[key % placesMax] ?? [])
}

/** More than any table has runs, so that a first number and a place make one sortable number. */
const placesMax = 2 ** 22

const runText = ({ digits, from, to }: PlacedRun): string => {
  const [first, last] = [from, to].map((number) => String(number).padStart(digits, "0"))
  return first === last ? `${first}` : `${first}-${last}`
}

const mistakeIn = (
  { coachBins }: CoachTables,
  row: BinRow,
  cell: string,
  expected: Expectation,
): TableError => {
  const line = coachBins.lineOf(row) ?? 1
  return tableError(
    { file: coachBins.file, line, character: 1, column: "ranges", cell },
    { expected },
  )
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
    return [mistakeIn(tables, row, String(stray), { _tag: "NumbersFrom", start: starts })]
  })

const staleProofs = ({ coachBinLists }: CoachTables, today: string): ReadonlyArray<TableError> =>
  coachBinLists.rows.flatMap((row) => {
    if (!row.proof || row.by !== "community" || isYoung(row.asOf, today)) return []
    const line = coachBinLists.lineOf(row) ?? 1
    const place = { file: coachBinLists.file, line, character: 1, column: "proof", cell: "true" }
    const expected = { _tag: "RecentProof", list: row.list, years: proofYears } as const
    return [tableError(place, { expected })]
  })

const reachOf = (
  market: Market,
  runs: ReadonlyArray<PlacedRun>,
  { isListed, levelOf, rangeCard, rangeOf }: Reading,
): BinReach => {
  const known = runs.filter((run) => levelOf(run) !== undefined)
  const withLevel = known.filter((run) => levelOf(run) !== null)
  // No other range leads to a card of the catalogue.
  const led = withLevel
    .filter(({ row }) => isListed(row))
    .flatMap((run) => rangeOf(run) ?? [])
    .map(rangeCard)
  const listed = led.filter(({ reading, type }) => type?.cover !== "none" && reading !== null)
  return {
    market,
    ranges: known.length,
    withLevel: withLevel.length,
    ofListedBanks: listed.length,
    reaching: led.filter(({ card }) => card !== undefined).length,
  }
}

/** The sibling worth as much that is known to hold fewest covers, if fewer than the chosen card. */
const poorer = (
  chosen: CatalogueCard,
  others: ReadonlyArray<CatalogueCard>,
): CatalogueCard | undefined =>
  others
    .filter(
      (card) => card.level === chosen.level && heldCount(card.product) < heldCount(chosen.product),
    )
    .sort((left, right) => heldCount(left.product) - heldCount(right.product))[0]
