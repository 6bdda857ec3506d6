import {
  type Bitset,
  emptyBitset,
  fullBitset,
  hasRow,
  intersected,
  removeRow,
  rowsOf,
} from "../table/bitset.ts"
import type { Fact } from "../table/condition.ts"
import type { Decision } from "../table/decision.ts"
import { answersOne } from "../table/hit-policy.ts"
import { type NearFact, nearestFact, segmentAt } from "./nearest-fact.ts"
import {
  type NamedFacts,
  type Region,
  rowRegion,
  rowsCovering,
  rowsMeeting,
} from "../analysis/region.ts"
import { type Budget, defaultBudget, findUncovered } from "../analysis/search.ts"
import { makeSpace, type Space, type WordsOf } from "../analysis/space.ts"

/** One fact that has to change: the column, the present fact and the new one. */
export interface FactChange {
  readonly column: string
  readonly from: Fact
  readonly to: Fact
}

/**
 * Why a row does not fire: it does; the smallest change of input that makes it fire (`proven` where
 * no smaller one exists, `failed` the columns that fail now, `maskedBy` the lines of the rows that
 * come before it now); no input fires it, because one column allows none of what the cell accepts,
 * or because the rows of some lines take all of it; or the search ended before it knew.
 */
export type WhyNot =
  | { readonly _tag: "Fires" }
  | {
      readonly _tag: "Change"
      readonly failed: ReadonlyArray<string>
      readonly maskedBy: ReadonlyArray<number>
      readonly changes: ReadonlyArray<FactChange>
      readonly facts: NamedFacts
      readonly proven: boolean
    }
  | { readonly _tag: "Impossible"; readonly column: string }
  | { readonly _tag: "Covered"; readonly by: ReadonlyArray<number> }
  | { readonly _tag: "Unknown"; readonly failed: ReadonlyArray<string> }

/** A row to be fired, and the facts that are to be changed for it. */
interface Target {
  readonly space: Space
  readonly facts: NamedFacts
  /** The segment of each present fact; undefined where the column does not allow the fact. */
  readonly present: ReadonlyArray<number | undefined>
  /** What the row accepts. */
  readonly region: Region
  /** The rows that would fire instead of it. */
  readonly earlier: Bitset
  readonly budget: Budget
}

/** Whether the row fires somewhere in a region; undefined when the budget ended. */
const firesWithin = ({ budget, earlier, space }: Target, region: Region): boolean | undefined => {
  const search = findUncovered(space, region, earlier, budget)
  return search._tag === "Unknown" ? undefined : search._tag === "Found"
}

/** The facts that one dimension can change to, nearest first, then in the order of the table. */
const choicesOf = (target: Target, index: number): ReadonlyArray<NearFact> => {
  const dimension = target.space.dimensions[index]
  if (dimension === undefined) return []
  const from = target.facts[dimension.name] ?? null
  return (target.region[index] ?? [])
    .filter((segment) => segment !== target.present[index])
    .map((segment) => nearestFact(dimension, segment, from))
    .sort((left, right) => left.distance - right.distance)
}

/** Changed facts by dimension, and the sum of the distances. */
interface Assignment {
  readonly chosen: ReadonlyMap<number, NearFact>
  readonly distance: number
}

interface Attempt {
  readonly best: Assignment | undefined
  /** Whether the budget ended before all was looked at. */
  readonly cut: boolean
}

/**
 * The nearest assignment that changes exactly some dimensions and stays nearer than another one:
 * branch and bound, numbers first, each branch only where the row can still fire.
 */
const assign = (
  target: Target,
  changed: ReadonlyArray<number>,
  bound: Assignment | undefined,
): Attempt => {
  const isNumber = (index: number): boolean =>
    target.space.dimensions[index]?.input.kind === "number"
  const order = [...changed].sort(
    (left, right) => Number(isNumber(right)) - Number(isNumber(left)) || left - right,
  )
  const choices = order.map((index) => choicesOf(target, index))
  const least = choices.map((some) => some[0]?.distance ?? Number.POSITIVE_INFINITY)
  const rest = least.map((_, depth) => least.slice(depth).reduce((sum, one) => sum + one, 0))
  const start = target.present.map((segment, index) =>
    changed.includes(index)
      ? choicesOf(target, index)
          .map((choice) => choice.segment)
          .sort((left, right) => left - right)
      : segment === undefined
        ? []
        : [segment],
  )
  let best = bound
  let cut = false
  const walk = (
    depth: number,
    region: Region,
    chosen: ReadonlyMap<number, NearFact>,
    distance: number,
  ): void => {
    const nearer = (): boolean =>
      best === undefined || distance + (rest[depth] ?? 0) < best.distance
    if (!nearer()) return
    const fires = firesWithin(target, region)
    if (fires !== true) {
      cut ||= fires === undefined
      return
    }
    const index = order[depth]
    if (index === undefined) {
      best = { chosen, distance }
      return
    }
    for (const choice of choices[depth] ?? []) {
      const narrowed = region.map((segments, at) => (at === index ? [choice.segment] : segments))
      walk(depth + 1, narrowed, new Map([...chosen, [index, choice]]), distance + choice.distance)
    }
  }
  walk(0, start, new Map(), 0)
  return { best, cut }
}

/** All ways to take some of the items, in their order. */
const subsets = (
  items: ReadonlyArray<number>,
  size: number,
): ReadonlyArray<ReadonlyArray<number>> => {
  if (size === 0) return [[]]
  return items.flatMap((item, index) =>
    subsets(items.slice(index + 1), size - 1).map((others) => [item, ...others]),
  )
}

