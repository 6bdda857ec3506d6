/**
 * A pure function of objects that remembers its results for frozen ones, for as long as they live;
 * an object that may still change is computed each time.
 *
 * ```ts
 * import { memoFrozen } from "../core/memo-frozen.ts"
 * const keysOf = memoFrozen((object: object) => Object.keys(object))
 * const frozen = Object.freeze({ days: 9 })
 * keysOf(frozen) === keysOf(frozen) // => true
 * const open = { days: 9 }
 * keysOf(open) === keysOf(open) // => false
 * ```
 */
export const memoFrozen = <Key extends object, Value extends {}>(
  make: (key: Key) => Value,
): ((key: Key) => Value) => {
  const known = new WeakMap<Key, Value>()
  return (key) => {
    const found = known.get(key)
    if (found !== undefined) return found
    const made = make(key)
    if (Object.isFrozen(key)) known.set(key, made)
    return made
  }
}
