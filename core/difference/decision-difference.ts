import {
  addRow,
  type Bitset,
  emptyBitset,
  fullBitset,
  hasRow,
  intersected,
  rowsOf,
} from "../table/bitset.ts"
import type { Decision } from "../table/decision.ts"
import { type Rational, zero } from "../money/rational.ts"
import { answersOne, type HitPolicy } from "../table/hit-policy.ts"
import { type ComparedRows, compareRows, type Comparison, exceptIn } from "./compare-rows.ts"
import {
  addRegion,
  type Grid,
  growInGrid,
  makeGrid,
  searchGrid,
  wholeGrid,
} from "./region-search.ts"
import { type Ground, prepareGround } from "../analysis/ground.ts"
import { type MergedRow, mergeRows } from "./merge-tables.ts"
import {
  type NamedFacts,
  type Region,
  regionSize,
  rowRegion,
  rowsCovering,
  rowsMeeting,
  witnessOf,
} from "../analysis/region.ts"
import type { Budget } from "../analysis/search.ts"
import { makeSpace, type Space, type WordsOf } from "../analysis/space.ts"

/**
 * Facts for which two versions of a table differ in one way: everywhere the same outcome before and
 * the same after, or under `collect` the same outcomes gone and come.
 */
export interface DifferingRegion {
  /** Its segments in the space of the difference. */
  readonly region: Region
  readonly witness: NamedFacts
  /** The rows that answer the witness in each version, by their places from 0. */
  readonly before: ReadonlyArray<number>
  readonly after: ReadonlyArray<number>
}

/** Where two versions of a decision table differ. */
export interface DecisionDifference {
  /** All facts, cut by the rows of both versions. */
  readonly space: Space
  /** Regions may share facts where one way of differing takes several of them. */
  readonly regions: ReadonlyArray<DifferingRegion>
  /** What is beyond the regions: proven to be nothing, more that is not listed, or not looked at. */
  readonly beyond: "nothing" | "more" | "unknown"
}

/** How far a comparison goes. */
export interface DifferenceLimits {
  /** Regions listed at most. */
  readonly regionsMax: number
  /** Words of bitsets looked at, as in {@link Budget}. */
  readonly budget: number
}

/** Fifty regions, and some seconds of work. */
export const differenceLimits: DifferenceLimits = { regionsMax: 50, budget: 300_000_000 }

/** What the rows at some places of a merged list add to an aggregate. */
const figuresAt = (
  merged: ReadonlyArray<MergedRow>,
  places: ReadonlyArray<number>,
): ReadonlyArray<Rational> => places.map((place) => merged[place]?.figure ?? zero)

/** The compared rows at some places of a merged list, numbered anew, with room for further rows. */
const comparedRows = (
  merged: ReadonlyArray<MergedRow>,
  places: ReadonlyArray<number>,
  size: number,
): ComparedRows => {
  const [before, after] = [emptyBitset(size), emptyBitset(size)]
  const outcomes = places.map((place, row) => {
    const own = merged[place]
    if (own?.before !== undefined) addRow(before, row)
    if (own?.after !== undefined) addRow(after, row)
    return own?.outcome ?? -1
  })
  return { before, after, outcomes }
}

/** A space with room for further rows in its sets, which it does not share. */
const withRoom = (space: Space, size: number): Space => {
  const widened = (set: Bitset): Bitset => {
    const wide = emptyBitset(size)
    wide.set(set)
    return wide
  }
  return {
    dimensions: space.dimensions.map((dimension) => ({
      ...dimension,
      rows: dimension.rows.map(widened),
    })),
    rowCount: size,
    all: fullBitset(size),
  }
}

/** What stays the same through the comparison of two versions. */
interface ComparisonWork {
  readonly hitPolicy: HitPolicy
  readonly merged: ReadonlyArray<MergedRow>
  readonly space: Space
  /** The rows of the space that stand for merged rows; those after them for regions found. */
  readonly compared: Bitset
  readonly comparison: Comparison
  readonly budget: Budget
  readonly found: Array<DifferingRegion>
  readonly regionsMax: number
}

const startWork = (
  before: Decision,
  after: Decision,
  wordsOf: WordsOf,
  { budget, regionsMax }: DifferenceLimits,
): ComparisonWork => {
  const { hitPolicy, inputs } = after.definition
  const merged = mergeRows(before, after)
  const size = merged.length + regionsMax
  const compared = emptyBitset(size)
  for (const row of merged.keys()) addRow(compared, row)
  const places = [...merged.keys()]
  const rows = comparedRows(merged, places, size)
  const tests = merged.map((row) => row.tests)
  return {
    hitPolicy,
    merged,
    space: withRoom(makeSpace(inputs, tests, wordsOf), size),
    compared,
    comparison: compareRows(hitPolicy, rows, figuresAt(merged, places)),
    budget: { left: budget },
    found: [],
    regionsMax,
  }
}

/** A region with its first combination of facts, and the rows that answer that. */
const withWitness = ({ compared, hitPolicy, merged, space }: ComparisonWork, region: Region) => {
  const point = region.map((segments) => segments.slice(0, 1))
  const rows = rowsOf(intersected(compared, rowsMeeting(space, point)))
  const answersOf = (version: "before" | "after"): ReadonlyArray<number> => {
    const places = rows.flatMap((row) => merged[row]?.[version] ?? [])
    return answersOne(hitPolicy) ? places.slice(0, 1) : places
  }
  return {
    region,
    witness: witnessOf(space, point),
    before: answersOf("before"),
    after: answersOf("after"),
  }
}

/** A region of a grid in the segments of the space that it was made from. */
const inSegments = ({ groups }: Ground, region: Region): Region =>
  region.map((parts, index) =>
    parts
      .flatMap((part) => groups[index]?.[part]?.segments ?? [])
      .sort((left, right) => left - right),
  )

