import { type Bitset, intersected, isEmpty } from "../table/bitset.ts"
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
export const defaultBudget = 200_000_000

const ones = (set: Bitset): number => {
  let count = 0
  for (let word = 0; word < set.length; word += 1) {
    let bits = set[word] ?? 0
    for (; bits !== 0; bits &= bits - 1) count += 1
  }
  return count
}

/** Dimensions that leave the fewest rows on average come first: they end most branches. */
const searchOrder = (space: Space, within: Region): ReadonlyArray<number> => {
  const load = space.dimensions.map(({ rows }, index) => {
    const segments = within[index] ?? []
    const sum = segments.reduce((total, segment) => total + ones(rows[segment] ?? space.all), 0)
    return segments.length === 0 ? 0 : sum * (1 / segments.length)
  })
  return [...space.dimensions.keys()].sort(
    (left, right) => (load[left] ?? 0) - (load[right] ?? 0) || left - right,
  )
}

/** For each depth the rows that accept everything in the dimensions from there on. */
const settledFrom = (
  space: Space,
  within: Region,
  order: ReadonlyArray<number>,
): ReadonlyArray<Bitset> => {
  const masks: Array<Bitset> = [space.all]
  for (const index of order.toReversed()) {
    let mask = masks[0] ?? space.all
    const { rows } = space.dimensions[index] ?? { rows: [] }
    for (const segment of within[index] ?? []) mask = intersected(mask, rows[segment] ?? mask)
    masks.unshift(mask)
  }
  return masks
}

/** A text that is the same for the same set: its words that are not empty. */
const keyOf = (set: Bitset): string => {
  let key = ""
  for (let word = 0; word < set.length; word += 1) {
    const bits = set[word] ?? 0
    if (bits !== 0) key += `${word.toString(36)}:${(bits >>> 0).toString(36)},`
  }
  return key
}

/** Segments that leave the same candidates, together. */
interface Branch {
  readonly key: string
  readonly candidates: Bitset
  readonly segments: Array<number>
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
  const order = searchOrder(space, within)
  const masks = settledFrom(space, within, order)
  const fruitless = order.map(() => new Set<string>())
  const found: Array<ReadonlyArray<number>> = within.map((segments) => segments)

  const branchesAt = (index: number, candidates: Bitset): ReadonlyArray<Branch> => {
    const branches = new Map<string, Branch>()
    for (const segment of within[index] ?? []) {
      const rows = space.dimensions[index]?.rows[segment]
      if (rows === undefined) continue
      budget.left -= candidates.length
      const left = intersected(candidates, rows)
      const key = keyOf(left)
      const known = branches.get(key)
      if (known === undefined) branches.set(key, { key, candidates: left, segments: [segment] })
      else known.segments.push(segment)
    }
    return [...branches.values()]
  }

  /** True when found, false when proven absent, undefined when the budget ended. */
  const walk = (depth: number, candidates: Bitset): boolean | undefined => {
    if (budget.left < 0) return undefined
    const settled = intersected(candidates, masks[depth] ?? space.all)
    const verdict = judge(candidates, settled)
    const index = order[depth]
    if (verdict !== undefined || index === undefined) return verdict ?? false
    let cut = false
    for (const branch of branchesAt(index, candidates)) {
      if (fruitless[depth]?.has(branch.key) === true) continue
      const outcome = walk(depth + 1, branch.candidates)
      if (outcome === true) {
        found[index] = branch.segments
        return true
      }
      if (outcome === false) fruitless[depth]?.add(branch.key)
      else cut = true
    }
    return cut ? undefined : false
  }

  if (within.some((segments) => segments.length === 0)) return { _tag: "Nothing" }
  const outcome = walk(0, start)
  if (outcome === true) return { _tag: "Found", region: found }
  return { _tag: outcome === false ? "Nothing" : "Unknown" }
}

/** The judge of combinations that no candidate accepts. */
export const uncovered: Judge = (candidates, settled) => {
  if (!isEmpty(settled)) return false
  return isEmpty(candidates) ? true : undefined
}
