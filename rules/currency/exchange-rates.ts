import * as Result from "effect/Result"
import { memo, once } from "../../core/memory.ts"
import { minorToNumber, numberToRational, rationalToMinor } from "../../core/money/minor.ts"
import { multiply, type Rational } from "../../core/money/rational.ts"
import type { CurrencyCode } from "../../core/vocabulary/codes.ts"
import {
  type ConversionPlan,
  conversionPlan,
  type ConvertibleCurrency,
  referenceRate,
} from "./convert.ts"
import type { CurrencyRow } from "./currency-tables.ts"
import { fixedCodes } from "./fixed-rate-codes.ts"
import { rateDays } from "./rates/accepted.ts"

/**
 * The exchange rates of one moment, and every conversion at them. A quote takes one of these and
 * asks it for everything, so that no two of its figures are converted at different rates.
 */
export interface ExchangeRates {
  readonly rows: ReadonlyArray<CurrencyRow>
  /** A currency at these rates; undefined for one that is not supported. */
  readonly get: (code: string) => CurrencyRow | undefined
  /** The conversion of prices between two currencies, prepared once; undefined when one is not supported. */
  readonly plan: (source: string, target: string) => ConversionPlan | undefined
  /**
   * The day that prices in a currency are converted at the rates of: the newest rate's, or the
   * currency's own where that is older, as a source does not publish all of them, and not fixed.
   */
  readonly dayOf: (target: string) => string
}

/** Prepares the rates of some currencies. */
export const prepareExchangeRates = (rows: ReadonlyArray<CurrencyRow>): ExchangeRates => {
  const byCode = new Map(rows.map((row) => [row.code, row]))
  const plansFrom = memo((source: string) =>
    memo((target: string) => {
      const [from, to] = [byCode.get(source), byCode.get(target)]
      return from === undefined || to === undefined ? undefined : conversionPlan(from, to)
    }),
  )
  const newest = once(() => rateDays(rows).newest)
  return {
    rows,
    get: (code) => byCode.get(code),
    plan: (source, target) => plansFrom(source)(target),
    dayOf: (target) => {
      const own = fixedCodes.includes(target) ? undefined : byCode.get(target)?.rateDate
      return own === undefined || own > newest() ? newest() : own
    },
  }
}

/** A trip's amount as sent: a JSON number in the trip's currency, which may not be supported. */
interface SentAmount {
  readonly value: number
  readonly currency: CurrencyCode
}

/** The currencies that amounts convert between, by code. */
type CurrencyByCode = (code: string) => ConvertibleCurrency | undefined

/**
 * The exact value of a sent amount in another currency at the reference rates, without margin and
 * without rounding. Undefined when the amount's own currency is not supported.
 */
export const referenceAmount = (
  amount: SentAmount,
  target: ConvertibleCurrency,
  currencyOf: CurrencyByCode,
): Rational | undefined => {
  const exact = Result.getOrUndefined(numberToRational(amount.value))
  const source = currencyOf(amount.currency)
  const rate = source === undefined ? undefined : referenceRate(source, target)
  return exact === undefined || rate === undefined ? undefined : multiply(exact, rate)
}

/**
 * A sent amount as a JSON number in another currency: the very number when the currency is the
 * same, else converted without margin and rounded half up to the target's minor unit. Null when
 * its currency is not supported or the result is beyond JSON's numbers.
 */
export const echoedAmount = (
  amount: SentAmount,
  target: ConvertibleCurrency,
  currencyOf: CurrencyByCode,
): number | null => {
  if (amount.currency === target.code) return amount.value
  const exact = referenceAmount(amount, target, currencyOf)
  if (exact === undefined) return null
  const value = minorToNumber(rationalToMinor(exact, target.minorUnits), target.minorUnits)
  return Number.isFinite(value) ? value : null
}
