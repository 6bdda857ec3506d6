import { memo, once } from "../../core/memory.ts"
import { type CurrencyCode, isCurrencyCode } from "../../core/vocabulary/codes.ts"
import { dayStartMs } from "../../core/vocabulary/day.ts"
import { writtenDay, writtenLanguage } from "../../core/vocabulary/written-language.ts"

/** Prints whole amounts of a currency in a locale. */
export type AmountText = (amount: number) => string

/**
 * How Intl prints whole amounts of the markets' own currencies: the first formatter of a process reads
 * all that the engine knows of locales, which takes longer than a bilan.
 */
export const amountForms: Readonly<Record<string, AmountForm>> = {
  "fr-FR EUR": { before: "", between: "\u202f", after: "\u00a0€" },
  "en-GB EUR": { before: "€", between: ",", after: "" },
  "en-US USD": { before: "$", between: ",", after: "" },
  "en-CA CAD": { before: "$", between: ",", after: "" },
  "en-SG SGD": { before: "$", between: ",", after: "" },
  "en-MY MYR": { before: "RM\u00a0", between: ",", after: "" },
}

/**
 * A printer of whole amounts that builds one formatter per locale and currency, when it needs one, and
 * keeps what it printed: all amounts come from tables, so their number is small.
 *
 * ```ts
 * import { makeAmountTexts } from "../rules/coach/printed-figures.ts"
 *
 * const textFor = makeAmountTexts()
 * textFor("fr-FR", "EUR")(30000).replace(/\s/g, " ") // => "30 000 €"
 * textFor("en-US", "USD")(570000) // => "$570,000"
 * textFor("fr-FR", "USD")(570000).replace(/\s/g, " ") // => "570 000 $US"
 * ```
 */
export const makeAmountTexts = (): ((locale: string, currency: CurrencyCode) => AmountText) => {
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
      form === undefined || !isPlainAmount(amount)
        ? format().format(amount)
        : `${form.before}${grouped(amount, form.between)}${form.after}`,
    )
    printers.set(key, printer)
    return printer
  }
}

/** The measures that are printed: lengths of time, shares, and distances. */
export type Measure = (typeof measures)[number]

/**
 * Whether a word names a measure that is printed.
 *
 * ```ts
 * import { isMeasure } from "../rules/coach/printed-figures.ts"
 *
 * isMeasure("day") // => true
 * isMeasure("parsec") // => false
 * ```
 */
export const isMeasure = (word: string): word is Measure =>
  (measures as ReadonlyArray<string>).includes(word)

/** Prints a number of a measure in a locale. */
export type MeasureText = (amount: number, measure: Measure) => string

const french: Readonly<Record<Measure, string>> = {
  day: "\u00a0jours",
  year: " ans",
  hour: "\u00a0heures",
  percent: "\u00a0%",
  kilometer: "\u202fkm",
}

const english: Readonly<Record<Measure, string>> = {
  day: " days",
  year: " years",
  hour: " hours",
  percent: "%",
  kilometer: " km",
}

/**
 * What Intl prints behind several of a measure in the markets' locales: the first formatter of a
 * process reads all that the engine knows of locales, which takes longer than a bilan.
 */
export const measureEndings: Readonly<Record<string, Readonly<Record<Measure, string>>>> = {
  "fr-FR": french,
  "en-GB": english,
  "en-US": english,
  "en-CA": english,
  "en-SG": english,
  "en-MY": english,
}

/**
 * A printer of measures in words, with one formatter per locale and measure, made when it is
 * needed, that keeps what it printed.
 *
 * ```ts
 * import { makeMeasureTexts } from "../rules/coach/printed-figures.ts"
 *
 * const textIn = makeMeasureTexts()
 * textIn("fr-FR")(90, "day").replace(/\s/g, " ") // => "90 jours"
 * textIn("en-US")(1, "hour") // => "1 hour"
 * textIn("fr-FR")(75, "percent").replace(/\s/g, " ") // => "75 %"
 * ```
 */
