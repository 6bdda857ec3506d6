const known = Array.from({ length: 32 }, (_, exponent) => 10n ** BigInt(exponent))

/**
 * Ten to the power of a whole number of 0 or more.
 *
 * ```ts
 * import { powerOfTen } from "../core/money/power-of-ten.ts"
 * powerOfTen(2) // => 100n
 * powerOfTen(40) // => 10n ** 40n
 * ```
 */
export const powerOfTen = (exponent: number): bigint => known[exponent] ?? 10n ** BigInt(exponent)
