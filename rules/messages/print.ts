import { dayStartMs } from "../../core/vocabulary/day.ts"
import {
  isMeasure,
  makeAmountTexts,
  makeDayTexts,
  makeMeasureTexts,
} from "../coach/printed-figures.ts"

/** Prints the values of sentences in one locale; undefined for what it cannot print. */
export interface Print {
  readonly money: (value: number, currency: string) => string | undefined
  readonly measure: (value: number, unit: string) => string | undefined
  /** A year, a month or a day, as they are known: `2018`, `2026-08`, `2026-08-22`. */
  readonly date: (written: string) => string | undefined
  readonly list: (names: ReadonlyArray<string>) => string
}

const currencyForm = /^[A-Z]{3}$/

const dateForm = /^(\d{4})(?:-(0[1-9]|1[0-2])(?:-(0[1-9]|[12]\d|3[01]))?)?$/

const formatDates = (locale: string, parts: Intl.DateTimeFormatOptions): Intl.DateTimeFormat =>
  new Intl.DateTimeFormat(locale, { ...parts, timeZone: "UTC" })

const printDate = (locale: string): Print["date"] => {
  const years = formatDates(locale, { year: "numeric" })
  const months = formatDates(locale, { year: "numeric", month: "long" })
  const dayText = makeDayTexts()(locale)
  return (written) => {
    const [, year, month, day] = dateForm.exec(written) ?? []
    if (year === undefined) return undefined
    const firstOrDay = `${year}-${month ?? "01"}-${day ?? "01"}`
    const moment = dayStartMs(firstOrDay)
    // Such as 30 February.
    if (Number.isNaN(moment)) return undefined
    if (month === undefined) return years.format(moment)
    return day === undefined ? months.format(moment) : dayText(firstOrDay)
  }
}

/**
 * Prepares printing in a locale.
 *
 * ```ts
 * import { makePrint } from "../rules/messages/print.ts"
 *
 * const print = makePrint("fr-FR")
 * print.money(155000, "EUR")?.replace(/\s/g, " ") // => "155 000 €"
 * print.measure(20, "percent")?.replace(/\s/g, " ") // => "20 %"
 * print.measure(3, "parsec") // => undefined
 * print.date("2026-07-01") // => "1er juillet 2026"
 * print.date("2018") // => "2018"
 * print.list(["annulation", "bagages"]) // => "annulation et bagages"
 * ```
 */
export const makePrint = (locale: string): Print => {
  const amountTexts = makeAmountTexts()
  const measureText = makeMeasureTexts()(locale)
  const list = new Intl.ListFormat(locale, { type: "conjunction" })
  return {
    money: (value, currency) =>
      currencyForm.test(currency) ? amountTexts(locale, currency)(value) : undefined,
    measure: (value, unit) => (isMeasure(unit) ? measureText(value, unit) : undefined),
    date: printDate(locale),
    list: (names) => list.format(names),
  }
}
