import { BigNumber } from "bignumber.js"
import { type ConvertAt, decimalRate, type PlainRatio } from "../conversion-cases.ts"

type Convert = (amountMinor: number) => number

/** Quotients are rounded once, to whole numbers, half up; sums and products never are. */
const Exact = BigNumber.clone({ DECIMAL_PLACES: 0, ROUNDING_MODE: BigNumber.ROUND_HALF_UP })

const byMultiplication = (rate: BigNumber): Convert => {
  return (amountMinor) => new Exact(amountMinor).times(rate).integerValue().toNumber()
}

const byDivision = (ratio: PlainRatio): Convert => {
  const numerator = new Exact(ratio.numerator.toString())
  const denominator = new Exact(ratio.denominator.toString())
  return (amountMinor) => new Exact(amountMinor).times(numerator).div(denominator).toNumber()
}

/** Exact conversion by bignumber.js, its numbers made beforehand: a product where the rate has an end. */
export const makeBigNumber = (ratios: ReadonlyArray<PlainRatio>): ConvertAt => {
  const converts = ratios.map((ratio) => {
    const rate = decimalRate(ratio)
    return rate === undefined
      ? byDivision(ratio)
      : byMultiplication(new Exact(`${rate.amount}e-${rate.scale}`))
  })
  return (place, amountMinor) => converts[place]?.(amountMinor)
}
