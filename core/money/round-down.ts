import type { Rational } from "./rational.ts"

/**
 * The whole number next to an exact value on the side of zero, so that a ceiling is never passed.
 *
 * ```ts
 * import { roundDown } from "../core/money/round-down.ts"
 * roundDown({ numerator: 5n, denominator: 2n }) // => 2n
 * roundDown({ numerator: -5n, denominator: 2n }) // => -2n
 * ```
 */
export const roundDown = ({ denominator, numerator }: Rational): bigint => numerator / denominator
