/** An entry of one list and the same entry in another, by their places from 0. */
export type Pair = readonly [before: number, after: number]

/** For every key where it stands, in order. */
const placesOf = (keys: ReadonlyArray<string>, start: number, end: number) => {
  const places = new Map<string, Array<number>>()
  for (let place = start; place < end; place += 1) {
    const key = keys[place] ?? ""
    const known = places.get(key)
    if (known === undefined) places.set(key, [place])
    else known.push(place)
  }
  return places
}

/** A longest choice of pairs whose second places rise, given pairs whose first places rise. */
const longestRising = (pairs: ReadonlyArray<Pair>): ReadonlyArray<Pair> => {
  const ends: Array<number> = []
  const earlier: Array<number> = []
  for (const [index, [, place]] of pairs.entries()) {
    let low = 0
    let high = ends.length
    while (low < high) {
      const middle = (low + high) >> 1
      if ((pairs[ends[middle] ?? 0]?.[1] ?? 0) < place) low = middle + 1
      else high = middle
    }
    earlier.push(low === 0 ? -1 : (ends[low - 1] ?? -1))
    ends[low] = index
  }
  const chosen: Array<Pair> = []
  for (let index = ends.at(-1) ?? -1; index >= 0; index = earlier[index] ?? -1) {
    const pair = pairs[index]
    if (pair !== undefined) chosen.push(pair)
  }
  return chosen.reverse()
}

/**
 * Pairs equal entries of two lists so that both places rise from pair to pair: what stays where it
 * was. Of repeated entries the first goes with the first, and so on.
 *
 * ```ts
 * import { pairInOrder } from "../core/difference/row-pairs.ts"
 *
 * pairInOrder(["a", "b", "c"], ["b", "c", "a"]) // => [[1, 0], [2, 1]]
 * ```
 */
export const pairInOrder = (
  before: ReadonlyArray<string>,
  after: ReadonlyArray<string>,
): ReadonlyArray<Pair> => {
  const shorter = Math.min(before.length, after.length)
  let start = 0
  while (start < shorter && before[start] === after[start]) start += 1
  let tail = 0
  while (
    tail < shorter - start &&
    before[before.length - 1 - tail] === after[after.length - 1 - tail]
  ) {
    tail += 1
  }
  const places = placesOf(after, start, after.length - tail)
  const candidates: Array<Pair> = []
  for (let place = start; place < before.length - tail; place += 1) {
    const partner = places.get(before[place] ?? "")?.shift()
    if (partner !== undefined) candidates.push([place, partner])
  }
  return [
    ...Array.from({ length: start }, (_, place): Pair => [place, place]),
    ...longestRising(candidates),
    ...Array.from({ length: tail }, (_, step): Pair => [
      before.length - tail + step,
      after.length - tail + step,
    ]),
  ]
}
