/**
 * A value that is computed on first use, and then kept.
 *
 * ```ts
 * import { once } from "../core/once.ts"
 *
 * let asked = 0
 * const answer = once(() => (asked += 1))
 * answer() + answer() // => 2
 * ```
 */
export const once = <Value>(make: () => Value): (() => Value) => {
  let work: (() => Value) | undefined = make
  let known: Value | undefined
  return () => {
    if (work !== undefined) {
      known = work()
      // Releases what it was made from.
      work = undefined
    }
    return known as Value
  }
}