export const makeMeasureTexts = (): ((locale: string) => MeasureText) =>
  memo((locale: string): MeasureText => {
    const printerOf = memo((unit: Measure) => {
      const format = once(() => formatOf(locale, unit))
      const ending = measureEndings[locale]?.[unit]
      return memo((amount: number) =>
        ending === undefined || !isPlainMeasure(amount)
          ? format().format(amount)
          : `${amount}${ending}`,
      )
    })
    return (amount, unit) => printerOf(unit)(amount)
  })

/** Prints a day, given as `YYYY-MM-DD`. */
export type DayText = (day: string) => string

/**
 * A printer of days in words, with one formatter per locale. French counts the first day of a month.
 *
 * ```ts
 * import { makeDayTexts } from "../rules/coach/printed-figures.ts"
 *
 * const textIn = makeDayTexts()
 * textIn("fr-FR")("2026-07-01") // => "1er juillet 2026"
 * textIn("en-GB")("2026-08-22") // => "22 August 2026"
 * textIn("en-US")("2026-08-22") // => "August 22, 2026"
 * ```
 */
export const makeDayTexts = (): ((locale: string) => DayText) =>
  memo((locale: string): DayText => {
    // Most bilans name no day, and the first formatter of a process takes longer than a bilan.
    const format = once(
      () => new Intl.DateTimeFormat(locale, { dateStyle: "long", timeZone: "UTC" }),
    )
    const language = writtenLanguage(locale.slice(0, 2))
    return (day) => writtenDay(language, format().format(dayStartMs(day)))
  })

/** Prints the values of sentences in one locale; undefined for what it cannot print. */
export interface Print {
  readonly money: (value: number, currency: CurrencyCode) => string | undefined
  readonly measure: (value: number, unit: string) => string | undefined
  /** A year, a month or a day, as they are known: `2018`, `2026-08`, `2026-08-22`. */
  readonly date: (written: string) => string | undefined
  readonly list: (names: ReadonlyArray<string>) => string
}

/**
 * Prepares printing in a locale.
 *
 * ```ts
 * import { makePrint } from "../rules/coach/printed-figures.ts"
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
  const list = once(() => new Intl.ListFormat(locale, { type: "conjunction" }))
  const date = once(() => printDate(locale))
  return {
    money: (value, currency) =>
      isCurrencyCode(currency) ? amountTexts(locale, currency)(value) : undefined,
    measure: (value, unit) => (isMeasure(unit) ? measureText(value, unit) : undefined),
    date: (written) => date()(written),
    list: (names) => list().format(names),
  }
}

/** What stands around a whole amount, and between its thousands. */
interface AmountForm {
  readonly before: string
  readonly between: string
  readonly after: string
}

/** Amounts that print as their digits do. */
const isPlainAmount = (amount: number): boolean => Number.isSafeInteger(amount) && amount > 0

const grouped = (amount: number, between: string): string =>
  String(amount).replaceAll(/\B(?=(?:\d{3})+$)/g, between)

const measures = ["day", "year", "hour", "percent", "kilometer"] as const

const formatOf = (locale: string, unit: Measure): Intl.NumberFormat => {
  const unitDisplay = shortMeasures.has(unit) ? "short" : "long"
  return new Intl.NumberFormat(locale, { style: "unit", unit, unitDisplay })
}

/** Measures that are printed by a short name, as in `20 %` and `100 km`. */
const shortMeasures: ReadonlySet<Measure> = new Set(["percent", "kilometer"])

/** Numbers of several that are printed as their digits. */
const isPlainMeasure = (amount: number): boolean =>
  Number.isInteger(amount) && amount >= 2 && amount < 1_000

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

const formatDates = (locale: string, parts: Intl.DateTimeFormatOptions): Intl.DateTimeFormat =>
  new Intl.DateTimeFormat(locale, { ...parts, timeZone: "UTC" })

const dateForm = /^(\d{4})(?:-(0[1-9]|1[0-2])(?:-(0[1-9]|[12]\d|3[01]))?)?$/
