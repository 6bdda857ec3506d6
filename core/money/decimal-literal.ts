import * as Result from "effect/Result"
import type { Rational } from "./rational.ts"

/**
 * What a number literal says, exactly: `digits` times ten to the power of `exponent`, where `digits`
 * has no zero at either end and is empty for zero. The exponent is infinite where it is out of all
 * proportion.
 */
export interface DecimalLiteral {
  readonly isNegative: boolean
  readonly digits: string
  readonly exponent: number
}

const literalPattern = /^(-?)(\d+)(?:\.(\d+))?(?:[eE]([+-]?\d+))?$/

const zeroDigit = "0"

/**
 * Reads a number literal of JSON exactly, without a double in between, in a time that depends on
 * its length alone; undefined for any other text.
 *
 * ```ts
 * import { readDecimalLiteral } from "../core/money/decimal-literal.ts"
 *
 * readDecimalLiteral("120.50") // => { isNegative: false, digits: "1205", exponent: -1 }
 * readDecimalLiteral("12e3") // => { isNegative: false, digits: "12", exponent: 3 }
 * readDecimalLiteral("0.0") // => { isNegative: false, digits: "", exponent: 0 }
 * readDecimalLiteral("Infinity") // => undefined
 * ```
 */
export const readDecimalLiteral = (text: string): DecimalLiteral | undefined => {
  const parts = literalPattern.exec(text)
  if (parts === null) return undefined
  const decimals = parts[3] ?? ""
  const all = `${parts[2]}${decimals}`
  let start = 0
  while (all[start] === zeroDigit) start += 1
  let end = all.length
  while (end > start && all[end - 1] === zeroDigit) end -= 1
  if (start === end) return { isNegative: false, digits: "", exponent: 0 }
  return {
    isNegative: parts[1] === "-",
    digits: all.slice(start, end),
    exponent: Number(parts[4] ?? "0") - decimals.length + (all.length - end),
  }
}

/** Why an amount is no number of minor units. */
type NotMinor = "negative" | "too fine" | "too large"

/** Digits that a double distinguishes, wherever the point stands. */
const exactDigits = 15

/**
 * The most minor units that an amount may have: fifteen digits, which a JSON number holds exactly
 * with any number of decimals, also for readers who take it as a double.
 */
export const amountMinorMax = 10 ** exactDigits - 1

/**
 * The minor units of a literal from 0 to {@link amountMinorMax}, or why there are none: nothing is
 * rounded. `minorUnits` is the exponent of the currency.
 *
 * ```ts
 * import * as Result from "effect/Result"
 * import { literalToMinor, readDecimalLiteral } from "../core/money/decimal-literal.ts"
 *
 * const minor = (text: string) =>
 *   Result.match(literalToMinor(readDecimalLiteral(text)!, 2), {
 *     onFailure: (why) => why,
 *     onSuccess: (amountMinor) => amountMinor,
 *   })
 * minor("100.50") // => 10_050
 * minor("100.000000000000000001") // => "too fine"
 * minor("70368744177664.01") // => "too large"
 * minor("-1e-400") // => "negative"
 * ```
 */
export const literalToMinor = (
  { digits, exponent, isNegative }: DecimalLiteral,
  minorUnits: number,
): Result.Result<number, NotMinor> => {
  if (digits === "") return Result.succeed(0)
  if (isNegative) return Result.fail("negative")
  const zeros = exponent + minorUnits
  if (zeros < 0) return Result.fail("too fine")
  return digits.length + zeros > exactDigits
    ? Result.fail("too large")
    : Result.succeed(Number(digits + zeroDigit.repeat(zeros)))
}

/**
 * A whole number of small units as a decimal, without zeros at its end.
 *
 * ```ts
 * import { decimalText } from "../core/money/decimal-literal.ts"
 *
 * decimalText(5460n, 2) // => "54.6"
 * decimalText(-5n, 2) // => "-0.05"
 * ```
 */
export const decimalText = (value: bigint, decimals: number): string => {
  const digits = String(value < 0n ? -value : value).padStart(decimals + 1, "0")
  const whole = digits.slice(0, digits.length - decimals)
  const part = digits.slice(digits.length - decimals).replace(/0+$/, "")
  return `${value < 0n ? "-" : ""}${whole}${part === "" ? "" : `.${part}`}`
}

const decimalsMax = 40

/**
 * A figure that was read from a decimal, as one; what is none, as a third, is cut after 40 digits.
 *
 * ```ts
 * import { figureText } from "../core/money/decimal-literal.ts"
 *
 * figureText({ numerator: 123n, denominator: 10n }) // => "12.3"
 * ```
 */
export const figureText = ({ denominator, numerator }: Rational): string => {
  let decimals = 0
  let unit = 1n
  while (unit % denominator !== 0n && decimals < decimalsMax) {
    unit *= 10n
    decimals += 1
  }
  return decimalText((numerator * unit) / denominator, decimals)
}
