import { type Bitset, fullBitset, intersected, isEmpty } from "../table/bitset.ts"
import { type Ground, type Group, inOldNumbers, keyOf, prepareGround } from "./ground.ts"
import type { Region } from "./region.ts"
import type { Space } from "./space.ts"

/**
 * Decides about all combinations of facts that are still open, from the rows that may accept some
 * of them (`candidates`) and those that accept all of them (`settled`); undefined while it depends
 * on the combination. Where candidates and settled rows are the same it must decide.
 */
export type Judge = (candidates: Bitset, settled: Bitset) => boolean | undefined

/** How much work a search may still do, in words of bitsets; shared by searches that belong together. */
export interface Budget {
  left: number
}

/** What a search found; `Unknown` when its budget ended before everything was looked at. */
export type Search =
  | { readonly _tag: "Found"; readonly region: Region }
  | { readonly _tag: "Nothing" }
  | { readonly _tag: "Unknown" }

/** Words of bitsets that a search looks at before it gives up, unless told otherwise: some seconds. */
export const defaultBudget = 20_000_000

interface Branch {
  readonly key: string
  readonly candidates: Bitset
  readonly segments: Array<number>
}

/** Groups that leave the same candidates, together. */
export const branchesOf = (
  groups: ReadonlyArray<Group>,
  candidates: Bitset,
): ReadonlyArray<Branch> => {
  const branches = new Map<string, Branch>()
  for (const { rows, segments } of groups) {
    const left = intersected(candidates, rows)
    const key = keyOf(left)
    const known = branches.get(key)
    if (known === undefined) branches.set(key, { key, candidates: left, segments: [...segments] })
    else known.segments.push(...segments)
  }
  return [...branches.values()]
}

/** Walks a ground with a judge of its numbers: the search behind {@link findRegion}. */
const search = (
  space: Space,
  within: Region,
  start: Bitset,
  judgeOn: (ground: Ground) => Judge,
  budget: Budget,
): Search => {
  if (within.some((segments) => segments.length === 0)) return { _tag: "Nothing" }
  const ground = prepareGround(space, within, start)
  const { groups, order, rows, settled } = ground
  const judge = judgeOn(ground)
  const fruitless = order.map(() => new Set<string>())
  const found: Array<ReadonlyArray<number>> = [...within]
  const every = fullBitset(rows.length)
  budget.left -= every.length * within.reduce((sum, segments) => sum + segments.length, 0)

  /** True when found, false when proven absent, undefined when the budget ended. */
  const walk = (depth: number, candidates: Bitset): boolean | undefined => {
    if (budget.left < 0) return undefined
    const verdict = judge(candidates, intersected(candidates, settled[depth] ?? candidates))
    const index = order[depth]
    if (verdict !== undefined || index === undefined) return verdict ?? false
    const open = groups[index] ?? []
    budget.left -= open.length * candidates.length
    let cut = false
    for (const branch of branchesOf(open, candidates)) {
      if (fruitless[depth]?.has(branch.key) === true) continue
      const outcome = walk(depth + 1, branch.candidates)
      if (outcome === true) {
        found[index] = branch.segments.sort((left, right) => left - right)
        return true
      }
      if (outcome === false) fruitless[depth]?.add(branch.key)
      else cut = true
    }
    return cut ? undefined : false
  }

  const outcome = walk(0, every)
  if (outcome === true) return { _tag: "Found", region: found }
  return { _tag: outcome === false ? "Nothing" : "Unknown" }
}

/**
 * Looks for a region within another in which a judge says yes of every combination. Starts from the
 * rows of `start` alone. Segments that leave the same rows are looked at once, and so is every set
 * of rows at a depth, whatever way led there: the walk is one through a decision diagram. A search
 * that finds nothing has proven that there is nothing.
 */
export const findRegion = (
  space: Space,
  within: Region,
  start: Bitset,
  judge: Judge,
  budget: Budget = { left: defaultBudget },
): Search => {
  const judgeOn = (ground: Ground): Judge => {
    const inTable = (set: Bitset): Bitset => inOldNumbers(set, ground, space.rowCount)
    return (candidates, settled) => judge(inTable(candidates), inTable(settled))
  }
  return search(space, within, start, judgeOn, budget)
}

/** The judge of combinations that no candidate accepts. */
export const uncovered: Judge = (candidates, settled) => {
  if (!isEmpty(settled)) return false
  return isEmpty(candidates) ? true : undefined
}

/** Looks for a region within another that no row of `start` accepts, like {@link findRegion}. */
export const findUncovered = (
  space: Space,
  within: Region,
  start: Bitset,
  budget: Budget = { left: defaultBudget },
): Search => search(space, within, start, () => uncovered, budget)