/** The part of a comparison that lies within the facts that one row accepts. */
interface Field {
  readonly ground: Ground
  readonly grid: Grid
  readonly comparison: Comparison
  /** The rows that are compared, and those that stand for regions found before. */
  readonly compared: Bitset
  readonly known: Bitset
}

const prepareField = (work: ComparisonWork, within: Region, start: Bitset): Field => {
  const ground = prepareGround(work.space, within, start)
  const size = ground.rows.length + work.regionsMax
  const [compared, known] = [emptyBitset(size), emptyBitset(size)]
  for (const [row, place] of ground.rows.entries()) {
    addRow(hasRow(work.compared, place) ? compared : known, row)
  }
  return {
    ground,
    grid: makeGrid(ground, size),
    comparison: compareRows(
      work.hitPolicy,
      comparedRows(work.merged, ground.rows, size),
      figuresAt(work.merged, ground.rows),
    ),
    compared,
    known,
  }
}

/** Finds one region in a field and makes it as large as the field lets it be. */
const findDifference = ({ budget }: ComparisonWork, field: Field) => {
  const { compared, comparison, grid, known } = field
  const start = compared.map((word, index) => word | (known[index] ?? 0))
  const question = exceptIn(comparison.differ, known)
  const search = searchGrid(grid, wholeGrid(grid), start, question, budget)
  if (search._tag !== "Found") return search
  const seed = search.region.map((parts) => parts.slice(0, 1))
  const accepting = seed.reduce(
    (rows, [part], index) => intersected(rows, grid.sets[index]?.[part ?? 0] ?? rows),
    compared,
  )
  const change = comparison.changeOf(accepting)
  const refutes = (candidates: Bitset): boolean => comparison.refutes(change, candidates)
  const other = comparison.otherThan(change)
  return { ...search, region: growInGrid(grid, seed, compared, other, refutes, budget) }
}

/** Lists the regions within the facts that one row accepts; what it returns is beyond them. */
const compareWithin = (work: ComparisonWork, within: Region): DecisionDifference["beyond"] => {
  const { comparison, compared, found, regionsMax, space } = work
  const meeting = rowsMeeting(space, within)
  const covering = rowsCovering(space, within)
  const candidates = intersected(meeting, compared)
  const settled = intersected(covering, compared)
  work.budget.left -= space.all.length * within.reduce((sum, segments) => sum + segments.length, 0)
  if (comparison.differ.judge(candidates, settled) === false) return "nothing"
  const { differ } = comparison
  const start = (differ.closer ?? differ).relevant(candidates, settled)
  for (const row of found.keys()) addRow(start, work.merged.length + row)
  const field = prepareField(work, within, intersected(start, meeting))
  work.budget.left -= field.ground.rows.length * within.reduce((sum, own) => sum + own.length, 0)
  for (;;) {
    const search = findDifference(work, field)
    if (search._tag !== "Found") return search._tag === "Nothing" ? "nothing" : "unknown"
    if (found.length === regionsMax) return "more"
    const region = inSegments(field.ground, search.region)
    const sets = space.dimensions.map(({ rows }) => rows)
    addRegion(sets, region, work.merged.length + found.length)
    const row = field.ground.rows.length + found.length
    addRegion(field.grid.sets, search.region, row)
    addRow(field.known, row)
    found.push(withWitness(work, region))
  }
}

/**
 * Finds where two versions of a decision table answer differently: the versions have the same
 * columns, and `wordsOf` the words of both. Outcomes are compared by what their cells read to, notes
 * left out; under `collect` the order counts. Without a region and with nothing beyond, the versions
 * are proven equivalent.
 *
 * ```ts
 * import { compareDecisions } from "../core/difference/decision-difference.ts"
 * import * as Column from "../core/table/column.ts"
 * import { defineDecision, loadDecision } from "../core/table/decision.ts"
 * import * as Input from "../core/table/input.ts"
 *
 * const fees = defineDecision({ file: "fees.csv", about: "Fees.", hitPolicy: "unique", inputs: { days: Input.integer({ minimum: 1, about: "Days." }) }, outputs: { fee: Column.integer({ about: "A fee." }) } })
 * const before = loadDecision(fees, "days,fee\n<10,1\n>=10,2\n").content
 * const after = loadDecision(fees, "days,fee\n<=10,1\n>10,2\n").content
 * const { beyond, regions } = compareDecisions(before, after, () => undefined)
 * regions.map(({ after, before, witness }) => [witness["days"], before, after]) // => [[10, [1], [0]]]
 * beyond // => "nothing"
 * ```
 */
export const compareDecisions = (
  before: Decision,
  after: Decision,
  wordsOf: WordsOf,
  limits: DifferenceLimits = differenceLimits,
): DecisionDifference => {
  const work = startWork(before, after, wordsOf, limits)
  const { found, merged, space } = work
  // Rows that only moved have the same conditions before and after: looked at once.
  const seen = new Set<string>()
  const fields = merged.flatMap((row, place): ReadonlyArray<Region> => {
    if (row.before !== undefined && row.after !== undefined) return []
    const key = JSON.stringify(row.tests)
    const region = seen.has(key) ? undefined : rowRegion(space, place)
    seen.add(key)
    return region === undefined ? [] : [region]
  })
  let beyond: DecisionDifference["beyond"] = "nothing"
  for (const within of fields.sort((left, right) => regionSize(right) - regionSize(left))) {
    const rest = work.budget.left < 0 ? "unknown" : compareWithin(work, within)
    if (rest === "more") return { space, regions: found, beyond: rest }
    if (rest === "unknown") beyond = rest
  }
  return { space, regions: found, beyond }
}
