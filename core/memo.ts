/**
 * A function that computes each answer once and remembers it; for pure functions of few keys.
 *
 * ```ts
 * import { memo } from "../core/memo.ts"
 * const squared = memo((value: number) => [value * value])
 * squared(3) === squared(3) // => true
 * ```
 */
export const memo = <Key, Value>(make: (key: Key) => Value): ((key: Key) => Value) => {
  const known = new Map<Key, Value>()
  return (key) => {
    const found = known.get(key)
    if (found !== undefined || known.has(key)) return found as Value
    const made = make(key)
    known.set(key, made)
    return made
  }
}
