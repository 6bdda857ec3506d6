import type * as Result from "effect/Result"
import { plainFailure, plainSuccess } from "../plain-result.ts"
import type { Kind } from "../kind.ts"
import { multiply, powerOfTen, type Rational, roundHalfUp } from "./rational.ts"

/** An amount in minor units of a currency that stands beside it. */
export type AmountMinor = Kind<number, "amountMinor">

/** A rate in basis points: 10,000 are the whole. */
export type Bps = Kind<number, "bps">

/** The refusal of a JSON number that is NaN or infinite: it names no amount. */
export interface NotFinite {
  readonly _tag: "NotFinite"
  readonly value: number
}

const shortestPattern = /^(-?)(\d+)(?:\.(\d+))?(?:e([+-]\d+))?$/

const wholeRatio = (numerator: bigint, denominator: bigint): Rational =>
  multiply({ numerator, denominator: 1n }, { numerator: 1n, denominator })

/**
 * The decimal text of an amount in minor units; `minorUnits` is the ISO 4217 exponent (0 to 4).
 *
 * ```ts
 * import { minorToDecimal } from "../core/money/minor.ts"
 * minorToDecimal(1205, 2) // => "12.05"
 * minorToDecimal(-5n, 2) // => "-0.05"
 * minorToDecimal(1205, 0) // => "1205"
 * ```
 */
export const minorToDecimal = (amountMinor: AmountMinor | bigint, minorUnits: number): string => {
  if (minorUnits === 0) return amountMinor.toString()
  const negative = amountMinor < 0
  const digits = (negative ? -amountMinor : amountMinor).toString().padStart(minorUnits + 1, "0")
  const point = digits.length - minorUnits
  return `${negative ? "-" : ""}${digits.slice(0, point)}.${digits.slice(point)}`
}

/**
 * The JSON number that prints as the amount: the double nearest to the decimal text, with no
 * rounding but that one. Beyond the doubles it is infinite.
 *
 * ```ts
 * import { minorToNumber } from "../core/money/minor.ts"
 * minorToNumber(1230, 2) // => 12.3
 * minorToNumber(7, 2) // => 0.07
 * ```
 */
export const minorToNumber = (amountMinor: AmountMinor | bigint, minorUnits: number): number =>
  // Both operands are whole numbers that doubles hold, so that the one rounding of their quotient
  // gives the double nearest to it, which is what reading the decimal text gives.
  typeof amountMinor === "number" && Number.isSafeInteger(amountMinor)
    ? amountMinor / 10 ** minorUnits
    : Number(minorToDecimal(amountMinor, minorUnits))

/**
 * The exact value of the shortest decimal that prints a JSON number, which is what its sender
 * wrote: 0.1 is one tenth, not the double next to it. NaN and infinities are NotFinite.
 *
 * ```ts
 * import * as Result from "effect/Result"
 * import { numberToRational } from "../core/money/minor.ts"
 * Result.getOrThrow(numberToRational(0.1)) // => { numerator: 1n, denominator: 10n }
 * Result.getOrThrow(numberToRational(1e21)) // => { numerator: 10n ** 21n, denominator: 1n }
 * ```
 */
export const numberToRational = (value: number): Result.Result<Rational, NotFinite> => {
  const parts = shortestPattern.exec(value.toString())
  if (parts === null) return plainFailure({ _tag: "NotFinite", value })
  const decimals = parts[3] ?? ""
  const magnitude = BigInt(`${parts[2]}${decimals}`)
  const exponent = Number(parts[4] ?? "0") - decimals.length
  const signed = parts[1] === "-" ? -magnitude : magnitude
  return plainSuccess(
    exponent < 0
      ? wholeRatio(signed, powerOfTen(-exponent))
      : wholeRatio(signed * powerOfTen(exponent), 1n),
  )
}

/**
 * The exact value, in the currency's main unit, of an amount in minor units.
 *
 * ```ts
 * import { minorToRational } from "../core/money/minor.ts"
 * minorToRational(1250, 2) // => { numerator: 25n, denominator: 2n }
 * ```
 */
export const minorToRational = (amountMinor: AmountMinor | bigint, minorUnits: number): Rational =>
  wholeRatio(BigInt(amountMinor), powerOfTen(minorUnits))

/**
 * An exact amount in main units rounded half up, away from zero, to minor units.
 *
 * ```ts
 * import { rationalToMinor } from "../core/money/minor.ts"
 * rationalToMinor({ numerator: 1005n, denominator: 1000n }, 2) // => 101n
 * ```
 */
export const rationalToMinor = (amount: Rational, minorUnits: number): bigint =>
  roundHalfUp(multiply(amount, { numerator: powerOfTen(minorUnits), denominator: 1n }))
