import { addRow, type Bitset, emptyBitset, intersect, intersected, unite } from "../table/bitset.ts"
import { type Ground, keyOf } from "../analysis/ground.ts"
import type { SearchQuestion } from "./compare-rows.ts"
import type { Region } from "../analysis/region.ts"
import type { Budget, Search } from "../analysis/search.ts"

/**
 * A ground whose groups stand for their segments, so that a region of it is a choice of groups, with
 * room for regions as further rows.
 */
export interface Grid {
  /** For each dimension the rows of each group. */
  readonly sets: ReadonlyArray<ReadonlyArray<Bitset>>
  readonly order: ReadonlyArray<number>
}

/** Makes a grid whose sets have room for `size` rows. */
export const makeGrid = ({ groups, order }: Ground, size: number): Grid => ({
  sets: groups.map((some) =>
    some.map(({ rows }) => {
      const set = emptyBitset(size)
      set.set(rows)
      return set
    }),
  ),
  order,
})

/** Makes a row accept exactly a region. */
export const addRegion = (
  sets: ReadonlyArray<ReadonlyArray<Bitset>>,
  region: Region,
  row: number,
): void => {
  for (const [index, some] of sets.entries()) {
    for (const part of region[index] ?? []) {
      const set = some[part]
      if (set !== undefined) addRow(set, row)
    }
  }
}

/** All of a grid. */
export const wholeGrid = ({ sets }: Grid): Region => sets.map((some) => [...some.keys()])

/** What a judge looks at, in words for each word of candidates: it goes from row to row. */
const judgeCost = 32

/**
 * What a walk came to. What a closer look proved to be nothing holds on the path to it alone; what
 * the rows proved holds wherever the same rows are left.
 */
type SearchOutcome = Search["_tag"] | "nothing here"

/** Parts of a dimension that leave the same candidates, together. */
interface Branch {
  readonly key: string
  readonly candidates: Bitset
  readonly parts: Array<number>
}

const branchesOf = (
  sets: ReadonlyArray<Bitset>,
  parts: ReadonlyArray<number>,
  candidates: Bitset,
): ReadonlyArray<Branch> => {
  const branches = new Map<string, Branch>()
  for (const part of parts) {
    const left = intersected(candidates, sets[part] ?? candidates)
    const key = keyOf(left)
    const known = branches.get(key)
    if (known === undefined) branches.set(key, { key, candidates: left, parts: [part] })
    else known.parts.push(part)
  }
  return [...branches.values()]
}

/** For each depth the rows that accept everything in the dimensions from there on. */
const settledFrom = ({ order, sets }: Grid, within: Region, all: Bitset): ReadonlyArray<Bitset> => {
  const masks: Array<Bitset> = [all]
  for (const index of order.toReversed()) {
    const mask = (masks.at(-1) ?? all).slice()
    for (const part of within[index] ?? []) intersect(mask, sets[index]?.[part] ?? mask)
    masks.push(mask)
  }
  return masks.reverse()
}

/** The rows of a set that accept some combination of a region. */
const meetingIn = ({ sets }: Grid, region: Region, start: Bitset): Bitset => {
  const meeting = start.slice()
  for (const [index, some] of sets.entries()) {
    const any: Bitset = new Int32Array(start.length)
    for (const part of region[index] ?? []) unite(any, some[part] ?? any)
    intersect(meeting, any)
  }
  return meeting
}

/** Whether all rows of a set are in another. */
const isWithin = (set: Bitset, other: Bitset): boolean =>
  set.every((word, index) => (word & ~(other[index] ?? 0)) === 0)

/**
 * Looks for a region of a grid in which the answer to a question is yes everywhere, starting from
 * some rows. Rows on which the answer does not depend are not told apart. A search that finds
 * nothing has proven that there is nothing.
 */
