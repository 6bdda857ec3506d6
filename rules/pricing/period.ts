/** What an offer's price is for, as its catalogue says it; null is the whole trip. */
export type PricePeriod = "month" | "year" | null

/** The days of the longest year. */
const yearDays = 366

/**
 * The years that a trip of some days begins: what a contract for the year is priced for. A year has 365 or
 * 366 days, so that nobody pays a second year for the day that a leap year has more.
 *
 * ```ts
 * import { yearsBegun } from "../rules/pricing/period.ts"
 *
 * yearsBegun(1) // => 1
 * yearsBegun(366) // => 1
 * yearsBegun(367) // => 2
 * ```
 */
export const yearsBegun = (days: number): number => Math.ceil(days / yearDays)

/**
 * How many times the premium of an offer's tariff is charged for a trip: for the years begun where it is that of
 * a year, once otherwise. The price of a month is due month by month, however many there are.
 *
 * ```ts
 * import { yearsCharged } from "../rules/pricing/period.ts"
 *
 * yearsCharged("year", 400) // => 2
 * yearsCharged("month", 400) // => 1
 * yearsCharged(null, 400) // => 1
 * ```
 */
export const yearsCharged = (period: PricePeriod, days: number): number =>
  period === "year" ? yearsBegun(days) : 1

/** What a price is for, as answers carry it: `month`, `year`, `2 years`, `3 years`…; null is the whole trip. */
export type PeriodText = "month" | "year" | `${number} years` | null

/**
 * What the price of an offer is for on a trip, in words that never depend on a language.
 *
 * ```ts
 * import { periodText } from "../rules/pricing/period.ts"
 *
 * periodText("year", 1) // => "year"
 * periodText("year", 800) // => "3 years"
 * periodText("month", 800) // => "month"
 * ```
 */
export const periodText = (period: PricePeriod, days: number): PeriodText => {
  const years = yearsCharged(period, days)
  return years > 1 ? `${years} years` : period
}

/**
 * The years of a period's text that is for more than one; undefined for any other.
 *
 * ```ts
 * import { yearsOfText } from "../rules/pricing/period.ts"
 *
 * yearsOfText("2 years") // => 2
 * yearsOfText("year") // => undefined
 * ```
 */
export const yearsOfText = (period: string | null): number | undefined => {
  const years = /^(?<years>[1-9]\d*) years$/.exec(period ?? "")?.groups?.["years"]
  return years === undefined ? undefined : Number(years)
}
