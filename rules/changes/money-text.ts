import { minorToDecimal } from "../../core/money/minor.ts"
/** Digits after the point by currency. */
export type MinorUnits = Readonly<Record<string, number>>

/** A whole number as people read it: `6,482`. */
export const countText = (count: number): string => count.toLocaleString("en-GB")

/**
 * Minor units as money: the currency, then the amount.
 *
 * ```ts
 * import { moneyText } from "../rules/changes/money-text.ts"
 *
 * moneyText(4_120, "EUR", { EUR: 2 }) // => "EUR 41.20"
 * moneyText(1_234_567, "JPY", { JPY: 0 }) // => "JPY 1,234,567"
 * ```
 */
export const moneyText = (minor: number, currency: string, minorUnits: MinorUnits): string => {
  const digits = minorUnits[currency] ?? 0
  const options = { minimumFractionDigits: digits, maximumFractionDigits: digits }
  const amount = new Intl.NumberFormat("en-GB", options)
  return `${currency} ${amount.format(minorToDecimal(minor, digits) as `${number}`)}`
}

/**
 * How much an amount changed, in per cent with its sign.
 *
 * ```ts
 * import { changePercentText } from "../rules/changes/money-text.ts"
 *
 * changePercentText(4_120, 4_326) // => "+5.0 %"
 * changePercentText(100, 97) // => "−3.0 %"
 * ```
 */
export const changePercentText = (before: number, after: number): string => {
  const percent = ((after - before) / before) * 100
  return `${percent < 0 ? "−" : "+"}${Math.abs(percent).toFixed(1)} %`
}
