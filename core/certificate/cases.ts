import { type Ground, keyOf, prepareGround } from "../analysis/ground.ts"
import { type Region, wholeRegion } from "../analysis/region.ts"
import { branchesOf } from "../analysis/search.ts"
import type { Dimension, Space } from "../analysis/space.ts"
import { type Bitset, fullBitset, intersected } from "../table/bitset.ts"

/**
 * All that a table can be asked, told apart in cases: a diagram of steps, each about one condition.
 *
 * A case is `[level, first, last, next, first, last, next, …]`: the condition of that level in
 * `order`, whose segments from `first` to `last` lead to `next`. That is an earlier case by its
 * number, or the leaf `-1 - next`. The last case is where all begins; the first leaf where there are
 * none. Segments are counted as {@link segmentPlaces} does.
 */
export interface Cases<Leaf> {
  readonly order: ReadonlyArray<number>
  readonly cases: ReadonlyArray<ReadonlyArray<number>>
  readonly leaves: ReadonlyArray<Leaf>
}

/** What drawing came to: the cases, facts by their segments that no leaf can be said of, or too many. */
export type Drawn<Leaf> =
  | { readonly _tag: "Cases"; readonly cases: Cases<Leaf> }
  | { readonly _tag: "Facts"; readonly at: ReadonlyArray<number> }
  | { readonly _tag: "TooMany" }

/** How leaves are said of the rows that may still apply and of those that surely do, by their numbers. */
export interface Saying<Leaf> {
  /** A leaf that holds for all facts of a case; undefined while that depends on the facts. */
  readonly leaf: (candidates: Bitset, settled: Bitset, ground: Ground) => Leaf | undefined
  /** The candidates on which something still depends. */
  readonly relevant?: (candidates: Bitset, settled: Bitset, ground: Ground) => Bitset
}

/** More edges than this make a certificate of more than some megabytes. */
export const edgesMax = 400_000

/** More words of bitsets than this are not looked at: some ten seconds. */
const wordsMax = 2_000_000_000

/**
 * Where each segment of a condition stands for those who check: words in the order of their
 * characters and then all others, numbers as they rise, false before true, what is unknown last.
 */
const segmentPlaces = ({ segments }: Dimension): ReadonlyArray<number> => {
  const words = segments.flatMap((one) => (one._tag === "Word" ? one.word : []))
  const sorted = words.toSorted(byCodePoint)
  const places = new Map(sorted.map((word, place) => [word, place]))
  return segments.map((segment, index) =>
    segment._tag === "Word" ? (places.get(segment.word) ?? index) : index,
  )
}

/** The first facts of a region by the places of their segments. */
export const placesIn = ({ dimensions }: Space, region: Region): ReadonlyArray<number> =>
  dimensions.map((dimension, index) => {
    const segment = region[index]?.[0] ?? 0
    return segmentPlaces(dimension)[segment] ?? segment
  })

/** Draws the cases of a space, or finds facts that none can be said of. */
export const drawCases = <Leaf>(
  space: Space,
  saying: Saying<Leaf>,
  most = edgesMax,
): Drawn<Leaf> => {
  const { dimensions } = space
  const empty = dimensions.findIndex(({ segments }) => segments.length === 0)
  if (empty >= 0) {
    // Nothing can be asked, which its first step shows.
    const order = [empty, ...dimensions.keys()].filter((place, at) => at === 0 || place !== empty)
    return { _tag: "Cases", cases: { order, cases: [[0]], leaves: [] } }
  }
  const ground = prepareGround(space, wholeRegion(space), space.all)
  const { groups, order, settled } = ground
  const places = dimensions.map(segmentPlaces)
  const [cases, leaves] = [makeList<ReadonlyArray<number>>(), makeList<Leaf>()]
  const known = order.map(() => new Map<string, number>())
  const path: Array<number> = dimensions.map(() => 0)
  let [edges, words] = [0, 0]

  /** The case or leaf of what is still open; undefined where facts were found or it was too much. */
  const walk = (depth: number, all: Bitset): number | undefined => {
    const sure = intersected(all, settled[depth] ?? all)
    const leaf = saying.leaf(all, sure, ground)
    if (leaf !== undefined) return -1 - leaves.add(leaf)
    const index = order[depth]
    if (index === undefined) return undefined
    const candidates = saying.relevant?.(all, sure, ground) ?? all
    const key = keyOf(candidates)
    const before = known[depth]?.get(key)
    if (before !== undefined) return before
    const drawn = step(depth, index, candidates)
    if (drawn !== undefined) known[depth]?.set(key, drawn)
    return drawn
  }

  const step = (depth: number, index: number, candidates: Bitset): number | undefined => {
    const next = new Int32Array(dimensions[index]?.segments.length ?? 0)
    const branches = branchesOf(groups[index] ?? [], candidates)
    words += candidates.length * (groups[index] ?? []).length
    for (const branch of branches) {
      path[index] = branch.segments[0] ?? 0
      if (words > wordsMax || edges > most) return undefined
      const below = walk(depth + 1, branch.candidates)
      if (below === undefined) return undefined
      for (const segment of branch.segments) next[places[index]?.[segment] ?? segment] = below
    }
    path[index] = 0
    const [first] = next
    if (first !== undefined && next.every((each) => each === first)) return first
    const drawn = [depth, ...runsOf(next)]
    edges += drawn.length / 3
    return cases.add(drawn)
  }

  const root = walk(0, fullBitset(ground.rows.length))
  if (root === undefined) {
    if (words > wordsMax || edges > most) return { _tag: "TooMany" }
    return { _tag: "Facts", at: path.map((segment, index) => places[index]?.[segment] ?? segment) }
  }
  // The last case is the root; where none is, the first leaf is.
  const isLeaf = root < 0
  return {
    _tag: "Cases",
    cases: {
      order,
      cases: isLeaf ? [] : cases.items.slice(0, root + 1),
      leaves: isLeaf ? leaves.items.slice(-1 - root, -root) : leaves.items,
    },
  }
}

const byCodePoint = (left: string, right: string): number => {
  const [one, other] = [Array.from(left), Array.from(right)]
  for (const [index, sign] of one.entries()) {
    const difference = (sign.codePointAt(0) ?? 0) - (other[index]?.codePointAt(0) ?? -1)
    if (difference !== 0) return difference
  }
  return one.length - other.length
}

/** Items with their numbers; one that is there already keeps its number. */
const makeList = <Item>() => {
  const numbers = new Map<string, number>()
  const items: Array<Item> = []
  return {
    items,
    add: (item: Item): number => {
      const key = JSON.stringify(item)
      const known = numbers.get(key)
      if (known !== undefined) return known
      numbers.set(key, items.length)
      return items.push(item) - 1
    },
  }
}

/** Neighbours that lead to the same, as `first, last, next` in turn. */
const runsOf = (next: Int32Array): ReadonlyArray<number> => {
  const runs: Array<number> = []
  for (let first = 0; first < next.length;) {
    let last = first
    while (next[last + 1] === next[first]) last += 1
    runs.push(first, last, next[first] ?? 0)
    first = last + 1
  }
  return runs
}