export const searchGrid = (
  grid: Grid,
  within: Region,
  start: Bitset,
  { closer, judge, relevant }: SearchQuestion,
  budget: Budget,
): Search => {
  const { order, sets } = grid
  const masks = settledFrom(grid, within, start)
  const fruitless = order.map(() => new Set<string>())
  const path: Array<ReadonlyArray<number>> = [...within]
  budget.left -= start.length * within.reduce((sum, parts) => sum + parts.length, 0)

  /** Asks the closer question of everything on the path. */
  const lookCloser = (question: SearchQuestion): SearchOutcome => {
    const search = searchGrid(grid, path, meetingIn(grid, path, start), question, budget)
    if (search._tag === "Found") path.splice(0, path.length, ...search.region)
    return search._tag === "Nothing" ? "nothing here" : search._tag
  }
  const walk = (depth: number, candidates: Bitset): SearchOutcome => {
    if (budget.left < 0) return "Unknown"
    budget.left -= judgeCost * candidates.length
    const settled = intersected(candidates, masks[depth] ?? candidates)
    const verdict = judge(candidates, settled)
    if (verdict !== undefined) return verdict ? "Found" : "Nothing"
    const rows = relevant(candidates, settled)
    if (closer !== undefined && isWithin(rows, settled)) return lookCloser(closer)
    const index = order[depth]
    return index === undefined ? "Nothing" : walkInto(depth, index, rows)
  }
  const walkInto = (depth: number, index: number, rows: Bitset): SearchOutcome => {
    const parts = within[index] ?? []
    budget.left -= parts.length * rows.length
    let result: SearchOutcome = "Nothing"
    for (const branch of branchesOf(sets[index] ?? [], parts, rows)) {
      if (fruitless[depth]?.has(branch.key) === true) continue
      path[index] = branch.parts
      const outcome = walk(depth + 1, branch.candidates)
      if (outcome === "Found") return outcome
      if (outcome === "Nothing") fruitless[depth]?.add(branch.key)
      else if (result !== "Unknown") result = outcome
    }
    path[index] = parts
    return result
  }

  const outcome = walk(0, start)
  if (outcome === "Found") return { _tag: "Found", region: path }
  return { _tag: outcome === "Unknown" ? "Unknown" : "Nothing" }
}

/** The rows that accept some, and those that accept all, of a region's facts in all dimensions but one. */
const besides = (
  { sets }: Grid,
  region: Region,
  without: number,
  start: Bitset,
): { readonly meeting: Bitset; readonly covering: Bitset } => {
  const meeting = start.slice()
  const covering = start.slice()
  for (const [index, some] of sets.entries()) {
    if (index === without) continue
    const any = emptyBitset(start.length << 5)
    for (const part of region[index] ?? []) {
      const set = some[part] ?? covering
      unite(any, set)
      intersect(covering, set)
    }
    intersect(meeting, any)
  }
  return { meeting, covering }
}

/**
 * Makes a region of a grid larger, dimension by dimension, by every part in which the answer to a
 * question is proven to be no everywhere. `refutes` may tell from candidates alone that it is yes
 * somewhere.
 */
export const growInGrid = (
  grid: Grid,
  seed: Region,
  start: Bitset,
  question: SearchQuestion,
  refutes: (candidates: Bitset) => boolean,
  budget: Budget,
): Region => {
  const region: Array<ReadonlyArray<number>> = [...seed]
  for (const [index, sets] of grid.sets.entries()) {
    const { covering, meeting } = besides(grid, region, index, start)
    const own = new Set(region[index])
    budget.left -= sets.length * start.length * judgeCost
    const joins = (part: number): boolean => {
      const set = sets[part] ?? covering
      const candidates = intersected(meeting, set)
      const verdict = question.judge(candidates, intersected(covering, set))
      if (verdict !== undefined) return !verdict
      if (refutes(candidates)) return false
      const slice = region.map((parts, at) => (at === index ? [part] : parts))
      return searchGrid(grid, slice, candidates, question, budget)._tag === "Nothing"
    }
    region[index] = [...sets.keys()].filter((part) => own.has(part) || joins(part))
  }
  return region
}
