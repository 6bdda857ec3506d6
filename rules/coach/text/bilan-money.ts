import { memo } from "../../../core/memory.ts"
import { referenceAmount } from "../../currency/reference-amount.ts"
import type { ConvertibleCurrency } from "../../currency/convert.ts"
import type { BilanSituation } from "../bilan-situation.ts"
import type { CoachTables } from "../coach-tables.ts"
import { downToTwoFigures } from "./two-figures.ts"

/** An amount as a bilan tells it. */
export interface BilanMoney {
  readonly amount: number
  readonly currency: string
  /** Whether it was converted, so that texts say "about". */
  readonly converted: boolean
}

/** Converts an amount of one currency into another; undefined where a rate is missing. */
export type InMarket = (amount: number, from: string, to: string) => number | undefined

/** The rates of currencies.csv, and those of markets' currencies that it has none of. */
const currencyIn =
  ({ currencies, otherRates }: Pick<CoachTables, "currencies" | "otherRates">) =>
  (code: string): ConvertibleCurrency | undefined => {
    const listed = currencies.get(code)
    if (listed !== undefined) return listed
    const other = otherRates.get(code)
    return other === undefined ? undefined : { ...other, minorUnits: 2, marginBps: 0 }
  }

/**
 * Prepares conversion at the tables' rates: exact, without margin, then rounded down to two figures, so
 * that no answer shows more cover than there is.
 */
export const prepareInMarket = (
  tables: Pick<CoachTables, "currencies" | "otherRates">,
): InMarket => {
  const currencyOf = memo(currencyIn(tables))
  const between = memo((from: string) =>
    memo((to: string) =>
      memo((value: number) => {
        const target = currencyOf(to)
        const exact =
          target === undefined
            ? undefined
            : referenceAmount({ value, currency: from }, target, currencyOf)
        return exact === undefined ? undefined : downToTwoFigures(exact)
      }),
    ),
  )
  return (amount, from, to) => between(from)(to)(amount)
}

/**
 * An amount of the card as the bilan tells it: in the market's currency. Where no rate is known it
 * stays in the card's own, and says so.
 *
 * ```ts
 * import { bilanMoney } from "../rules/coach/text/bilan-money.ts"
 *
 * const inMarket = (amount: number) => amount * 2
 * const of = (card: string, marketCurrency: string) =>
 *   ({ card: { product: { currency: card } }, marketCurrency, inMarket })
 * bilanMoney(of("EUR", "EUR"), 300) // => { amount: 300, currency: "EUR", converted: false }
 * bilanMoney(of("EUR", "USD"), 300) // => { amount: 600, currency: "USD", converted: true }
 * ```
 */
export const bilanMoney = (
  {
    card,
    inMarket,
    marketCurrency,
  }: Pick<BilanSituation, "inMarket" | "marketCurrency"> & {
    readonly card: { readonly product: { readonly currency: string } }
  },
  amountOfCard: number,
): BilanMoney => {
  const { currency } = card.product
  const amount =
    currency === marketCurrency ? undefined : inMarket(amountOfCard, currency, marketCurrency)
  return amount === undefined
    ? { amount: amountOfCard, currency, converted: false }
    : { amount, currency: marketCurrency, converted: true }
}
