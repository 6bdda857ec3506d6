import { memo } from "../../core/memory.ts"
import { powerOfTen, type Rational } from "../../core/money/rational.ts"
import type { CurrencyCode } from "../../core/vocabulary/codes.ts"
import type { ConvertibleCurrency } from "../currency/convert.ts"
import { referenceAmount } from "../currency/exchange-rates.ts"
import type { CoachTables } from "./coach-tables.ts"

/** Converts an amount of one currency into another; undefined where a rate is missing. */
export type InMarket = (amount: number, from: string, to: string) => number | undefined

/**
 * Prepares conversion at the tables' rates: exact, without margin, then rounded down to two figures, so
 * that no answer shows more cover than there is.
 */
export const prepareInMarket = (tables: RateTables): InMarket => {
  const exactly = prepareExact(tables)
  return remembered((amount, from, to) => {
    const exact = exactly(amount, from, to)
    return exact === undefined ? undefined : downToTwoFigures(exact)
  })
}

/** Tells a benchmark of one currency in another. */
export type BenchmarkIn = (amount: number, from: string, to: string) => number

/**
 * Prepares that, at the same rates: exact, then up to the next whole unit, so that a whole ceiling of a
 * card reaches it where, and only where, it reaches the benchmark itself. Where no rate is known it is
 * as it is.
 */
export const prepareBenchmarkIn = (tables: RateTables): BenchmarkIn => {
  const exactly = prepareExact(tables)
  return remembered((amount, from, to) => {
    if (from === to) return amount
    const exact = exactly(amount, from, to)
    return exact === undefined ? amount : upToWhole(exact)
  })
}

/**
 * An amount of the card as the bilan tells it: in the market's currency. Where no rate is known it
 * stays in the card's own, and says so.
 *
 * ```ts
 * import { bilanMoney } from "../rules/coach/converted-money.ts"
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
  }: {
    readonly inMarket: InMarket
    readonly marketCurrency: CurrencyCode
    readonly card: { readonly product: { readonly currency: CurrencyCode } }
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

/**
 * A positive amount rounded down to a whole number of two significant figures, so that what is told
 * of a converted amount is never more than there is.
 *
 * ```ts
 * import { fromInteger } from "../core/money/rational.ts"
 * import { downToTwoFigures } from "../rules/coach/converted-money.ts"
 *
 * downToTwoFigures(fromInteger(176091n)) // => 170000
 * downToTwoFigures({ numerator: 1099n, denominator: 10n }) // => 100
 * downToTwoFigures({ numerator: 999n, denominator: 100n }) // => 9
 * ```
 */
export const downToTwoFigures = ({ denominator, numerator }: Rational): number => {
  const whole = numerator / denominator
  const spare = whole.toString().length - 2
  if (spare <= 0) return Number(whole)
  const unit = powerOfTen(spare)
  return Number((whole / unit) * unit)
}

type RateTables = Pick<CoachTables, "currencies" | "otherRates">

type Conversion<Amount> = (amount: number, from: string, to: string) => Amount

/** Prepares conversion at the tables' rates, not rounded; undefined where a rate is missing. */
const prepareExact = (tables: RateTables): Conversion<Rational | undefined> => {
  const currencyOf = memo(currencyIn(tables))
  return (value, from, to) => {
    const target = currencyOf(to)
    return target === undefined
      ? undefined
      : referenceAmount({ value, currency: from }, target, currencyOf)
  }
}

/** Converts each amount once: all of them come from tables, so that they are few. */
const remembered = <Amount>(convert: Conversion<Amount>): Conversion<Amount> => {
  const between = memo((from: string) =>
    memo((to: string) => memo((amount: number) => convert(amount, from, to))),
  )
  return (amount, from, to) => between(from)(to)(amount)
}

const upToWhole = ({ denominator, numerator }: Rational): number =>
  Number((numerator + denominator - 1n) / denominator)

/** The rates of currencies.csv, and those of markets' currencies that it has none of. */
const currencyIn =
  ({ currencies, otherRates }: RateTables) =>
  (code: string): ConvertibleCurrency | undefined => {
    const listed = currencies.get(code)
    if (listed !== undefined) return listed
    const other = otherRates.get(code)
    return other === undefined ? undefined : { ...other, minorUnits: 2, marginBps: 0 }
  }

/** An amount as a bilan tells it. */
interface BilanMoney {
  readonly amount: number
  readonly currency: CurrencyCode
  /** Whether it was converted, so that texts say "about". */
  readonly converted: boolean
}
