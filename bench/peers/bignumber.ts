import { BigNumber } from "bignumber.js"
import type { ConvertAt, DecimalRate, PlainRatio } from "../conversion-cases.ts"
import { type Convert, prepareConversions, rateText } from "./prepare-conversions.ts"

/** Quotients are rounded once, to whole numbers, half up; sums and products never are. */
const Exact = BigNumber.clone({ DECIMAL_PLACES: 0, ROUNDING_MODE: BigNumber.ROUND_HALF_UP })

const byRate = (rate: DecimalRate): Convert => {
  const factor = new Exact(rateText(rate))
  return (amountMinor) => new Exact(amountMinor).times(factor).integerValue().toNumber()
}

const byRatio = (ratio: PlainRatio): Convert => {
  const numerator = new Exact(ratio.numerator.toString())
  const denominator = new Exact(ratio.denominator.toString())
  return (amountMinor) => new Exact(amountMinor).times(numerator).div(denominator).toNumber()
}

/** Exact conversion by bignumber.js, its numbers made beforehand: a product where the rate has an end. */
export const makeBigNumber = (ratios: ReadonlyArray<PlainRatio>): ConvertAt =>
  prepareConversions(ratios, { byRate, byRatio })
