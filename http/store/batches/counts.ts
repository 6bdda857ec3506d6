/** Something that was counted, and how often. */
export type Counted<What> = What & { readonly count: number }

/** What is counted in memory, each thing once. */
export interface Counts<What> {
  /** Adds to a count; false when the thing is a new one and there is no room for more. */
  readonly add: (counted: Counted<What>) => boolean
  /** Takes the oldest entries out, at most so many. */
  readonly take: (entriesMax: number) => ReadonlyArray<Counted<What>>
  /** All that is counted now. */
  readonly total: () => number
}

/**
 * All that some entries count.
 *
 * ```ts
 * import { totalOf } from "../http/store/batches/counts.ts"
 *
 * totalOf([{ count: 2 }, { count: 3 }]) // => 5
 * ```
 */
export const totalOf = (entries: Iterable<{ readonly count: number }>): number => {
  let total = 0
  for (const { count } of entries) total += count
  return total
}

/** Counts with room for so many things, which are told apart by their names. */
export const makeCounts = <What extends object>(
  entriesMax: number,
  nameOf: (what: What) => string,
): Counts<What> => {
  const entries = new Map<string, Counted<What>>()

  return {
    add: (counted) => {
      const name = nameOf(counted)
      const known = entries.get(name)
      if (known === undefined && entries.size >= entriesMax) return false
      const count = (known?.count ?? 0) + counted.count
      entries.set(name, { ...counted, count })
      return true
    },
    take: (wanted) => {
      const taken: Array<Counted<What>> = []
      for (const [name, entry] of entries) {
        if (taken.length >= wanted) break
        entries.delete(name)
        taken.push(entry)
      }
      return taken
    },
    total: () => totalOf(entries.values()),
  }
}
