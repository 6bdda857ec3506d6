import { memo } from "../../../core/memory.ts"
import { type CurrencyCode, isCurrencyCode } from "../../../core/vocabulary/codes.ts"
import { dayStartMs } from "../../../core/vocabulary/day.ts"

/** Prints figures, days and names for travellers of one language. */
export interface TravellerPrint {
  readonly number: (value: number) => string
  /** An amount in main units, with all the digits that its currency has: `92,05 €`. */
  readonly money: (amount: number, currency: CurrencyCode) => string
  /** An amount of a ceiling: whole where it is whole, `100 000 €`. */
  readonly ceiling: (amount: number, currency: CurrencyCode) => string
  /** An amount that is no more than a help to the reader, to three digits: `≈ 5,83 M €`. */
  readonly about: (amount: number, currency: CurrencyCode) => string
  /** A day given as `YYYY-MM-DD`, as it stands within a sentence. */
  readonly date: (day: string) => string
  /** Two days as one stretch of time. */
  readonly dateRange: (from: string, to: string) => string
  /** A country by its two letters; the letters where no name is known. */
  readonly country: (code: string) => string
  /** Words joined by “and”. */
  readonly list: (words: ReadonlyArray<string>) => string
}

/** How a day stands within a sentence: in words, or in figures, which no case changes. */
export const dayForms = ["words", "figures"] as const

/** How a language puts days into sentences. */
export type DayForm = (typeof dayForms)[number]

const dayIn = {
  words: { dateStyle: "long", timeZone: "UTC" },
  figures: { day: "numeric", month: "numeric", year: "numeric", timeZone: "UTC" },
} as const satisfies Readonly<Record<DayForm, Intl.DateTimeFormatOptions>>

/** How languages write the first day of a month that count it: `1er juillet`, `1º luglio`. */
const firstDays: ReadonlyMap<string, string> = new Map([
  ["fr", "1er"],
  ["it", "1º"],
])

/** A day as its language writes it: Intl counts no first day, and pads days of some stretches with zeros. */
const counted = (locale: string, text: string): string => {
  const first = firstDays.get(locale.slice(0, 2))
  const plain = text.replaceAll(/(?<!\d)0(?=\d(?:\.?\s|\.?[–-]))/gu, "")
  return first === undefined ? plain : plain.replaceAll(/(?<!\d)1(?= \p{L}|$)/gu, first)
}

/** Two days as one stretch: French has words for it, where Intl has a dash. */
const stretch = (locale: string, text: string): string => {
  if (!locale.startsWith("fr")) return counted(locale, text)
  const [from = "", to] = text.split(/\s?–\s?/u).map((day) => counted(locale, day))
  return to === undefined ? from : `du ${from} au ${to}`
}

/** Signs that several currencies share: beside these a reader needs the country. */
const sharedSign = /^(?:\$|¥|kr\.?|Kč)$/u

/** The shortest sign of a currency that no other has: `£` where a locale writes `£GB`, but `US$`. */
const signIn = (locale: string, currency: CurrencyCode): "narrowSymbol" | "symbol" => {
  const narrow = new Intl.NumberFormat(locale, {
    style: "currency",
    currency,
    currencyDisplay: "narrowSymbol",
  })
  const sign = narrow.formatToParts(1).find(({ type }) => type === "currency")?.value ?? ""
  return sharedSign.test(sign) ? "symbol" : "narrowSymbol"
}

const wholeOrExact = {
  minimumFractionDigits: 2,
  trailingZeroDisplay: "stripIfInteger",
} as const satisfies Intl.NumberFormatOptions

const moneyIn = (locale: string, options: Intl.NumberFormatOptions) => {
  const formatOf = memo((currency: CurrencyCode) => {
    const money = {
      style: "currency",
      currency,
      currencyDisplay: signIn(locale, currency),
    } as const satisfies Intl.NumberFormatOptions
    const usual = new Intl.NumberFormat(locale, { ...options, ...money })
    // Intl rounds forints to whole ones, which prices are not.
    return usual.resolvedOptions().maximumFractionDigits === 0
      ? new Intl.NumberFormat(locale, { ...wholeOrExact, ...money })
      : usual
  })
  return (amount: number, currency: CurrencyCode): string =>
    isCurrencyCode(currency) ? formatOf(currency).format(amount) : `${amount} ${currency}`
}

/** From so much on, a round amount is written in millions. */
const compactFrom = 1_000_000

const aboutIn = (locale: string): TravellerPrint["about"] => {
  const round = moneyIn(locale, { maximumSignificantDigits: 3 })
  const compact = moneyIn(locale, { notation: "compact", maximumSignificantDigits: 3 })
  return (amount, currency) =>
    `≈\u00A0${(amount < compactFrom ? round : compact)(amount, currency)}`
}

/**
 * Prepares printing in a locale, by Intl; some languages print days within sentences in figures, as Intl
 * knows their months in the nominative alone.
 *
 * ```ts
 * import { makeTravellerPrint } from "../rules/messages/travellers/traveller-print.ts"
 *
 * const print = makeTravellerPrint("fr")
 * print.money(92.05, "EUR").replace(/\s/g, " ") // => "92,05 €"
 * print.ceiling(100000, "EUR").replace(/\s/g, " ") // => "100 000 €"
 * print.ceiling(1000, "GBP").replace(/\s/g, " ") // => "1 000 £"
 * print.about(5832100, "EUR").replace(/\s/g, " ") // => "≈ 5,83 M €"
 * print.date("2027-07-01") // => "1er juillet 2027"
 * makeTravellerPrint("et", "figures").date("2027-07-01") // => "1.7.2027"
 * print.dateRange("2027-07-01", "2027-07-14") // => "du 1er au 14 juillet 2027"
 * print.country("JP") // => "Japon"
 * print.list(["soins", "bagages", "retard"]) // => "soins, bagages et retard"
 * ```
 */
export const makeTravellerPrint = (locale: string, days: DayForm = "words"): TravellerPrint => {
  const number = new Intl.NumberFormat(locale)
  const day = new Intl.DateTimeFormat(locale, dayIn.words)
  const dayWithin = new Intl.DateTimeFormat(locale, dayIn[days])
  const regions = new Intl.DisplayNames(locale, { type: "region" })
  const list = new Intl.ListFormat(locale, { type: "conjunction" })
  return {
    number: (value) => number.format(value),
    money: moneyIn(locale, {}),
    ceiling: moneyIn(locale, { trailingZeroDisplay: "stripIfInteger" }),
    about: aboutIn(locale),
    date: (written) => counted(locale, dayWithin.format(dayStartMs(written))),
    dateRange: (from, to) => stretch(locale, day.formatRange(dayStartMs(from), dayStartMs(to))),
    country: (code) => (/^[A-Z]{2}$/.test(code) ? (regions.of(code) ?? code) : code),
    list: (words) => list.format(words),
  }
}
