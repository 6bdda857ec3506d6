import {
  addRow,
  type Bitset,
  countRows,
  emptyBitset,
  intersect,
  isEmpty,
  rowsOf,
} from "../table/bitset.ts"
import type { DecisionGround } from "./decision-ground.ts"
import { commonRegion, type Region } from "../analysis/region.ts"
import type { Budget } from "../analysis/search.ts"

/** Two rows that accept the same facts, by number, and those facts. */
export interface RowPair {
  readonly row: number
  /** The one above it. */
  readonly other: number
  readonly region: Region
}

/** Pairs of one kind: the first of them, and how many there are. */
export interface RowPairs {
  readonly pairs: ReadonlyArray<RowPair>
  readonly count: number
}

/** The pairs of rows that share facts, by whether they say the same. */
export interface Overlaps {
  readonly disagreeing: RowPairs
  readonly agreeing: RowPairs
  /** Whether the budget ended first: rows from here on have not been looked at; undefined if it did not. */
  readonly cutAt: number | undefined
}

/** More pairs of one kind than this are counted and not listed. */
export const pairsMax = 20

/** Rows by what they say, of those that have been added. */
const rowsByOutcome = (rowCount: number) => {
  const sets = new Map<number, Bitset>()
  return {
    of: (outcome: number): Bitset => sets.get(outcome) ?? emptyBitset(rowCount),
    add: (outcome: number, row: number): void => {
      const set = sets.get(outcome) ?? emptyBitset(rowCount)
      sets.set(outcome, set)
      addRow(set, row)
    },
  }
}

/** Finds the pairs of rows that share facts: for each row one intersection of sets, not one per pair. */
export const findOverlaps = (ground: DecisionGround, budget: Budget): Overlaps => {
  const { outcomes, regions, space } = ground
  const earlier = emptyBitset(space.rowCount)
  const same = rowsByOutcome(space.rowCount)
  const kinds = {
    disagreeing: { pairs: new Array<RowPair>(), count: 0 },
    agreeing: { pairs: new Array<RowPair>(), count: 0 },
  }
  const note = (kind: keyof typeof kinds, row: number, others: Bitset): void => {
    const { pairs } = kinds[kind]
    kinds[kind].count += countRows(others)
    if (pairs.length === pairsMax) return
    for (const other of rowsOf(others).slice(0, pairsMax - pairs.length)) {
      const [left, right] = [regions.regionOf(row), regions.regionOf(other)]
      const region = left && right && commonRegion(left, right)
      if (region !== undefined) pairs.push({ row, other, region })
    }
  }
  for (const [row, outcome] of outcomes.entries()) {
    budget.left -= earlier.length * (space.dimensions.length + 2)
    if (budget.left < 0) return { ...kinds, cutAt: row }
    const meeting = regions.meeting(row)
    intersect(meeting, earlier)
    if (!isEmpty(meeting)) {
      const alike = same.of(outcome)
      note(
        "agreeing",
        row,
        meeting.map((word, index) => word & (alike[index] ?? 0)),
      )
      note(
        "disagreeing",
        row,
        meeting.map((word, index) => word & ~(alike[index] ?? 0)),
      )
    }
    addRow(earlier, row)
    same.add(outcome, row)
  }
  return { ...kinds, cutAt: undefined }
}
