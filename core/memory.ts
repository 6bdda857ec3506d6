/** Cached answers of a pure function, by a number or text that stands for its arguments. */
export interface Memory<Key, Value> {
  /** The cached answer of a key, or the one that `compute` gives now. */
  readonly get: (key: Key, compute: () => Value) => Value
}

/**
 * Caches the last `entriesMax` answers of a pure function: a new one replaces the oldest, so the
 * size stays bounded. A hit changes nothing, so that repeated questions leave nothing to collect.
 *
 * ```ts
 * import { makeMemory } from "../core/memory.ts"
 *
 * const memory = makeMemory<string, number>(2)
 * memory.get("a", () => 1) // => 1
 * memory.get("a", () => 2) // => 1
 * ```
 */
export const makeMemory = <Key extends string | number, Value>(
  entriesMax: number,
): Memory<Key, Value> => {
  const entries = new Map<Key, Value>()
  // Continues from where it was: a new iterator would pass all that was removed before.
  const firstMade = entries.keys()
  return {
    get: (key, compute) => {
      const known = entries.get(key)
      if (known !== undefined || entries.has(key)) return known as Value
      const answer = compute()
      if (entries.size >= entriesMax) {
        const first = firstMade.next()
        if (first.done !== true) entries.delete(first.value)
      }
      entries.set(key, answer)
      return answer
    },
  }
}
