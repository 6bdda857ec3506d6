import * as Result from "effect/Result"
import { powerOfTen } from "../../core/money/power-of-ten.ts"
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
  /** The double nearest to the ratio; NaN when its terms do not fit in doubles. */
  readonly nearRatio: number
  /** Undefined when the ratio's terms do not fit in doubles, so that bigints do all the work. */
  readonly split: ExactSplit | undefined
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

const exactSplit = ({ denominator, numerator }: Rational): ExactSplit | undefined => {
  const limit = BigInt(Number.MAX_SAFE_INTEGER)
  if (numerator < 0n || numerator > limit || denominator > limit) return undefined
  const { lower, upper } = splitDivisor(Number(denominator))
  const rest = numerator % denominator
  const whole = Number(numerator / denominator)
  const largest = BigInt(Math.max(upper, lower, whole + 1))
  return {
    whole,
    restUpper: Number(rest / BigInt(lower)),
    restLower: Number(rest % BigInt(lower)),
    upper,
    lower,
    halfUp: Number((denominator + 1n) / 2n),
    amountMinorMax: Number(2n ** 53n / (largest + 1n)),
  }
}

const prepare = (source: string, target: string, ratio: Rational): ConversionPlan => {
  const split = exactSplit(ratio)
  const near = Number(ratio.numerator) / Number(ratio.denominator)
  return { source, target, ratio, nearRatio: split === undefined ? Number.NaN : near, split }
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

/**
 * a * (whole + rest / divisor), rounded half up, in doubles that only ever hold whole numbers.
 *
 * Why it is exact for whole a, 0 <= a <= amountMinorMax = floor(2^53 / (m + 1)) with
 * m = max(upper, lower, whole + 1). Nothing is to show for a = 0; let a >= 1, so that
 * a * m <= 2^53 - a < 2^53. Write D = upper * lower <= 2^53 - 1; rest < D, so
 * restUpper <= upper - 1 and restLower <= lower - 1.
 * 1. Every product and sum is a whole number under 2^53, hence exact: low = a * restLower < a * m.
 *    lowQuotient <= low / lower < a, so high = a * restUpper + lowQuotient < a * upper <= a * m.
 *    A quotient times its divisor is at most its dividend. The fraction is below D, by 3. The ratio
 *    is below whole + 1, so the result is at most the whole number a * (whole + 1) <= a * m.
 * 2. Math.floor(t / d) is the true floor q for whole t < 2^53 and d from 1 to 2^53. Rounding is
 *    monotone and q and q + 1 are doubles, so t / d rounds into [q, q + 1], and to q + 1 only from
 *    within half the gap between q + 1 and the double p below it. Then p <= t / d, and half that gap
 *    is at most p / 2^53 <= (t / d) / 2^53 < 1 / d; but t / d is a multiple of 1 / d below q + 1, so
 *    at least 1 / d away from it.
 * 3. a * rest / D = (a * restUpper + low / lower) / upper, and a floor inside a floor of a division
 *    by a whole number changes nothing, so highQuotient is the floor of a * rest / D. The remainder
 *    is a * rest - highQuotient * D = (high - highQuotient * upper) * lower + (low - lowQuotient *
 *    lower) <= (upper - 1) * lower + (lower - 1) = D - 1: that is `fraction`. It is a half or more
 *    when 2 * fraction >= D, which for whole numbers is fraction >= ceil(D / 2) = halfUp.
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

const convertLarge = (ratio: Rational, amountMinor: number): number => {
  const converted = roundHalfUp({
    numerator: BigInt(amountMinor) * ratio.numerator,
    denominator: ratio.denominator,
  })
  const amount = Number(converted)
  return Number.isSafeInteger(amount) ? amount : Number.NaN
}

/** What an estimate leaves open: amounts near a half or very large, and what is no amount. */
const convertInDoubt = ({ ratio, split }: ConversionPlan, amountMinor: number): number => {
  if (!Number.isSafeInteger(amountMinor)) return Number.NaN
  const magnitude = Math.abs(amountMinor)
  if (split === undefined || magnitude > split.amountMinorMax) {
    return convertLarge(ratio, amountMinor)
  }
  const converted = convertExactly(split, magnitude)
  return amountMinor < 0 ? 0 - converted : converted
}

/** Twice as much of an estimate as it can be wrong by. */
const doubtOfEstimate = 2 ** -50

/**
 * Converts an amount in minor units of the plan's source to minor units of its target, with one
 * rounding, half up (away from zero). NaN when the amount is no safe integer or the result would be
 * none: where undefined could come out, every amount would be laid into an object of its own, which
 * takes as long as converting it.
 *
 * The estimate answers where it provably rounds as the exact product x = amount * ratio does; an
 * exact method answers elsewhere: within |x| * 2^-50 of a half, and from 2^49 (5.6e14) on, whole
 * numbers in doubles up to the plan's amountMinorMax and bigints beyond. Why the estimate is right:
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
export const convertMinorOrNaN = (plan: ConversionPlan, amountMinor: number): number => {
  const estimate = amountMinor * plan.nearRatio
  const nearest = Math.floor(estimate + 0.5)
  return Math.abs(estimate - nearest) < 0.5 - Math.abs(estimate) * doubtOfEstimate &&
    Number.isSafeInteger(amountMinor)
    ? nearest
    : // By `Number` the compiler knows that a number comes out whichever way was gone.
      Number(convertInDoubt(plan, amountMinor))
}