/** The fewest changes, the nearest of them first; `proven` where everything smaller was looked at. */
const fewestChanges = (
  target: Target,
  forced: ReadonlyArray<number>,
): { readonly assignment: Assignment | undefined; readonly proven: boolean } => {
  const free = [...target.region.keys()].filter((index) => !forced.includes(index))
  let proven = true
  for (let more = 0; more <= free.length && target.budget.left >= 0; more += 1) {
    let best: Assignment | undefined
    for (const others of subsets(free, more)) {
      const attempt = assign(target, [...forced, ...others], best)
      best = attempt.best
      if (attempt.cut) proven = false
    }
    if (best !== undefined) return { assignment: best, proven }
  }
  return { assignment: undefined, proven }
}

/** Rows that together take all of a region: one alone where one does, else none that can be spared. */
const coverOf = (target: Target): ReadonlyArray<number> => {
  const { budget, earlier, region, space } = target
  const [alone] = rowsOf(intersected(earlier, rowsCovering(space, region)))
  if (alone !== undefined) return [alone]
  const needed = intersected(earlier, rowsMeeting(space, region))
  for (const row of rowsOf(needed).toReversed()) {
    const fewer = needed.slice()
    removeRow(fewer, row)
    if (findUncovered(space, region, fewer, budget)._tag === "Nothing") removeRow(needed, row)
  }
  return rowsOf(needed)
}

/** Rows before another one that would fire instead of it. */
const rowsBefore = ({ definition, rows }: Decision, row: number): Bitset => {
  if (!answersOne(definition.hitPolicy)) return emptyBitset(rows.length)
  const earlier = fullBitset(rows.length)
  for (let later = row; later < rows.length; later += 1) removeRow(earlier, later)
  return earlier
}

const whereNothing = ({ dimensions }: Space, row: number): string =>
  dimensions.find(({ rows }) => rows.every((set) => !hasRow(set, row)))?.name ?? ""

/** The columns that the present facts fail, by number. */
const failedBy = ({ present, region }: Target): ReadonlyArray<number> =>
  [...region.keys()].filter((index) => {
    const segment = present[index]
    return segment === undefined || region[index]?.includes(segment) !== true
  })

const changeOf = (
  { facts, space }: Target,
  { chosen }: Assignment,
): { readonly changes: ReadonlyArray<FactChange>; readonly facts: NamedFacts } => {
  const changes = space.dimensions.flatMap(({ name }, index): ReadonlyArray<FactChange> => {
    const to = chosen.get(index)
    return to === undefined ? [] : [{ column: name, from: facts[name] ?? null, to: to.fact }]
  })
  const changed = Object.fromEntries(changes.map(({ column, to }) => [column, to]))
  return { changes, facts: { ...facts, ...changed } }
}

/**
 * Why a row does not fire for some facts, and the smallest change of the facts that makes it fire:
 * the fewest facts changed, then numbers moved by the least in sum, then words in the order of the
 * table. Under `first` and `unique` the new facts also escape every earlier row. Within its budget
 * the answer is proven; the facts are all that the columns ask for, null where unknown.
 *
 * ```ts
 * import { whyNot } from "../core/explain/why-not.ts"
 * import * as Column from "../core/table/column.ts"
 * import { defineDecision, loadDecision } from "../core/table/decision.ts"
 * import * as Input from "../core/table/input.ts"
 *
 * const fares = defineDecision({ file: "fares.csv", about: "Fares.", hitPolicy: "first", inputs: { age: Input.integer({ minimum: 0, about: "Years." }) }, outputs: { fare: Column.integer({ about: "Euros." }) } })
 * const { content } = loadDecision(fares, "age,fare\n<18,5\n<=25,7\n[18..20],8\n")
 * const answer = whyNot(content, { age: 40 }, 1, () => undefined)
 * answer._tag === "Change" ? answer.changes : [] // => [{ column: "age", from: 40, to: 25 }]
 * whyNot(content, { age: 40 }, 2, () => undefined) // => { _tag: "Covered", by: [3] }
 * ```
 */
export const whyNot = (
  decision: Decision,
  facts: NamedFacts,
  row: number,
  wordsOf: WordsOf,
  budget: Budget = { left: defaultBudget },
): WhyNot => {
  const space = makeSpace(decision.definition.inputs, decision.tests, wordsOf)
  const region = rowRegion(space, row)
  if (region === undefined) return { _tag: "Impossible", column: whereNothing(space, row) }
  const present = space.dimensions.map((dimension) =>
    segmentAt(dimension, facts[dimension.name] ?? null),
  )
  const target: Target = {
    space,
    facts,
    present,
    region,
    earlier: rowsBefore(decision, row),
    budget,
  }
  const failing = failedBy(target)
  const failed = failing.flatMap((index) => space.dimensions[index]?.name ?? [])
  const linesOf = (rows: ReadonlyArray<number>) =>
    rows.map((index) => decision.rows[index]?.line ?? 0)
  const here = present.map((segment) => (segment === undefined ? [] : [segment]))
  const taking = rowsOf(intersected(target.earlier, rowsMeeting(space, here)))
  if (failed.length === 0 && taking.length === 0) return { _tag: "Fires" }
  if (firesWithin({ ...target, budget: { left: budget.left } }, region) === false) {
    return { _tag: "Covered", by: linesOf(coverOf(target)) }
  }
  const { assignment, proven } = fewestChanges(target, failing)
  if (assignment === undefined) return { _tag: "Unknown", failed }
  const maskedBy = failed.length === 0 ? linesOf(taking) : []
  return { _tag: "Change", failed, maskedBy, ...changeOf(target, assignment), proven }
}
