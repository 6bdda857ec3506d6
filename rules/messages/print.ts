import { dayStartMs } from "../../core/vocabulary/day.ts"
import { memo } from "../../core/memo.ts"
import { makeAmountTexts } from "../coach/text/amount-text.ts"

/** Prints what sentences are told of, in one locale; undefined for what it cannot print. */
export interface Print {
  readonly money: (value: number, currency: string) => string | undefined
  readonly measure: (value: number, unit: string) => string | undefined
  /** A year, a month or a day, as they are known: `2018`, `2026-08`, `2026-08-22`. */
  readonly date: (written: string) => string | undefined
  readonly list: (names: ReadonlyArray<string>) => string
}

/** The units that are printed, and whether by a short name, as in `20 %` and `100 km`. */
const unitDisplays: ReadonlyMap<string, "short" | "long"> = new Map([
  ["day", "long"],
  ["hour", "long"],
  ["year", "long"],
  ["percent", "short"],
  ["kilometer", "short"],
])

const currencyForm = /^[A-Z]{3}$/

const dateForm = /^(\d{4})(?:-(0[1-9]|1[0-2])(?:-(0[1-9]|[12]\d|3[01]))?)?$/

const formatDates = (locale: string, parts: Intl.DateTimeFormatOptions): Intl.DateTimeFormat =>
  new Intl.DateTimeFormat(locale, { ...parts, timeZone: "UTC" })

const printDate = (locale: string): Print["date"] => {
  const years = formatDates(locale, { year: "numeric" })
  const months = formatDates(locale, { year: "numeric", month: "long" })
  const days = formatDates(locale, { year: "numeric", month: "long", day: "numeric" })
  return (written) => {
    const [, year, month, day] = dateForm.exec(written) ?? []
    if (year === undefined) return undefined
    const moment = dayStartMs(`${year}-${month ?? "01"}-${day ?? "01"}`)
    // Such as 30 February.
    if (Number.isNaN(moment)) return undefined
    if (month === undefined) return years.format(moment)
    const printed = (day === undefined ? months : days).format(moment)
    // French says the first day as an ordinal number.
    return locale.startsWith("fr") ? printed.replace(/^1(?=\s)/, "1er") : printed
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
  const measureFormat = memo((unit: string) => {
    const unitDisplay = unitDisplays.get(unit) ?? "long"
    return new Intl.NumberFormat(locale, { style: "unit", unit, unitDisplay })
  })
  const list = new Intl.ListFormat(locale, { type: "conjunction" })
  return {
    money: (value, currency) =>
      currencyForm.test(currency) ? amountTexts(locale, currency)(value) : undefined,
    measure: (value, unit) =>
      unitDisplays.has(unit) ? measureFormat(unit).format(value) : undefined,
    date: printDate(locale),
    list: (names) => list.format(names),
  }
}
