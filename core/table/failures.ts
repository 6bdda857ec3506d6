import type { Bitset } from "./bitset.ts"

/**
 * Finds the rows of `every` that all the accepted sets hold and, for each of the sets that are
 * numbered in `relaxed`, the rows that it alone does not hold. They are written into `found` one set
 * behind the other, the rows of a word at once: a row that fails again is told from one that fails for
 * the first time as a carry is in addition.
 *
 * ```ts
 * import { rowsOf } from "../core/table/bitset.ts"
 * import { findFailures } from "../core/table/failures.ts"
 *
 * const adults = Int32Array.of(0b0111)
 * const weeks = Int32Array.of(0b1101)
 * const found = new Int32Array(2)
 * findFailures([adults, weeks], Int32Array.of(0b1111), [1], found)
 * rowsOf(found.subarray(0, 1)) // => [0, 2]
 * rowsOf(found.subarray(1, 2)) // => [1]
 * ```
 */
export const findFailures = (
  accepted: ReadonlyArray<Bitset>,
  every: Bitset,
  relaxed: ReadonlyArray<number>,
  found: Bitset,
): void => {
  const width = every.length
  for (let word = 0; word < width; word += 1) {
    let failed = 0
    let failedAgain = 0
    for (let index = 0; index < accepted.length; index += 1) {
      const fails = ~(accepted[index]?.[word] ?? 0)
      failedAgain |= failed & fails
      failed |= fails
    }
    const rows = every[word] ?? 0
    const failedOnce = rows & failed & ~failedAgain
    found[word] = rows & ~failed
    for (let place = 0; place < relaxed.length; place += 1) {
      const holds = accepted[relaxed[place] ?? 0]?.[word] ?? 0
      found[(place + 1) * width + word] = failedOnce & ~holds
    }
  }
}
