/**
 * Cached answers of a pure function, by several numbers or texts that together stand for its
 * arguments.
 */
export interface PathMemory<Key, Value> {
  /** The cached answer of a path, or the one that `compute` gives now. */
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
 * Caches up to `entriesMax` answers of a pure function, and starts over with the next. Looking up
 * the same text objects one after the other is faster than joining, hashing and comparing one long
 * text each time.
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
