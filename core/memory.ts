/** Answers of a pure question kept by a number or text that stands for its facts. */
export interface Memory<Key, Value> {
  /** The kept answer of a key, or the one that `compute` gives now. */
  readonly get: (key: Key, compute: () => Value) => Value
}

/**
 * Keeps the last `entriesMax` answers of a pure question, so that its size stays bounded whatever is
 * asked: a new one takes the place of the one that was made first. What is known is given without
 * changing anything, so that a question asked over and over leaves nothing to collect.
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
  // Goes on from where it was: beginning anew would pass all that was taken out before.
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
