import { type Bitset, emptyBitset, hasRow, intersect, unite } from "../table/bitset.ts"
import type { Region } from "../analysis/region.ts"
import type { Dimension, Space } from "../analysis/space.ts"

/** The facts that each row accepts, and the rows that it shares facts with. */
export interface RowRegions {
  /** The facts that a row accepts; undefined when the inputs allow none of them. */
  readonly regionOf: (row: number) => Region | undefined
  /** The rows that accept some of the facts that a row accepts, itself among them. */
  readonly meeting: (row: number) => Bitset
}

/** The segments that a cell accepts, and the rows that accept one of them. */
interface CellSegments {
  readonly segments: ReadonlyArray<number>
  readonly rows: Bitset
}

/**
 * Neighbouring segments are joined in blocks of this many, so that a wide cell takes few steps.
 */
const blockSize = 64

const blocksOf = ({ rows }: Dimension, rowCount: number): ReadonlyArray<Bitset> => {
  const blocks: Array<Bitset> = []
  for (const [segment, set] of rows.entries()) {
    const block = Math.floor(segment / blockSize)
    unite((blocks[block] ??= emptyBitset(rowCount)), set)
  }
  return blocks
}

/** Unites the rows of a cell's segments, whole blocks at once. */
const unionOf = (
  { rows }: Dimension,
  blocks: ReadonlyArray<Bitset>,
  segments: ReadonlyArray<number>,
  rowCount: number,
): Bitset => {
  const union = emptyBitset(rowCount)
  for (let index = 0; index < segments.length;) {
    const segment = segments[index] ?? 0
    const block = blocks[segment / blockSize]
    const wholeBlock =
      block !== undefined && segments[index + blockSize - 1] === segment + blockSize - 1
    const set = wholeBlock ? block : rows[segment]
    if (set !== undefined) unite(union, set)
    index += wholeBlock ? blockSize : 1
  }
  return union
}

/**
 * Prepares the regions of rows. Cells that read the same are looked at once per column: `cells` are
 * the texts of the condition cells of each row.
 */
export const rowRegions = (
  space: Space,
  cells: ReadonlyArray<ReadonlyArray<string>>,
): RowRegions => {
  const columns = space.dimensions.map((dimension) => ({
    dimension,
    known: new Map<string, CellSegments>(),
    blocks: blocksOf(dimension, space.rowCount),
  }))

  const cellsOf = (row: number): ReadonlyArray<CellSegments> =>
    columns.map(({ blocks, dimension, known }, index) => {
      const text = cells[row]?.[index] ?? ""
      const found = known.get(text)
      if (found !== undefined) return found
      const segments = dimension.rows.flatMap((set, segment) => (hasRow(set, row) ? segment : []))
      const cell = { segments, rows: unionOf(dimension, blocks, segments, space.rowCount) }
      known.set(text, cell)
      return cell
    })

  return {
    regionOf: (row) => {
      const region = cellsOf(row).map(({ segments }) => segments)
      return region.every((segments) => segments.length > 0) ? region : undefined
    },
    meeting: (row) => {
      const rows = space.all.slice()
      for (const cell of cellsOf(row)) intersect(rows, cell.rows)
      return rows
    },
  }
}
