import { type Bitset, countRows, fullBitset, sameRows } from "./bitset.ts"
import type { SegmentedColumn } from "./segments.ts"

/** A condition column under the name of its fact. */
export interface FactColumn {
  readonly factName: string
  readonly column: SegmentedColumn
}

/** A condition column with the place of the rows of each of its segments. */
interface MatchingColumn {
  readonly factName: string
  readonly segmentOf: SegmentedColumn["segmentOf"]
  readonly places: Int32Array
}

/** The same, with where it stands among the columns of its table. */
interface PlacedColumn extends MatchingColumn {
  readonly at: number
}

/** What evaluation asks: for a fact of each column the place of the rows that take it. */
export interface MatchingIndex {
  /** Words of one set. */
  readonly width: number
  readonly words: Int32Array
  /** The columns that some fact fails. */
  readonly deciding: ReadonlyArray<MatchingColumn>
  /** Every row of the table. */
  readonly every: Bitset
}

/**
 * The rows of all segments of all condition columns of a decision table, each different set once, in
 * one array of words: what evaluation, explanation and verification ask.
 */
export interface RowIndex extends MatchingIndex {
  /** The columns in the order given; their sets of rows are views of the words. */
  readonly columns: ReadonlyArray<SegmentedColumn>
  /** All columns; those that leave the fewest rows come first. */
  readonly ranked: ReadonlyArray<PlacedColumn>
}

/** Builds the index of a table's condition columns. */
export const indexRows = (columns: ReadonlyArray<FactColumn>, rowCount: number): RowIndex => {
  const every = fullBitset(rowCount)
  const width = every.length
  const layout = makeLayout(width)
  const everyRow = layout.place(every)
  const placed = columns.map(({ column, factName }, at) => ({
    at,
    factName,
    column,
    places: Int32Array.from(column.rows, layout.place),
    left: rowsLeft(column),
  }))
  const ranked = placed
    .toSorted((left, right) => left.left - right.left)
    .map(({ at, column: { segmentOf }, factName, places }) => ({ at, factName, segmentOf, places }))
  const words = layout.words()
  const view = (place: number): Bitset => words.subarray(place, place + width)
  return {
    columns: placed.map(({ column, places }) => ({ ...column, rows: [...places].map(view) })),
    width,
    words,
    ranked,
    deciding: ranked.filter(({ places }) => places.some((place) => place !== everyRow)),
    every,
  }
}

/** Gives every different set a place behind those before it. */
const makeLayout = (width: number) => {
  const sets: Array<Bitset> = []
  const byHash = new Map<number, Array<number>>()
  const place = (set: Bitset): number => {
    const hash = hashOf(set)
    const alike = byHash.get(hash) ?? []
    const known = alike.find((index) => sameRows(sets[index] ?? set, set))
    if (known !== undefined) return known * width
    alike.push(sets.length)
    byHash.set(hash, alike)
    return (sets.push(set) - 1) * width
  }
  const words = (): Int32Array => {
    const all = new Int32Array(sets.length * width)
    for (const [index, set] of sets.entries()) all.set(set, index * width)
    return all
  }
  return { place, words }
}

const hashOf = (set: Bitset): number => {
  let hash = 0
  for (let word = 0; word < set.length; word += 1)
    hash = Math.imul(hash ^ (set[word] ?? 0), 16_777_619)
  return hash
}

/** The rows that a column leaves on average, over its segments. */
const rowsLeft = ({ rows }: SegmentedColumn): number =>
  rows.reduce((sum, set) => sum + countRows(set), 0) / rows.length
