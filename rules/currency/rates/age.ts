import { daysInclusive } from "../../../core/vocabulary/day.ts"
import type { CurrencyRow } from "../currency-tables.ts"
import { baseCode } from "./document.ts"

/** The first and the last day that rates are of. */
export interface RateDays {
  readonly oldest: string
  readonly newest: string
}

/** The days of the rates of some currencies, the euro's own aside; of no day when there are none. */
export const rateDays = (rows: ReadonlyArray<CurrencyRow>): RateDays => {
  const days = rows
    .filter(({ code }) => code !== baseCode)
    .map(({ rateDate }) => rateDate)
    .sort()
  return { oldest: days.at(0) ?? "", newest: days.at(-1) ?? "" }
}

/**
 * How many days old rates of a day are today; NaN for rates of no day.
 *
 * ```ts
 * import { ageDays } from "../rules/currency/rates/age.ts"
 * ageDays("2026-09-29", "2026-11-24") // => 56
 * ```
 */
export const ageDays = (newest: string, today: string): number => daysInclusive(newest, today) - 1

/**
 * Whether rates of a day are older today than they may be; rates of no day always are.
 *
 * ```ts
 * import { areStale } from "../rules/currency/rates/age.ts"
 * areStale({ newest: "2026-11-15", today: "2026-11-20", staleDays: 5 }) // => false
 * areStale({ newest: "2026-11-15", today: "2026-11-21", staleDays: 5 }) // => true
 * ```
 */
export const areStale = ({
  newest,
  staleDays,
  today,
}: {
  readonly newest: string
  readonly today: string
  readonly staleDays: number
}): boolean => !(ageDays(newest, today) <= staleDays)
