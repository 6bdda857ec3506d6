import * as Result from "effect/Result"
import { minorToDecimal } from "../../../core/money/minor.ts"
import { powerOfTen } from "../../../core/money/decimal-literal.ts"
import { add, fraction, type Rational, roundHalfUp, zero } from "../../../core/money/rational.ts"
import type { Premium } from "../rate.ts"

/** Digits after which amounts without an end are cut. */
const digitsMax = 6

/**
 * An exact amount as a decimal without zeros at its end, of at most six digits.
 *
 * ```ts
 * import { exactText } from "../rules/pricing/explanation/exact-amounts.ts"
 *
 * exactText({ numerator: 94308n, denominator: 1000n }) // => "94.308"
 * exactText({ numerator: 1n, denominator: 3n }) // => "0.333333"
 * exactText({ numerator: 5n, denominator: 1n }) // => "5"
 * ```
 */
export const exactText = ({ denominator, numerator }: Premium): string => {
  const scaled = { numerator: numerator * powerOfTen(digitsMax), denominator }
  return minorToDecimal(roundHalfUp(scaled), digitsMax).replace(/\.?0+$/, "")
}

/** A sum brought to lowest terms. */
export const reduced = ({ denominator, numerator }: Premium): Rational =>
  Result.getOrElse(fraction(numerator, denominator), () => zero)

/** An amount times one whole number, divided by another. */
export const times = ({ denominator, numerator }: Rational, by: bigint, of = 1n): Rational =>
  reduced({ numerator: numerator * by, denominator: denominator * of })

/** One amount without another. */
export const less = (left: Rational, right: Rational): Rational =>
  add(left, { numerator: -right.numerator, denominator: right.denominator })
