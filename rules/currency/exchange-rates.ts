import { memo, once } from "../../core/memory.ts"
import type { CurrencyRow } from "./currency-tables.ts"
import { fixedCodes } from "./fixed-codes.ts"
import { type ConversionPlan, conversionPlan } from "./convert.ts"
import { rateDays } from "./rates/age.ts"

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
