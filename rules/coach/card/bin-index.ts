import type { BinRow } from "../tables/index.ts"
import type { CoachTables } from "../coach-tables.ts"

/** Ranges of card numbers with one number of digits, sorted. */
interface Ranges {
  readonly digits: number
  readonly from: Float64Array
  readonly to: Float64Array
  readonly rows: ReadonlyArray<BinRow>
}

/** The digits that a lookup may use, most first. */
const digitsLongestFirst = [8, 7, 6]

const rangesWith = (rows: ReadonlyArray<BinRow>, digits: number): Ranges => {
  const sorted = rows
    .filter((row) => row.binFrom.length === digits && row.binTo.length === digits)
    .sort((left, right) => Number(left.binFrom) - Number(right.binFrom))
  return {
    digits,
    from: Float64Array.from(sorted, (row) => Number(row.binFrom)),
    to: Float64Array.from(sorted, (row) => Number(row.binTo)),
    rows: sorted,
  }
}

/** The row of the last range that starts at or before a number, if it reaches the number. */
const rangeAround = (ranges: Ranges, number: number): BinRow | undefined => {
  let low = 0
  let high = ranges.from.length
  while (low < high) {
    const middle = (low + high) >> 1
    if ((ranges.from[middle] ?? 0) <= number) low = middle + 1
    else high = middle
  }
  const index = low - 1
  return index >= 0 && (ranges.to[index] ?? -1) >= number ? ranges.rows[index] : undefined
}

/** Finds the range that a card's first digits lie in. */
export type BinLookup = (bin: string) => BinRow | undefined

/** Indexes the ranges; a range with more digits wins over one with fewer. */
export const prepareBinLookup = (tables: CoachTables): BinLookup => {
  const lengths = digitsLongestFirst
    .map((digits) => rangesWith(tables.coachBins.rows, digits))
    .filter((ranges) => ranges.rows.length > 0)
  return (bin) => {
    for (const ranges of lengths) {
      if (bin.length < ranges.digits) continue
      const row = rangeAround(ranges, Number(bin.slice(0, ranges.digits)))
      if (row !== undefined) return row
    }
    return undefined
  }
}
