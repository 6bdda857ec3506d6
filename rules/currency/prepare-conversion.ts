import * as Result from "effect/Result"
import type { AmountMinor, Bps } from "../../core/money/minor.ts"
import { plainFailure, plainSuccess } from "../../core/plain-result.ts"
import { parseDecimal, type Rational } from "../../core/money/rational.ts"
import { conversionPlan, convertMinorOrNaN } from "./convert.ts"

/** A currency with its rate, to convert from or to. */
export interface RatedCurrency {
  readonly code: string
  /** Decimals of its amounts, as ISO 4217 has them: 2 for the euro, 0 for the yen. */
  readonly minorUnits: number
  /** Units of it for one unit of the common base, a plain decimal: `"1.0832"`. */
  readonly rate: string
  /** Basis points added to what is converted into it; none when left out. */
  readonly marginBps?: Bps
}

/** Why amounts cannot be converted between two currencies. */
export type ConversionProblem =
  | { readonly _tag: "BadRate"; readonly code: string; readonly rate: string }
  | { readonly _tag: "BadMinorUnits"; readonly code: string; readonly minorUnits: number }
  | { readonly _tag: "BadMargin"; readonly code: string; readonly marginBps: Bps }

/**
 * Converts an amount in minor units of the one currency to minor units of the other. NaN where the
 * amount or what comes out is no whole number that doubles hold exactly.
 */
export type Convert = (amountMinor: AmountMinor) => number

/** More decimals than any currency has. */
const minorUnitsMax = 20

const isWhole = (value: number, lowest: number, highest: number): boolean =>
  Number.isInteger(value) && value >= lowest && value <= highest

const rateOf = ({ rate }: RatedCurrency): Rational | undefined => {
  const read = Result.getOrUndefined(parseDecimal(rate))
  return read === undefined || read.numerator <= 0n ? undefined : read
}

const problemOf = (currency: RatedCurrency): ConversionProblem | undefined => {
  const { code, marginBps = 0, minorUnits, rate } = currency
  if (!isWhole(minorUnits, 0, minorUnitsMax)) return { _tag: "BadMinorUnits", code, minorUnits }
  if (!isWhole(marginBps, 0, 1_000_000)) return { _tag: "BadMargin", code, marginBps }
  return rateOf(currency) === undefined ? { _tag: "BadRate", code, rate } : undefined
}

const convertible = (currency: RatedCurrency) => ({
  code: currency.code,
  minorUnits: currency.minorUnits,
  eurRate: rateOf(currency) ?? { numerator: 1n, denominator: 1n },
  marginBps: currency.marginBps ?? 0,
})

/**
 * Prepares the conversion of amounts between two currencies: at the exact quotient of their rates and
 * with the margin of the target, rounded once, half up, away from zero. A currency converts to itself
 * without either.
 *
 * ```ts
 * import { prepareConversion } from "../rules/currency/prepare-conversion.ts"
 *
 * const euro = { code: "EUR", minorUnits: 2, rate: "1" }
 * const yen = { code: "JPY", minorUnits: 0, rate: "162.45", marginBps: 250 }
 * const toYen = prepareConversion(euro, yen)
 * toYen._tag === "Success" ? toYen.success(10_00) : toYen.failure // => 1665
 * const wrong = prepareConversion(euro, { ...yen, rate: "162,45" })
 * wrong._tag === "Failure" ? wrong.failure : undefined // => { _tag: "BadRate", code: "JPY", rate: "162,45" }
 * ```
 */
export const prepareConversion = (
  source: RatedCurrency,
  target: RatedCurrency,
): Result.Result<Convert, ConversionProblem> => {
  const problem = problemOf(source) ?? problemOf(target)
  if (problem !== undefined) return plainFailure(problem)
  const plan = conversionPlan(convertible(source), convertible(target))
  if (plan === undefined) return plainFailure({ _tag: "BadRate", ...source })
  return plainSuccess((amountMinor) => convertMinorOrNaN(plan, amountMinor))
}
