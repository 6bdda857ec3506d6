import {
  addRow,
  type Bitset,
  countRows,
  emptyBitset,
  fullBitset,
  hasRow,
  intersect,
  intersected,
  rowsOf,
} from "../table/bitset.ts"
import { type Region, rowsMeeting } from "./region.ts"
import { type Dimension, type Space } from "./space.ts"

/** Segments of a dimension that the rows in question do not tell apart. */
export interface Group {
  readonly segments: ReadonlyArray<number>
  /** The rows in question that accept them, by their new numbers. */
  readonly rows: Bitset
}

/** The ground of a search: only the rows that meet its region, numbered anew, and segments in groups. */
export interface Ground {
  /** The old numbers of the rows, rising. */
  readonly rows: ReadonlyArray<number>
  /** For each dimension its groups. */
  readonly groups: ReadonlyArray<ReadonlyArray<Group>>
  /** The dimensions in the order in which they are decided. */
  readonly order: ReadonlyArray<number>
  /** For each depth the rows that accept everything in the dimensions from there on. */
  readonly settled: ReadonlyArray<Bitset>
}

const renumbered = (set: Bitset, rows: ReadonlyArray<number>, rowCount: number): Bitset => {
  if (rows.length === rowCount) return set.slice()
  const result = emptyBitset(rows.length)
  for (const [index, row] of rows.entries()) if (hasRow(set, row)) addRow(result, index)
  return result
}

/** A text that is the same for the same set. */
export const keyOf = (set: Bitset): string => {
  if (set.length === 1) return String(set[0])
  let key = ""
  for (let word = 0; word < set.length; word += 1) {
    const bits = set[word] ?? 0
    if (bits !== 0) key += `${word.toString(36)}:${(bits >>> 0).toString(36)},`
  }
  return key
}

const groupsOf = (
  { rows: sets }: Dimension,
  segments: ReadonlyArray<number>,
  rows: ReadonlyArray<number>,
  rowCount: number,
): ReadonlyArray<Group> => {
  const groups = new Map<string, { rows: Bitset; segments: Array<number> }>()
  for (const segment of segments) {
    const set = renumbered(sets[segment] ?? emptyBitset(rowCount), rows, rowCount)
    const key = keyOf(set)
    const known = groups.get(key)
    if (known === undefined) groups.set(key, { rows: set, segments: [segment] })
    else known.segments.push(segment)
  }
  return [...groups.values()]
}

/** Dimensions that leave the fewest rows on average come first: they end most branches. */
const searchOrder = (groups: Ground["groups"]): ReadonlyArray<number> => {
  const load = groups.map((some) => {
    const sum = some.reduce((total, { rows }) => total + countRows(rows), 0)
    return sum * (1 / Math.max(1, some.length))
  })
  return [...groups.keys()].sort(
    (left, right) => (load[left] ?? 0) - (load[right] ?? 0) || left - right,
  )
}

/** Prepares a search within a region that starts from some rows. */
export const prepareGround = (space: Space, within: Region, start: Bitset): Ground => {
  const rows = rowsOf(intersected(start, rowsMeeting(space, within)))
  const groups = space.dimensions.map((dimension, index) =>
    groupsOf(dimension, within[index] ?? [], rows, space.rowCount),
  )
  const order = searchOrder(groups)
  const settled: Array<Bitset> = [fullBitset(rows.length)]
  for (const index of order.toReversed()) {
    const common = (settled[0] ?? emptyBitset(0)).slice()
    for (const group of groups[index] ?? []) intersect(common, group.rows)
    settled.unshift(common)
  }
  return { rows, groups, order, settled }
}

/** A set of a ground in the numbers that its rows have in the table. */
export const inOldNumbers = (set: Bitset, { rows }: Ground, rowCount: number): Bitset => {
  const result = emptyBitset(rowCount)
  for (const index of rowsOf(set)) addRow(result, rows[index] ?? 0)
  return result
}
