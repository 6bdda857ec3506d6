import {
  type ConvertAt,
  type DecimalRate,
  decimalRate,
  type PlainRatio,
} from "../conversion-cases.ts"

/** Converts an amount in minor units by one ratio. */
export type Convert = (amountMinor: number) => number

/** How a library converts: by a rate that has an end, and by a ratio that has none. */
export interface LibraryConversions {
  readonly byRate: (rate: DecimalRate, ratio: PlainRatio) => Convert
  readonly byRatio: (ratio: PlainRatio) => Convert
}

/** A rate as text that libraries of decimals read. */
export const rateText = ({ amount, scale }: DecimalRate): string => `${amount}e-${scale}`

/** Prepares each ratio's conversion in the way that its library is better at. */
export const prepareConversions = (
  ratios: ReadonlyArray<PlainRatio>,
  { byRate, byRatio }: LibraryConversions,
): ConvertAt => {
  const converts = ratios.map((ratio) => {
    const rate = decimalRate(ratio)
    return rate === undefined ? byRatio(ratio) : byRate(rate, ratio)
  })
  return (place, amountMinor) => converts[place]?.(amountMinor)
}
