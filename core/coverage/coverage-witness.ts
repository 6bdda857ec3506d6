import { addRow, type Bitset, emptyBitset, hasRow } from "../table/bitset.ts"
import type { ConditionTest } from "../table/condition.ts"
import { answersOne, hidesLater, type HitPolicy } from "../table/hit-policy.ts"
import { alternativesOf, isNegative, meets } from "./coverage.ts"
import { type NamedFacts, type Region, rowRegion, wholeRegion } from "../analysis/region.ts"
import { type Budget, defaultBudget, findUncovered } from "../analysis/search.ts"
import { possibleFacts, type Together } from "./possible.ts"
import type { Space } from "../analysis/space.ts"

/**
 * What would exercise something that no question has exercised: facts, by column; `Never` when no
 * facts that the inputs allow do, which is proven; `Impossible` when none of those that would can be met
 * together; `Unknown` when the search was cut short.
 */
export type CoverageWitness =
  | { readonly _tag: "Facts"; readonly facts: NamedFacts }
  | { readonly _tag: "Never" }
  | { readonly _tag: "Impossible" }
  | { readonly _tag: "Unknown" }

/** A decision table whose uncovered parts are looked for. */
export interface WitnessGround {
  readonly space: Space
  readonly hitPolicy: HitPolicy
  readonly tests: ReadonlyArray<ReadonlyArray<ConditionTest>>
  /** What facts have to keep to together, so that they can be met at once. */
  readonly together: ReadonlyArray<Together>
}

const never: CoverageWitness = { _tag: "Never" }
const impossible: CoverageWitness = { _tag: "Impossible" }

const rowsBefore = (row: number, rowCount: number): Bitset => {
  const rows = emptyBitset(rowCount)
  for (let earlier = 0; earlier < row; earlier += 1) addRow(rows, earlier)
  return rows
}

/** The first facts of a region that can be met together. */
const firstPossible = ({ space, together }: WitnessGround, region: Region): CoverageWitness => {
  for (const { facts } of possibleFacts(space, region, together)) return { _tag: "Facts", facts }
  return impossible
}

/** Possible facts of a region that no row of some accepts, each part of the region by itself. */
const possibleAlone = (
  ground: WitnessGround,
  region: Region,
  before: Bitset,
  budget: Budget,
): CoverageWitness => {
  const { space, together } = ground
  const seen = new Set<string>()
  for (const { region: part } of possibleFacts(space, region, together)) {
    const key = JSON.stringify(part)
    if (seen.has(key)) continue
    seen.add(key)
    const search = findUncovered(space, part, before, budget)
    if (search._tag === "Unknown") return search
    // What keeps to something is one segment each by now, and holds as it did.
    if (search._tag === "Found") return firstPossible(ground, search.region)
  }
  return impossible
}

/** Facts of a region; with `alone` only such that no row before a row accepts. */
const witnessIn = (
  ground: WitnessGround,
  row: number,
  region: Region,
  alone: boolean,
  budget: Budget,
): CoverageWitness => {
  if (region.some((segments) => segments.length === 0)) return never
  const { space } = ground
  if (!alone) return firstPossible(ground, region)
  const before = rowsBefore(row, space.rowCount)
  const search = findUncovered(space, region, before, budget)
  if (search._tag === "Unknown") return search
  if (search._tag === "Nothing") return never
  const found = firstPossible(ground, search.region)
  return found._tag === "Facts" ? found : possibleAlone(ground, region, before, budget)
}

/** The facts that a row accepts, but in one column those segments that a test keeps. */
const regionWith = (
  { space }: WitnessGround,
  row: number,
  column: number,
  keep: (segment: number, accepted: boolean) => boolean,
): Region => {
  const whole = wholeRegion(space)
  return space.dimensions.map(({ rows }, index) =>
    (whole[index] ?? []).filter((segment) => {
      const set = rows[segment]
      const accepted = set !== undefined && hasRow(set, row)
      return index === column ? keep(segment, accepted) : accepted
    }),
  )
}

/** Facts in which a row counts. */
export const rowWitness = (
  ground: WitnessGround,
  row: number,
  budget: Budget = { left: defaultBudget },
): CoverageWitness => {
  const region = rowRegion(ground.space, row)
  const alone = answersOne(ground.hitPolicy)
  return region === undefined ? never : witnessIn(ground, row, region, alone, budget)
}

/** Facts in which one cell alone keeps its row from counting. */
export const cellWitness = (
  ground: WitnessGround,
  row: number,
  column: number,
  budget: Budget = { left: defaultBudget },
): CoverageWitness => {
  const region = regionWith(ground, row, column, (_, accepted) => !accepted)
  return witnessIn(ground, row, region, hidesLater(ground.hitPolicy), budget)
}

/**
 * Facts that exercise one word or range of a cell with several: one that lets through, in which the
 * row counts by it; one that a `not(…)` names, in which it keeps the row from counting.
 */
export const alternativeWitness = (
  ground: WitnessGround,
  row: number,
  column: number,
  alternative: number,
  budget: Budget = { left: defaultBudget },
): CoverageWitness => {
  const test = ground.tests[row]?.[column]
  const part = test === undefined ? undefined : alternativesOf(test)[alternative]
  if (test === undefined || part === undefined) return never
  const { witnesses } = ground.space.dimensions[column] ?? { witnesses: [] }
  const accepts = !isNegative(test)
  const region = regionWith(
    ground,
    row,
    column,
    (segment, accepted) => accepted === accepts && meets(part, witnesses[segment] ?? null),
  )
  const alone = hidesLater(ground.hitPolicy) || (accepts && answersOne(ground.hitPolicy))
  return witnessIn(ground, row, region, alone, budget)
}
