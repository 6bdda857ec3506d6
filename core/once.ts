/**
 * What is worked out when it is first asked for, and then kept.
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
      // What it was made from can be let go of.
      work = undefined
    }
    return known as Value
  }
}
