import {
  addRow,
  type Bitset,
  emptyBitset,
  hasRow,
  intersect,
  isEmpty,
  removeRow,
  rowsOf,
} from "../table/bitset.ts"
import { answersOne } from "../table/hit-policy.ts"
import type { DecisionGround } from "./decision-ground.ts"
import { type Region, rowRegion, rowsCovering } from "../analysis/region.ts"
import { type Budget, findUncovered } from "../analysis/search.ts"
import { makeSpace, type Space, type WordsOf } from "../analysis/space.ts"

/** A row that can never fire, by number. */
export type UnreachableRow =
  /** The inputs allow nothing that these columns, by number, accept. */
  | { readonly _tag: "Impossible"; readonly row: number; readonly columns: ReadonlyArray<number> }
  /**
   * These earlier rows take all its facts; none of them can be left out. Of many such rows only the
   * first are explained; the others name no rows.
   */
  | { readonly _tag: "Shadowed"; readonly row: number; readonly by: ReadonlyArray<number> }
  /** The search was cut short. */
  | { readonly _tag: "Unknown"; readonly row: number }

/** More shadowed rows than this are not explained: finding the rows that are needed takes long. */
const explainedMax = 20

/** Some rows with a space of their own, in which they are numbered anew. */
export interface RowGroup {
  readonly rows: ReadonlyArray<number>
  readonly space: Space
}

/** Takes some rows of a table apart: among few rows there are few segments to tell apart. */
export const groupRows = (
  { decision }: DecisionGround,
  rows: ReadonlyArray<number>,
  wordsOf: WordsOf,
  budget: Budget,
): RowGroup => {
  const { definition, tests } = decision
  const words = (rows.length + 31) >> 5
  budget.left -= 2 * words * rows.length * Object.keys(definition.inputs).length
  return {
    rows,
    space: makeSpace(
      definition.inputs,
      rows.map((row) => tests[row] ?? []),
      wordsOf,
    ),
  }
}

/** The fewest rows that still take a region, found by leaving out one after the other. */
const neededRows = (space: Space, region: Region, taking: Bitset, budget: Budget): Bitset => {
  const covering = rowsCovering(space, region)
  intersect(covering, taking)
  const [alone] = rowsOf(covering)
  if (alone !== undefined) {
    const only = emptyBitset(space.rowCount)
    addRow(only, alone)
    return only
  }
  const needed = taking.slice()
  for (const row of rowsOf(taking).toReversed()) {
    removeRow(needed, row)
    if (findUncovered(space, region, needed, budget)._tag !== "Nothing") addRow(needed, row)
  }
  return needed
}

const impossibleColumns = ({ space }: DecisionGround, row: number): ReadonlyArray<number> =>
  space.dimensions.flatMap(({ rows }, index) => {
    return rows.some((set) => hasRow(set, row)) ? [] : index
  })

interface ShadowSearch {
  readonly wordsOf: WordsOf
  readonly budget: Budget
  /** Whether to find the rows that are needed. */
  readonly explained: boolean
}

const shadowOf = (
  ground: DecisionGround,
  row: number,
  earlier: ReadonlyArray<number>,
  { budget, explained, wordsOf }: ShadowSearch,
): UnreachableRow | undefined => {
  const group = groupRows(ground, [...earlier, row], wordsOf, budget)
  const { space } = group
  const region = rowRegion(space, earlier.length)
  if (region === undefined) return undefined
  const taking = space.all.slice()
  removeRow(taking, earlier.length)
  const search = findUncovered(space, region, taking, budget)
  if (search._tag === "Found") return undefined
  if (search._tag === "Unknown") return { _tag: "Unknown", row }
  if (!explained) return { _tag: "Shadowed", row, by: [] }
  const needed = rowsOf(neededRows(space, region, taking, budget))
  return { _tag: "Shadowed", row, by: needed.flatMap((index) => group.rows[index] ?? []) }
}

/**
 * Finds the rows that can never fire: those with a condition that the inputs do not allow, and, where
 * one row only may count, those whose facts earlier rows take, alone or together.
 */
export const findUnreachable = (
  ground: DecisionGround,
  wordsOf: WordsOf,
  budget: Budget,
): ReadonlyArray<UnreachableRow> => {
  const { decision, regions, space } = ground
  const collects = !answersOne(decision.definition.hitPolicy)
  const earlier = emptyBitset(space.rowCount)
  const found: Array<UnreachableRow> = []
  for (const row of decision.rows.keys()) {
    budget.left -= space.dimensions.length * earlier.length
    if (regions.regionOf(row) === undefined) {
      found.push({ _tag: "Impossible", row, columns: impossibleColumns(ground, row) })
      continue
    }
    if (collects) continue
    const meeting = regions.meeting(row)
    intersect(meeting, earlier)
    addRow(earlier, row)
    if (isEmpty(meeting)) continue
    const explained = found.length < explainedMax
    const shadow: UnreachableRow | undefined =
      budget.left < 0
        ? { _tag: "Unknown", row }
        : shadowOf(ground, row, rowsOf(meeting), { wordsOf, budget, explained })
    if (shadow !== undefined) found.push(shadow)
  }
  return found
}
