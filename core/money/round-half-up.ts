import type { Rational } from "./rational.ts"

/**
 * The whole number nearest to an exact value; a tie goes away from zero, so that a price ending in
 * half a cent is rounded up and a reversal of it is rounded to the same magnitude.
 *
 * ```ts
 * import { roundHalfUp } from "../core/money/round-half-up.ts"
 * roundHalfUp({ numerator: 5n, denominator: 2n }) // => 3n
 * roundHalfUp({ numerator: -5n, denominator: 2n }) // => -3n
 * roundHalfUp({ numerator: 7n, denominator: 3n }) // => 2n
 * ```
 */
export const roundHalfUp = ({ numerator, denominator }: Rational): bigint => {
  const magnitude = numerator < 0n ? -numerator : numerator
  const rounded = (2n * magnitude + denominator) / (2n * denominator)
  return numerator < 0n ? -rounded : rounded
}
