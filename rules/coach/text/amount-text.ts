import { memo, once } from "../../../core/memory.ts"

/** Prints whole amounts of a currency in a locale. */
export type AmountText = (amount: number) => string

/** What stands around a whole amount, and between its thousands. */
interface AmountForm {
  readonly before: string
  readonly between: string
  readonly after: string
}

/**
 * How Intl prints whole amounts of the markets' own currencies: the first formatter of a process reads
 * all that the engine knows of locales, which takes longer than a bilan.
 */
export const amountForms: Readonly<Record<string, AmountForm>> = {
  "fr-FR EUR": { before: "", between: "\u202f", after: "\u00a0€" },
  "en EUR": { before: "€", between: ",", after: "" },
  "en-US USD": { before: "$", between: ",", after: "" },
  "en-CA CAD": { before: "$", between: ",", after: "" },
  "en-SG SGD": { before: "$", between: ",", after: "" },
  "en-MY MYR": { before: "RM\u00a0", between: ",", after: "" },
}

/** Amounts that print as their digits do. */
const isPlain = (amount: number): boolean => Number.isSafeInteger(amount) && amount > 0

const grouped = (amount: number, between: string): string =>
  String(amount).replaceAll(/\B(?=(?:\d{3})+$)/g, between)

/**
 * A printer of whole amounts that builds one formatter per locale and currency, when it needs one, and
 * keeps what it printed: all amounts come from tables, so their number is small.
 *
 * ```ts
 * import { makeAmountTexts } from "../rules/coach/text/amount-text.ts"
 *
 * const textFor = makeAmountTexts()
 * textFor("fr-FR", "EUR")(30000).replace(/\s/g, " ") // => "30 000 €"
 * textFor("en-US", "USD")(570000) // => "$570,000"
 * textFor("fr-FR", "USD")(570000).replace(/\s/g, " ") // => "570 000 $US"
 * ```
 */
export const makeAmountTexts = (): ((locale: string, currency: string) => AmountText) => {
  const printers = new Map<string, AmountText>()
  return (locale, currency) => {
    const key = `${locale} ${currency}`
    const known = printers.get(key)
    if (known !== undefined) return known
    const format = once(
      () =>
        new Intl.NumberFormat(locale, { style: "currency", currency, maximumFractionDigits: 0 }),
    )
    const form = amountForms[key]
    const printer = memo((amount: number) =>
      form === undefined || !isPlain(amount)
        ? format().format(amount)
        : `${form.before}${grouped(amount, form.between)}${form.after}`,
    )
    printers.set(key, printer)
    return printer
  }
}
