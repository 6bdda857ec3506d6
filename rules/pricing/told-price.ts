import type { CurrencyCode } from "../../core/vocabulary/codes.ts"

/** What a traveller was shown of an offer's price on the page before, as its form carries it on. */
export interface ToldPrice {
  readonly amount: number
  readonly currency: CurrencyCode
  /** The insurer's price before conversion. */
  readonly insurerAmount: number
  readonly insurerCurrency: CurrencyCode
  /** Stands for the guarantees: the same text for the same ones. */
  readonly cover: string
}

/** How a price differs from the one that was told. */
export interface PriceChange {
  readonly before: ToldPrice
  /** Whether the exchange rates alone explain it: the insurer asks what it asked. */
  readonly isByRates: boolean
  readonly isSameCover: boolean
}

/**
 * A told price as the text of a form's field.
 *
 * ```ts
 * import { readToldPrice, writeToldPrice } from "../rules/pricing/told-price.ts"
 *
 * const cover = "0123456789abcdef"
 * const told = { amount: 92.05, currency: "EUR", insurerAmount: 80, insurerCurrency: "GBP", cover }
 * writeToldPrice(told) // => "92.05 EUR 80 GBP 0123456789abcdef"
 * readToldPrice(writeToldPrice(told)) // => told
 * readToldPrice("92,05 EUR") // => undefined
 * ```
 */
export const writeToldPrice = (told: ToldPrice): string =>
  [told.amount, told.currency, told.insurerAmount, told.insurerCurrency, told.cover].join(" ")

const toldPattern =
  /^(\d{1,15}(?:\.\d{1,4})?) ([A-Z]{3}) (\d{1,15}(?:\.\d{1,4})?) ([A-Z]{3}) ([0-9a-f]{16})$/

/** Reads what a form says was told; undefined for any other text. Anybody can have written it. */
export const readToldPrice = (text: string): ToldPrice | undefined => {
  const [, amount, currency, insurerAmount, insurerCurrency, cover] = toldPattern.exec(text) ?? []
  if (currency === undefined || insurerCurrency === undefined || cover === undefined) {
    return undefined
  }
  return {
    amount: Number(amount),
    currency,
    insurerAmount: Number(insurerAmount),
    insurerCurrency,
    cover,
  }
}

/**
 * How a price and its cover differ from what was told; undefined where they do not.
 *
 * ```ts
 * import { priceChange } from "../rules/pricing/told-price.ts"
 *
 * const insurer = { insurerAmount: 80, insurerCurrency: "GBP", cover: "0123456789abcdef" }
 * const before = { amount: 92.05, currency: "EUR", ...insurer }
 * priceChange(before, before) // => undefined
 * priceChange(before, { ...before, amount: 92.4 }) // => { before, isByRates: true, isSameCover: true }
 * priceChange(before, { ...before, amount: 92.4, insurerAmount: 81 })?.isByRates // => false
 * priceChange(before, { ...before, amount: 92.4, currency: "CHF" })?.isByRates // => false
 * priceChange(before, { ...before, cover: "00" }) // => { before, isByRates: false, isSameCover: false }
 * ```
 */
export const priceChange = (before: ToldPrice, now: ToldPrice): PriceChange | undefined => {
  if (writeToldPrice(before) === writeToldPrice(now)) return undefined
  const isSameInsurer =
    before.insurerAmount === now.insurerAmount && before.insurerCurrency === now.insurerCurrency
  return {
    before,
    isByRates: isSameInsurer && before.currency === now.currency && before.amount !== now.amount,
    isSameCover: before.cover === now.cover,
  }
}
