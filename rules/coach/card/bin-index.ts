import { once } from "../../../core/memory.ts"
import type { CoachTables } from "../coach-tables.ts"
import type { Network } from "../coach-vocabulary.ts"
import type { BinKindRow, BinListRow, BinNetworkRow, BinRow } from "../tables/index.ts"
import { eachRun, readRuns } from "../tables/bin-ranges.ts"
import { prepareBinNetworks } from "./bin-networks.ts"

/** A range of card numbers, with the rows that tell what its cards are. */
export interface BinRange {
  readonly binFrom: string
  readonly binTo: string
  readonly country: string
  readonly issuer: string | null
  readonly network: Network | null
  readonly level: string | null
  readonly type: string | null
  readonly row: BinRow
  readonly kind: BinKindRow
  /** The list that says so; undefined where nothing tells its standing. */
  readonly list: BinListRow | undefined
  readonly networkRow: BinNetworkRow | undefined
}

/** A run of the table, with its row. */
export interface PlacedRun {
  readonly digits: number
  readonly from: number
  readonly to: number
  readonly kind: string
  readonly row: BinRow
}

/** Makes ranges of runs; undefined where the kind of one has no row. */
export const prepareRanges = (tables: CoachTables): ((run: PlacedRun) => BinRange | undefined) => {
  const networkOf = prepareBinNetworks(tables)
  return ({ digits, from, kind: code, row, to }) => {
    const kind = tables.coachBinKinds.get(code)
    if (kind === undefined) return undefined
    const binFrom = String(from).padStart(digits, "0")
    const networkRow = networkOf(binFrom)
    return {
      binFrom,
      binTo: String(to).padStart(digits, "0"),
      country: row.country,
      issuer: row.issuer,
      network: networkRow?.network ?? null,
      level: kind.level,
      type: kind.type,
      row,
      kind,
      list: tables.coachBinLists.get(kind.list),
      networkRow,
    }
  }
}

/** All ranges, in the order of the table. */
export const allBinRanges = (tables: CoachTables): ReadonlyArray<BinRange> => {
  const rangeOf = prepareRanges(tables)
  return tables.coachBins.rows.flatMap((row) =>
    readRuns(row.ranges).flatMap((run) => rangeOf({ ...run, row }) ?? []),
  )
}

/** The digits that a lookup may use, most first. */
const digitsLongestFirst = [8, 7, 6]

/** More than any table has runs, so that a first number and a place make one sortable number. */
const placesMax = 2 ** 22

/** Runs of numbers with as many digits. */
class Runs {
  readonly digits: number
  private readonly to: Array<number> = []
  private readonly kinds: Array<string> = []
  private readonly rows: Array<BinRow> = []
  private readonly unsorted: Array<number> = []
  /** First numbers with the places of their runs, sorted. */
  private readonly sorted = once(() => Float64Array.from(this.unsorted).sort())

  constructor(digits: number) {
    this.digits = digits
  }

  get isEmpty(): boolean {
    return this.rows.length === 0
  }

  add(run: PlacedRun): void {
    this.unsorted.push(run.from * placesMax + this.rows.length)
    this.to.push(run.to)
    this.kinds.push(run.kind)
    this.rows.push(run.row)
  }

  /** The last run that starts at or before a number, if it reaches the number. */
  around(number: number): PlacedRun | undefined {
    const sorted = this.sorted()
    let low = 0
    let high = sorted.length
    while (low < high) {
      const middle = (low + high) >> 1
      if ((sorted[middle] ?? 0) < (number + 1) * placesMax) low = middle + 1
      else high = middle
    }
    const found = sorted[low - 1]
    if (found === undefined) return undefined
    const place = found % placesMax
    const [to, kind, row] = [this.to[place], this.kinds[place], this.rows[place]]
    if (to === undefined || to < number || kind === undefined || row === undefined) return undefined
    return { digits: this.digits, from: (found - place) / placesMax, to, kind, row }
  }
}

/** Finds the range that a card's first digits lie in. */
export type BinLookup = (bin: string) => BinRange | undefined

/**
 * Indexes the ranges when the first one is looked for: who never asks by number need not wait for it.
 * A range with more digits wins over one with fewer.
 */
export const prepareBinLookup = (tables: CoachTables): BinLookup => {
  const lengths = once(() => {
    const all = digitsLongestFirst.map((digits) => new Runs(digits))
    for (const row of tables.coachBins.rows) {
      eachRun(row.ranges, (kind, digits, from, to) =>
        all[8 - digits]?.add({ digits, from, to, kind, row }),
      )
    }
    return all.filter((runs) => !runs.isEmpty)
  })
  const rangeOf = prepareRanges(tables)
  return (bin) => {
    for (const runs of lengths()) {
      if (bin.length < runs.digits) continue
      const run = runs.around(Number(bin.slice(0, runs.digits)))
      if (run !== undefined) return rangeOf(run)
    }
    return undefined
  }
}
