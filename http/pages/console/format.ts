import { type Bps, minorToDecimal } from "../../../core/money/minor.ts"
import type { CurrencyCode } from "../../../core/vocabulary/codes.ts"
import {
  printedLocales,
  writtenDay,
  type WrittenLanguage,
} from "../../../core/vocabulary/written-language.ts"

const dayFormat = (options: Intl.DateTimeFormatOptions) => {
  const formats = {
    en: new Intl.DateTimeFormat(printedLocales.en, { timeZone: "UTC", ...options }),
    fr: new Intl.DateTimeFormat(printedLocales.fr, { timeZone: "UTC", ...options }),
  }
  return (language: WrittenLanguage, instant: string): string =>
    writtenDay(language, formats[language].format(Date.parse(instant)))
}

/** A day of an instant or of a date, with its year. */
export const formatDay = dayFormat({ day: "numeric", month: "long", year: "numeric" })

/** A month with its year. */
export const formatMonth = (language: WrittenLanguage, month: string): string =>
  monthFormat(language, `${month}-01`)

const monthFormat = dayFormat({ month: "long", year: "numeric" })

/**
 * What French says of a month as {@link formatMonth} writes it.
 *
 * ```ts
 * import { ofMonth } from "../http/pages/console/format.ts"
 *
 * ofMonth("octobre 2026") // => "d'octobre 2026"
 * ofMonth("mai 2026") // => "de mai 2026"
 * ```
 */
export const ofMonth = (month: string): string =>
  /^[aeiou]/i.test(month) ? `d'${month}` : `de ${month}`

/** A day without its year, for charts and short lists. */
export const formatShortDay = dayFormat({ day: "numeric", month: "short" })

/** A moment to the second, with its day. */
export const formatMoment = dayFormat({
  day: "numeric",
  month: "short",
  hour: "2-digit",
  minute: "2-digit",
  second: "2-digit",
  hourCycle: "h23",
})

/** A moment to the minute, with its day. */
export const formatMinute = dayFormat({
  day: "numeric",
  month: "short",
  hour: "2-digit",
  minute: "2-digit",
  hourCycle: "h23",
})

const numbers = {
  en: new Intl.NumberFormat(printedLocales.en),
  fr: new Intl.NumberFormat(printedLocales.fr),
}

/** A whole number, its thousands apart. */
export const formatCount = (language: WrittenLanguage, count: number): string =>
  numbers[language].format(count)

/**
 * A rate in basis points as a percentage.
 *
 * ```ts
 * import { formatRate } from "../http/pages/console/format.ts"
 *
 * formatRate("en", 1500) // => "15\u00A0%"
 * formatRate("fr", 1250) // => "12,5\u00A0%"
 * ```
 */
export const formatRate = (language: WrittenLanguage, bps: Bps): string =>
  `${numbers[language].format(bps / 100)}\u00A0%`

/**
 * An amount in minor units of its currency.
 *
 * ```ts
 * import { formatMoney } from "../http/pages/console/format.ts"
 *
 * formatMoney("en", { minor: 9205, currency: "EUR", minorUnits: 2 }) // => "€92.05"
 * formatMoney("en", { minor: -700n, currency: "JPY", minorUnits: 0 }) // => "-JP¥700"
 * ```
 */
export const formatMoney = (
  language: WrittenLanguage,
  amount: {
    readonly minor: number | bigint
    readonly currency: CurrencyCode
    readonly minorUnits: number
  },
): string =>
  new Intl.NumberFormat(printedLocales[language], {
    style: "currency",
    currency: amount.currency,
    minimumFractionDigits: amount.minorUnits,
    maximumFractionDigits: amount.minorUnits,
  }).format(minorToDecimal(amount.minor, amount.minorUnits) as `${number}`)

/**
 * A text that somebody wrote, on one line, whatever it holds.
 *
 * ```ts
 * import { oneLine } from "../http/pages/console/format.ts"
 *
 * oneLine(" Twice,\n and late. ") // => "Twice, and late."
 * ```
 */
export const oneLine = (text: string): string => text.replaceAll(/\s+/gu, " ").trim()
