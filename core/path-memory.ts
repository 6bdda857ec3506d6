/** Answers of a pure question kept by several numbers or texts that together stand for its facts. */
export interface PathMemory<Key, Value> {
  /** The kept answer of a path, or the one that `compute` gives now. */
  readonly get: (path: ReadonlyArray<Key>, compute: () => Value) => Value
}

interface PathNode<Key, Value> {
  value: Value | undefined
  isKnown: boolean
  readonly next: Map<Key, PathNode<Key, Value>>
}

const emptyNode = <Key, Value>(): PathNode<Key, Value> => ({
  value: undefined,
  isKnown: false,
  next: new Map(),
})

/**
 * Keeps answers of a pure question, up to `entriesMax` of them, and begins anew with the next. Texts
 * that are the same objects time after time are found sooner one after the other than as one long
 * text, which is put together, hashed and compared as a whole each time.
 *
 * ```ts
 * import { makePathMemory } from "../core/path-memory.ts"
 *
 * const memory = makePathMemory<string, number>(2)
 * memory.get(["a", "b"], () => 1) // => 1
 * memory.get(["a", "b"], () => 2) // => 1
 * memory.get(["a"], () => 3) // => 3
 * ```
 */
export const makePathMemory = <Key extends string | number | undefined, Value>(
  entriesMax: number,
): PathMemory<Key, Value> => {
  let root = emptyNode<Key, Value>()
  let entries = 0
  const placeOf = (path: ReadonlyArray<Key>): PathNode<Key, Value> => {
    let place = root
    for (const key of path) {
      let next = place.next.get(key)
      if (next === undefined) {
        next = emptyNode()
        place.next.set(key, next)
      }
      place = next
    }
    return place
  }
  return {
    get: (path, compute) => {
      const { isKnown, value } = placeOf(path)
      if (isKnown) return value as Value
      const answer = compute()
      if (entries >= entriesMax) {
        root = emptyNode()
        entries = 0
      }
      const place = placeOf(path)
      place.value = answer
      place.isKnown = true
      entries += 1
      return answer
    },
  }
}
