import { Decimal } from "decimal.js"
import type { ConvertAt, DecimalRate, PlainRatio } from "../conversion-cases.ts"
import { type Convert, prepareConversions, rateText } from "./prepare-conversions.ts"

/** Digits that hold every sum and product on the way; at 60 nothing below is ever rounded. */
const Exact = Decimal.clone({ precision: 60, rounding: Decimal.ROUND_HALF_UP })

const byRate = (rate: DecimalRate): Convert => {
  const factor = new Exact(rateText(rate))
  return (amountMinor) => new Exact(amountMinor).times(factor).round().toNumber()
}

/** A whole division is faster than one to many digits, and cannot round twice. */
const byRatio = ({ denominator, numerator }: PlainRatio): Convert => {
  const twice = new Exact((2n * numerator).toString())
  const half = new Exact(denominator.toString())
  const divisor = new Exact((2n * denominator).toString())
  const nearest = (magnitude: number): number =>
    new Exact(magnitude).times(twice).plus(half).divToInt(divisor).toNumber()
  return (amountMinor) => (amountMinor < 0 ? 0 - nearest(-amountMinor) : nearest(amountMinor))
}

/** Exact conversion by decimal.js, its numbers made beforehand: a product where the rate has an end. */
export const makeDecimal = (ratios: ReadonlyArray<PlainRatio>): ConvertAt =>
  prepareConversions(ratios, { byRate, byRatio })
