/** Answers of a pure question kept by a number or text that stands for its facts. */
export interface Memory<Key, Value> {
  /** The kept answer of a key, or the one that `compute` gives now. */
  readonly get: (key: Key, compute: () => Value) => Value
}

/**
 * Keeps at most `entriesMax` answers of a pure question; when full it forgets all and starts again,
 * so that its size stays bounded whatever is asked.
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
  const answers = new Map<Key, Value>()
  return {
    get: (key, compute) => {
      const known = answers.get(key)
      if (known !== undefined) return known
      const answer = compute()
      if (answers.size >= entriesMax) answers.clear()
      answers.set(key, answer)
      return answer
    },
  }
}
