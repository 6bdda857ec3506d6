import * as Result from "effect/Result"
import { divide, multiply, one, type Rational } from "../../core/money/rational.ts"
import { roundHalfUp } from "../../core/money/round-half-up.ts"
import { splitDivisor } from "./divisor-split.ts"

/** What a conversion needs of a currency: a row of currencies.csv has it. */
export interface ConvertibleCurrency {
  readonly code: string
  readonly minorUnits: number
  readonly eurRate: Rational
  readonly marginBps: number
}

/**
 * The constants of the exact split: for an amount `a` and the ratio whole + rest / divisor, with
 * divisor = upper * lower and rest = restUpper * lower + restLower.
 */
interface ExactSplit {
  readonly whole: number
  readonly restUpper: number
  readonly restLower: number
  readonly upper: number
  readonly lower: number
  readonly halfUp: number
  readonly amountMinorMax: number
}

/** A conversion from one currency to another, prepared once and applied to many amounts. */
export interface ConversionPlan {
  readonly source: string
  readonly target: string
  /** Minor units of the target for one minor unit of the source, margin included. */
  readonly ratio: Rational
  /** Absent when the ratio's terms do not fit in a double, so that bigints do all the work. */
  readonly split?: ExactSplit
}

const scale = (exponent: number): Rational =>
  exponent < 0
    ? { numerator: 1n, denominator: 10n ** BigInt(-exponent) }
    : { numerator: 10n ** BigInt(exponent), denominator: 1n }

/**
 * Main units of the target for one main unit of the source at the reference rates, without margin:
 * eur_rate(target) / eur_rate(source), exactly. Undefined when the source's rate is zero.
 */
export const referenceRate = (
  source: ConvertibleCurrency,
  target: ConvertibleCurrency,
): Rational | undefined =>
  source.code === target.code ? one : Result.getOrUndefined(divide(target.eurRate, source.eurRate))

const exactSplit = ({ denominator, numerator }: Rational): ExactSplit | undefined => {
  const limit = BigInt(Number.MAX_SAFE_INTEGER)
  if (numerator > limit || denominator > limit) return undefined
  const { lower, upper } = splitDivisor(Number(denominator))
  const rest = numerator % denominator
  const whole = Number(numerator / denominator)
  return {
    whole,
    restUpper: Number(rest / BigInt(lower)),
    restLower: Number(rest % BigInt(lower)),
    upper,
    lower,
    halfUp: Number((denominator + 1n) / 2n),
    amountMinorMax: Math.floor(2 ** 53 / (Math.max(upper, lower, whole + 1) + 1)),
  }
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
  const codes = { source: source.code, target: target.code }
  if (source.code === target.code) return { ...codes, ratio: one }
  const rate = referenceRate(source, target)
  if (rate === undefined) return undefined
  const margin = { numerator: BigInt(10_000 + target.marginBps), denominator: 10_000n }
  const ratio = multiply(multiply(rate, margin), scale(target.minorUnits - source.minorUnits))
  const split = exactSplit(ratio)
  return split === undefined ? { ...codes, ratio } : { ...codes, ratio, split }
}

/**
 * a * (whole + rest / divisor), rounded half up, in doubles that only ever hold whole numbers.
 *
 * Why it is exact for whole a, 0 <= a <= amountMinorMax = floor(2^53 / (m + 1)) with
 * m = max(upper, lower, whole + 1). Write D = upper * lower <= 2^53 - 1, and
 * a * rest / D = (a * restUpper + a * restLower / lower) / upper.
 * 1. Products and sums stay under 2^53, so each is exact: low = a * restLower < a * lower;
 *    high = a * restUpper + lowQuotient with restUpper <= upper - 1 and lowQuotient < a, so
 *    high < a * upper; the result is at most a * (whole + 1), because the ratio is below
 *    whole + 1 and a * (whole + 1) is whole; the fraction is below D. And a * (m + 1) <= 2^53.
 * 2. Math.floor(t / d) is the true floor for whole t < 2^53 and d >= 1. Let q be the true floor.
 *    The division is correctly rounded and monotone and q and q + 1 are doubles, so t / d rounds
 *    into [q, q + 1]. It rounds to q + 1 only from within half an ulp, at most (t / d) / 2^53
 *    < 1 / d; but t / d is a multiple of 1 / d below q + 1, so at least 1 / d away from it.
 * 3. high - highQuotient * upper < upper and low - lowQuotient * lower < lower are the exact
 *    remainders, so `fraction` is the remainder of a * rest by D; 2 * fraction >= D is
 *    fraction >= ceil(D / 2) = halfUp, and that is where half up rounds upward.
 */
const convertExactly = (split: ExactSplit, amountMinor: number): number => {
  const low = amountMinor * split.restLower
  const lowQuotient = Math.floor(low / split.lower)
  const high = amountMinor * split.restUpper + lowQuotient
  const highQuotient = Math.floor(high / split.upper)
  const fraction =
    (high - highQuotient * split.upper) * split.lower + (low - lowQuotient * split.lower)
  const rounded = amountMinor * split.whole + highQuotient
  return fraction >= split.halfUp ? rounded + 1 : rounded
}

const convertLarge = (ratio: Rational, amountMinor: number): number | undefined => {
  const converted = roundHalfUp({
    numerator: BigInt(amountMinor) * ratio.numerator,
    denominator: ratio.denominator,
  })
  const amount = Number(converted)
  return Number.isSafeInteger(amount) ? amount : undefined
}

/**
 * Converts an amount in minor units of the plan's source to minor units of its target, with one
 * rounding, half up (away from zero). Undefined when the amount is no safe integer or the result
 * would be none.
 *
 * ```ts
 * import { convertMinor } from "../rules/currency/convert.ts"
 * const plan = { source: "EUR", target: "USD", ratio: { numerator: 5n, denominator: 4n } }
 * convertMinor(plan, 1002) // => 1253
 * ```
 */
export const convertMinor = (plan: ConversionPlan, amountMinor: number): number | undefined => {
  const { split } = plan
  if (split !== undefined && amountMinor >= 0 && amountMinor <= split.amountMinorMax) {
    return Number.isInteger(amountMinor) ? convertExactly(split, amountMinor) : undefined
  }
  return Number.isSafeInteger(amountMinor) ? convertLarge(plan.ratio, amountMinor) : undefined
}
