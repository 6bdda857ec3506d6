/** Answers of a pure question kept by a number or text that stands for its facts. */
export interface Memory<Key, Value> {
  /** The kept answer of a key, or the one that `compute` gives now. */
  readonly get: (key: Key, compute: () => Value) => Value
}

/**
 * Keeps about `entriesMax` answers of a pure question, never more: what was not asked for while
 * half as many others came is forgotten, so that its size stays bounded whatever is asked.
 *
 * ```ts
 * import { makeMemory } from "../rules/coach/memory.ts"
 *
 * const memory = makeMemory<string, number>(2)
 * memory.get("a", () => 1) // => 1
 * memory.get("a", () => 2) // => 1
 * ```
 */
export const makeMemory = <Key extends string | number, Value>(
  entriesMax: number,
): Memory<Key, Value> => {
  const youngMax = Math.max(1, entriesMax >> 1)
  let young = new Map<Key, Value>()
  let old = new Map<Key, Value>()
  return {
    get: (key, compute) => {
      const known = young.get(key)
      if (known !== undefined) return known
      const answer = old.get(key) ?? compute()
      if (young.size >= youngMax) {
        old = young
        young = new Map()
      }
      young.set(key, answer)
      return answer
    },
  }
}
