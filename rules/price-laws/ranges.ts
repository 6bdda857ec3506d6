import { type Bitset, intersected, sameRows } from "../../core/table/bitset.ts"
import type { Segment, SegmentedColumn } from "../../core/table/segments.ts"

/** Whole numbers that nothing tells apart, both ends included. */
export interface Range {
  readonly from: number
  readonly to: number
}

/** The whole numbers of a segment between two bounds; undefined where it holds none of them. */
const wholeNumbers = (segment: Segment, { from, to }: Range): Range | undefined => {
  if (segment._tag === "Point") {
    const { value } = segment
    return Number.isInteger(value) && value >= from && value <= to
      ? { from: value, to: value }
      : undefined
  }
  if (segment._tag !== "Between") return undefined
  const low = Math.max(from, Number.isFinite(segment.low) ? Math.floor(segment.low) + 1 : from)
  const high = Math.min(to, Number.isFinite(segment.high) ? Math.ceil(segment.high) - 1 : to)
  return low > high ? undefined : { from: low, to: high }
}

/**
 * The numbers within bounds, the first included, from which on a condition column accepts other ones of
 * some rows than just before.
 */
export const startsOf = (
  column: SegmentedColumn | undefined,
  among: Bitset,
  bounds: Range,
): ReadonlyArray<number> => {
  const starts = [bounds.from]
  let before: Bitset | undefined
  for (const [index, segment] of (column?.segments ?? []).entries()) {
    const numbers = wholeNumbers(segment, bounds)
    if (numbers === undefined) continue
    const rows = intersected(column?.rows[index] ?? among, among)
    if (before !== undefined && !sameRows(before, rows)) starts.push(numbers.from)
    before = rows
  }
  return starts
}

/**
 * The ranges between starts, up to a last number.
 *
 * ```ts
 * import { rangesOf } from "../rules/price-laws/ranges.ts"
 *
 * rangesOf([11, 1, 11], 50) // => [{ from: 1, to: 10 }, { from: 11, to: 50 }]
 * ```
 */
export const rangesOf = (starts: ReadonlyArray<number>, last: number): ReadonlyArray<Range> => {
  const sorted = [...new Set(starts)].sort((left, right) => left - right)
  return sorted.map((from, index) => ({ from, to: (sorted[index + 1] ?? last + 1) - 1 }))
}

/** The range that holds a number, by its place; the last one where none does. */
export const placeIn = (ranges: ReadonlyArray<Range>, value: number): number => {
  const found = ranges.findIndex(({ to }) => value <= to)
  return found === -1 ? ranges.length - 1 : found
}
