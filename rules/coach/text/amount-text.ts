import { memo } from "../../../core/memo.ts"

/** Prints whole amounts of a currency in a locale. */
export type AmountText = (amount: number) => string

/**
 * A printer of whole amounts that builds one formatter per locale and currency and keeps what it
 * printed: all amounts come from tables, so their number is small.
 *
 * ```ts
 * import { makeAmountTexts } from "../rules/coach/text/amount-text.ts"
 *
 * const textFor = makeAmountTexts()
 * textFor("fr-FR", "EUR")(30000).replace(/\s/g, " ") // => "30 000 €"
 * textFor("en-US", "USD")(570000) // => "$570,000"
 * ```
 */
export const makeAmountTexts = (): ((locale: string, currency: string) => AmountText) => {
  const printers = new Map<string, AmountText>()
  return (locale, currency) => {
    const key = `${locale} ${currency}`
    const known = printers.get(key)
    if (known !== undefined) return known
    const format = new Intl.NumberFormat(locale, {
      style: "currency",
      currency,
      maximumFractionDigits: 0,
    })
    const printer = memo((amount: number) => format.format(amount))
    printers.set(key, printer)
    return printer
  }
}
