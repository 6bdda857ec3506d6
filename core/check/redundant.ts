import { type Bitset, intersect, intersected, removeRow, rowsOf, united } from "../table/bitset.ts"
import { type ComparedRows, compareRows } from "../difference/compare-rows.ts"
import { type Rational, zero } from "../money/rational.ts"
import { policies } from "../table/hit-policy.ts"
import type { DecisionGround } from "./decision-ground.ts"
import { keyOf } from "../analysis/ground.ts"
import { rowRegion, wholeRegion } from "../analysis/region.ts"
import { type Budget, findRegion, type Judge } from "../analysis/search.ts"
import type { Dimension, Space, WordsOf } from "../analysis/space.ts"
import { groupRows } from "./unreachable.ts"

/** What decides nothing, by number; `Unknown` where the search was cut short. */
export type Redundancy = {
  readonly _tag: "Redundant" | "Unknown"
  readonly index: number
}

const differing = (
  { decision }: DecisionGround,
  rows: ComparedRows,
  figures: ReadonlyArray<Rational>,
): Judge => {
  const { closer, judge } = compareRows(decision.definition.hitPolicy, rows, figures).differ
  if (closer === undefined) return judge
  return (candidates, settled) => judge(candidates, settled) ?? closer.judge(candidates, settled)
}

/** The sets of rows that the segments of a column have, each once. */
const distinctRows = ({ rows }: Dimension): ReadonlyArray<Bitset> => [
  ...new Map(rows.map((set) => [keyOf(set), set])).values(),
]

/**
 * Whether the table ever says something else when nothing but the fact of one column changes:
 * neighbouring sets of rows are compared, as two versions of the table, over all other columns.
 */
const columnDecides = (
  ground: DecisionGround,
  column: number,
  budget: Budget,
): boolean | undefined => {
  const dimension = ground.space.dimensions[column]
  if (dimension === undefined) return false
  const space: Space = {
    ...ground.space,
    dimensions: ground.space.dimensions.filter((_, index) => index !== column),
  }
  const own = dimension.rows.map((set) => intersected(set, ground.rows))
  const sets = distinctRows({ ...dimension, rows: own })
  let cut = false
  for (const [index, before] of sets.entries()) {
    const after = sets[index + 1]
    if (after === undefined) break
    const start = united(before, after)
    const compared = { before, after, outcomes: ground.outcomes }
    const judge = differing(ground, compared, ground.figures)
    const search = findRegion(space, wholeRegion(space), start, judge, budget)
    if (search._tag === "Found") return true
    if (search._tag === "Unknown") cut = true
  }
  return cut ? undefined : false
}

/** Finds the condition columns whose fact never changes what a table says. */
export const findRedundantColumns = (
  ground: DecisionGround,
  budget: Budget,
): ReadonlyArray<Redundancy> => {
  if (ground.decision.rows.length === 0) return []
  return ground.space.dimensions.flatMap((_, index): ReadonlyArray<Redundancy> => {
    const decides = columnDecides(ground, index, budget)
    if (decides === true) return []
    return [{ _tag: decides === false ? "Redundant" : "Unknown", index }]
  })
}

/**
 * Finds the rows without which a table would say the same, each taken alone: where such a row counts,
 * another row says the same. Rows that never fire are left out, and so are tables in which every
 * row that matches adds something.
 */
export const findRedundantRows = (
  ground: DecisionGround,
  skipped: ReadonlySet<number>,
  wordsOf: WordsOf,
  budget: Budget,
): ReadonlyArray<Redundancy> => {
  const { decision, outcomes, regions, rows } = ground
  const { aggregate, answers } = policies[decision.definition.hitPolicy]
  const isExtreme = aggregate === "min" || aggregate === "max"
  if (answers === "all" && !isExtreme) return []
  return [...decision.rows.keys()].flatMap((row): ReadonlyArray<Redundancy> => {
    if (skipped.has(row)) return []
    budget.left -= rows.length * ground.space.dimensions.length
    const meeting = regions.meeting(row)
    intersect(meeting, rows)
    // Without a row, another one has to say the same; a least or greatest figure may say less.
    const others = rowsOf(meeting).filter((other) => isExtreme || outcomes[other] === outcomes[row])
    if (others.length < 2) return []
    if (budget.left < 0) return [{ _tag: "Unknown", index: row }]
    const group = groupRows(ground, rowsOf(meeting), wordsOf, budget)
    const own = group.rows.indexOf(row)
    const region = rowRegion(group.space, own)
    if (region === undefined) return []
    const after = group.space.all.slice()
    removeRow(after, own)
    const compared = {
      before: group.space.all,
      after,
      outcomes: group.rows.map((each) => outcomes[each] ?? 0),
    }
    const figures = group.rows.map((each) => ground.figures[each] ?? zero)
    const judge = differing(ground, compared, figures)
    const search = findRegion(group.space, region, group.space.all, judge, budget)
    if (search._tag === "Found") return []
    return [{ _tag: search._tag === "Nothing" ? "Redundant" : "Unknown", index: row }]
  })
}

/** The rows of a table that are there twice: conditions and all results but notes; with the first. */
export const findRepeatedRows = ({
  decision,
  outcomes,
}: DecisionGround): ReadonlyArray<{ readonly row: number; readonly other: number }> => {
  const width = Object.keys(decision.definition.inputs).length
  const first = new Map<string, number>()
  return decision.fields.flatMap((fields, row) => {
    const cells = fields.slice(0, width).map(({ text }) => text)
    const key = JSON.stringify([...cells, outcomes[row]])
    const other = first.get(key)
    if (other === undefined) first.set(key, row)
    return other === undefined ? [] : { row, other }
  })
}
