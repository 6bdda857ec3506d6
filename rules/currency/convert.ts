import * as Result from "effect/Result"
import type { AmountMinor, Bps } from "../../core/money/minor.ts"
import {
  divide,
  multiply,
  one,
  powerOfTen,
  type Rational,
  roundHalfUp,
} from "../../core/money/rational.ts"

/** What a conversion needs of a currency: a row of currencies.csv has it. */
export interface ConvertibleCurrency {
  readonly code: string
  readonly minorUnits: number
  readonly eurRate: Rational
  readonly marginBps: Bps
}

/** A conversion from one currency to another, prepared once and applied to many amounts. */
export interface ConversionPlan {
  readonly source: string
  readonly target: string
  /** Minor units of the target for one minor unit of the source, margin included. */
  readonly ratio: Rational
  /** The double nearest to the ratio; NaN when its terms do not fit in doubles. */
  readonly nearRatio: number
}

const scale = (exponent: number): Rational =>
  exponent < 0
    ? { numerator: 1n, denominator: powerOfTen(-exponent) }
    : { numerator: powerOfTen(exponent), denominator: 1n }

/**
 * Main units of the target for one main unit of the source at the reference rates, without margin:
 * eur_rate(target) / eur_rate(source), exactly. Undefined when the source's rate is zero.
 */
export const referenceRate = (
  source: ConvertibleCurrency,
  target: ConvertibleCurrency,
): Rational | undefined =>
  source.code === target.code ? one : Result.getOrUndefined(divide(target.eurRate, source.eurRate))

const fitsInDouble = (term: bigint): boolean =>
  term >= 0n && term <= BigInt(Number.MAX_SAFE_INTEGER)

const prepare = (source: string, target: string, ratio: Rational): ConversionPlan => {
  const { denominator, numerator } = ratio
  const isNear = fitsInDouble(numerator) && fitsInDouble(denominator)
  const nearRatio = isNear ? Number(numerator) / Number(denominator) : Number.NaN
  return { source, target, ratio, nearRatio }
}

/**
 * Prepares the conversion of prices from `source` to `target`:
 * eur_rate(target) / eur_rate(source) x (10000 + margin_bps of the target) / 10000, in minor units.
 * The same currency converts to itself, without margin.
 */
export const conversionPlan = (
  source: ConvertibleCurrency,
  target: ConvertibleCurrency,
): ConversionPlan | undefined => {
  if (source.code === target.code) return prepare(source.code, target.code, one)
  const rate = referenceRate(source, target)
  if (rate === undefined) return undefined
  const margin = { numerator: BigInt(10_000 + target.marginBps), denominator: 10_000n }
  const ratio = multiply(multiply(rate, margin), scale(target.minorUnits - source.minorUnits))
  return prepare(source.code, target.code, ratio)
}

/** What an estimate leaves open: amounts near a half or very large, and what is no amount. */
const convertInDoubt = ({ ratio }: ConversionPlan, amountMinor: AmountMinor): number => {
  if (!Number.isSafeInteger(amountMinor)) return Number.NaN
  const converted = roundHalfUp({
    numerator: BigInt(amountMinor) * ratio.numerator,
    denominator: ratio.denominator,
  })
  const amount = Number(converted)
  return Number.isSafeInteger(amount) ? amount : Number.NaN
}

/** Twice as much of an estimate as it can be wrong by. */
const doubtOfEstimate = 2 ** -50

/**
 * Converts an amount in minor units of the plan's source to minor units of its target, with one
 * rounding, half up (away from zero). NaN when the amount is no safe integer or the result would be
 * none: where undefined could come out, every amount would be laid into an object of its own, which
 * takes as long as converting it.
 *
 * The estimate answers where it provably rounds as the exact product x = amount * ratio does; bigints
 * answer elsewhere: within |x| * 2^-50 of a half, and from 2^49 (5.6e14) on. Why the estimate is right:
 * 1. nearRatio is one rounding from the ratio and `estimate` one more from x; nothing overflows or
 *    underflows, as the ratio is 0 or lies between 2^-53 and 2^53. Each rounding is off by at most
 *    2^-53 of its result, so |estimate - x| < |estimate| * 2^-51.
 * 2. If |estimate| < 1/4, `nearest` is 0 and |x| < 1/2.
 * 3. Otherwise each side of the comparison is below 1/2, so its own rounding is off by at most
 *    2^-54. When it holds, |x - nearest| < 1/2 - |estimate| * 2^-50 + 2 * 2^-54 + |estimate| * 2^-51
 *    <= 1/2, as |estimate| * 2^-51 >= 2^-53. So `nearest` is the one whole number nearest to x,
 *    whatever its sign, and x is no half; and |estimate| < 2^49, so that it is a safe integer.
 *
 * ```ts
 * import { conversionPlan, convertMinorOrNaN } from "../rules/currency/convert.ts"
 * const at = (numerator: bigint) => ({ minorUnits: 2, eurRate: { numerator, denominator: 4n }, marginBps: 0 })
 * const plan = conversionPlan({ code: "EUR", ...at(4n) }, { code: "USD", ...at(5n) })
 * plan && convertMinorOrNaN(plan, 1002) // => 1253
 * ```
 */
export const convertMinorOrNaN = (plan: ConversionPlan, amountMinor: AmountMinor): number => {
  const estimate = amountMinor * plan.nearRatio
  const nearest = Math.floor(estimate + 0.5)
  return Math.abs(estimate - nearest) < 0.5 - Math.abs(estimate) * doubtOfEstimate &&
    Number.isSafeInteger(amountMinor)
    ? nearest
    : // By `Number` the compiler knows that a number comes out whichever way was gone.
      Number(convertInDoubt(plan, amountMinor))
}
