import type * as Result from "effect/Result"
import { plainFailure, plainSuccess } from "../plain-result.ts"

/**
 * An exact fraction in lowest terms. The denominator is positive; the sign sits on the numerator,
 * and zero is 0/1, so two equal values have equal fields.
 */
export interface Rational {
  readonly numerator: bigint
  readonly denominator: bigint
}

/** The refusal of a text that is not a plain decimal; `text` is what was read. */
export interface NotDecimal {
  readonly _tag: "NotDecimal"
  readonly text: string
}

/** The refusal of a division by zero. */
export interface ZeroDivisor {
  readonly _tag: "ZeroDivisor"
  readonly dividend: Rational
}

const decimalPattern = /^(-?)(\d{1,40})(?:\.(\d{1,40}))?$/

/** The rational 0. */
export const zero: Rational = { numerator: 0n, denominator: 1n }

/** The rational 1. */
export const one: Rational = { numerator: 1n, denominator: 1n }

const greatestCommonDivisor = (left: bigint, right: bigint): bigint => {
  let a = left < 0n ? -left : left
  let b = right
  while (b !== 0n) [a, b] = [b, a % b]
  return a
}

/** A fraction brought to lowest terms; `denominator` must be positive. */
const reduced = (numerator: bigint, denominator: bigint): Rational => {
  const common = greatestCommonDivisor(numerator, denominator)
  return { numerator: numerator / common, denominator: denominator / common }
}

/**
 * The rational of a whole number.
 *
 * ```ts
 * import { fromInteger } from "../core/money/rational.ts"
 * fromInteger(-5n) // => { numerator: -5n, denominator: 1n }
 * ```
 */
export const fromInteger = (value: bigint): Rational => ({ numerator: value, denominator: 1n })

/**
 * The rational `numerator / denominator` in lowest terms, or ZeroDivisor.
 *
 * ```ts
 * import * as Result from "effect/Result"
 * import { fraction } from "../core/money/rational.ts"
 * Result.getOrThrow(fraction(6n, -4n)) // => { numerator: -3n, denominator: 2n }
 * ```
 */
export const fraction = (
  numerator: bigint,
  denominator: bigint,
): Result.Result<Rational, ZeroDivisor> =>
  denominator === 0n
    ? plainFailure({ _tag: "ZeroDivisor", dividend: fromInteger(numerator) })
    : plainSuccess(
        denominator < 0n ? reduced(-numerator, -denominator) : reduced(numerator, denominator),
      )

/**
 * Reads a plain decimal: an optional minus, 1 to 40 digits, and optionally a point with 1 to 40
 * digits. No exponent, no plus, no separators, no spaces. Anything else is NotDecimal.
 *
 * ```ts
 * import * as Result from "effect/Result"
 * import { parseDecimal } from "../core/money/rational.ts"
 * Result.getOrThrow(parseDecimal("12.30")) // => { numerator: 123n, denominator: 10n }
 * Result.isFailure(parseDecimal("1e3")) // => true
 * ```
 */
export const parseDecimal = (text: string): Result.Result<Rational, NotDecimal> => {
  const parts = decimalPattern.exec(text)
  if (parts === null) return plainFailure({ _tag: "NotDecimal", text })
  const digits = parts[3] ?? ""
  const magnitude = BigInt(`${parts[2]}${digits}`)
  return plainSuccess(reduced(parts[1] === "-" ? -magnitude : magnitude, powerOfTen(digits.length)))
}

/** Whether a value of a cell is an exact figure. */
export const isRational = (value: unknown): value is Rational =>
  typeof value === "object" && value !== null && "numerator" in value && "denominator" in value

/**
 * The JavaScript number of a rational, to be shown or sent; the quotient of its two parts as numbers.
 *
 * ```ts
 * import { nearestNumber } from "../core/money/rational.ts"
 * nearestNumber({ numerator: 123n, denominator: 10n }) // => 12.3
 * ```
 */
export const nearestNumber = ({ denominator, numerator }: Rational): number =>
  Number(numerator) / Number(denominator)

/**
 * The order of two rationals: -1, 0 or 1.
 *
 * ```ts
 * import { compare, fromInteger } from "../core/money/rational.ts"
 * compare(fromInteger(2n), fromInteger(3n)) // => -1
 * ```
 */
export const compare = (left: Rational, right: Rational): -1 | 0 | 1 => {
  const difference = left.numerator * right.denominator - right.numerator * left.denominator
  return difference < 0n ? -1 : difference > 0n ? 1 : 0
}

/**
 * The exact product.
 *
 * ```ts
 * import { multiply } from "../core/money/rational.ts"
 * const half = { numerator: 1n, denominator: 2n }
 * multiply(half, half) // => { numerator: 1n, denominator: 4n }
 * ```
 */
export const multiply = (left: Rational, right: Rational): Rational =>
  reduced(left.numerator * right.numerator, left.denominator * right.denominator)

/**
 * The exact quotient, or ZeroDivisor.
 *
 * ```ts
 * import * as Result from "effect/Result"
 * import { divide, fromInteger } from "../core/money/rational.ts"
 * Result.getOrThrow(divide(fromInteger(1n), fromInteger(3n))) // => { numerator: 1n, denominator: 3n }
 * ```
 */
export const divide = (left: Rational, right: Rational): Result.Result<Rational, ZeroDivisor> =>
  right.numerator === 0n
    ? plainFailure({ _tag: "ZeroDivisor", dividend: left })
    : fraction(left.numerator * right.denominator, left.denominator * right.numerator)

/**
 * The exact sum.
 *
 * ```ts
 * import { add, fromInteger } from "../core/money/rational.ts"
 * add(fromInteger(2n), { numerator: 1n, denominator: 3n }) // => { numerator: 7n, denominator: 3n }
 * ```
 */
export const add = (left: Rational, right: Rational): Rational =>
  reduced(
    left.numerator * right.denominator + right.numerator * left.denominator,
    left.denominator * right.denominator,
  )

/**
 * The whole number next to an exact value on the side of zero, so that a ceiling is never passed.
 *
 * ```ts
 * import { roundDown } from "../core/money/rational.ts"
 * roundDown({ numerator: 5n, denominator: 2n }) // => 2n
 * roundDown({ numerator: -5n, denominator: 2n }) // => -2n
 * ```
 */
export const roundDown = ({ denominator, numerator }: Rational): bigint => numerator / denominator

/**
 * The whole number nearest to an exact value; a tie goes away from zero, so that a price ending in
 * half a cent is rounded up and a reversal of it is rounded to the same magnitude.
 *
 * ```ts
 * import { roundHalfUp } from "../core/money/rational.ts"
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

const known = Array.from({ length: 32 }, (_, exponent) => 10n ** BigInt(exponent))

/**
 * Ten to the power of a whole number of 0 or more.
 *
 * ```ts
 * import { powerOfTen } from "../core/money/rational.ts"
 * powerOfTen(2) // => 100n
 * powerOfTen(40) // => 10n ** 40n
 * ```
 */
export const powerOfTen = (exponent: number): bigint => known[exponent] ?? 10n ** BigInt(exponent)
