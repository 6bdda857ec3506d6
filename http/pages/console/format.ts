import type { ConsoleLanguage } from "./view.ts"

const locales: Readonly<Record<ConsoleLanguage, string>> = { en: "en-GB", fr: "fr-FR" }

const firstOfMonth = (language: ConsoleLanguage, text: string): string =>
  language === "fr" ? text.replace(/^1 /, "1er ") : text

const dayFormat = (options: Intl.DateTimeFormatOptions) => {
  const formats = {
    en: new Intl.DateTimeFormat(locales.en, { timeZone: "UTC", ...options }),
    fr: new Intl.DateTimeFormat(locales.fr, { timeZone: "UTC", ...options }),
  }
  return (language: ConsoleLanguage, instant: string): string =>
    firstOfMonth(language, formats[language].format(Date.parse(instant)))
}

/** A day of an instant or of a date, with its year. */
export const formatDay = dayFormat({ day: "numeric", month: "long", year: "numeric" })

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
  en: new Intl.NumberFormat(locales.en),
  fr: new Intl.NumberFormat(locales.fr),
}

/** A whole number, its thousands apart. */
export const formatCount = (language: ConsoleLanguage, count: number): string =>
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
export const formatRate = (language: ConsoleLanguage, bps: number): string =>
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
  language: ConsoleLanguage,
  amount: {
    readonly minor: number | bigint
    readonly currency: string
    readonly minorUnits: number
  },
): string =>
  new Intl.NumberFormat(locales[language], {
    style: "currency",
    currency: amount.currency,
    minimumFractionDigits: amount.minorUnits,
    maximumFractionDigits: amount.minorUnits,
  }).format(minorText(amount.minor, amount.minorUnits) as `${number}`)

/**
 * An amount in minor units as a plain number with a point, for machines.
 *
 * ```ts
 * import { minorText } from "../http/pages/console/format.ts"
 *
 * minorText(9205, 2) // => "92.05"
 * minorText(-5n, 2) // => "-0.05"
 * minorText(700, 0) // => "700"
 * ```
 */
export const minorText = (minor: number | bigint, minorUnits: number): string => {
  const whole = BigInt(minor)
  const sign = whole < 0n ? "-" : ""
  const digits = (whole < 0n ? -whole : whole).toString().padStart(minorUnits + 1, "0")
  if (minorUnits === 0) return `${sign}${digits}`
  return `${sign}${digits.slice(0, -minorUnits)}.${digits.slice(-minorUnits)}`
}
