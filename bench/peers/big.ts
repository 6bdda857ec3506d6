import { Big } from "big.js"
import type { ConvertAt, DecimalRate, PlainRatio } from "../conversion-cases.ts"
import { type Convert, prepareConversions, rateText } from "./prepare-conversions.ts"

/** Quotients are rounded once, to whole numbers, half up; sums and products never are. */
const Exact = Big()
Exact.DP = 0
Exact.RM = Exact.roundHalfUp

const byRate = (rate: DecimalRate): Convert => {
  const factor = new Exact(rateText(rate))
  return (amountMinor) => new Exact(amountMinor).times(factor).round().toNumber()
}

const byRatio = (ratio: PlainRatio): Convert => {
  const numerator = new Exact(ratio.numerator.toString())
  const denominator = new Exact(ratio.denominator.toString())
  return (amountMinor) => new Exact(amountMinor).times(numerator).div(denominator).toNumber()
}

/** Exact conversion by big.js, its numbers made beforehand: a product where the rate has an end. */
export const makeBig = (ratios: ReadonlyArray<PlainRatio>): ConvertAt =>
  prepareConversions(ratios, { byRate, byRatio })
