import type { InBoth } from "../../../../core/vocabulary/written-language.ts"
import { language, locale } from "../kit/language.ts"

/** The first of a month has an ordinal in French. */
const ordinals: InBoth<(text: string) => string> = {
  en: (text) => text,
  fr: (text) => text.replace(/^1 /, "1er "),
}

const formatted = (day: string, options: Intl.DateTimeFormatOptions): string => {
  const text = new Intl.DateTimeFormat(locale.value, { ...options, timeZone: "UTC" }).format(
    new Date(`${day.slice(0, 10)}T00:00:00Z`),
  )
  return ordinals[language.value](text)
}

/** A day with its month: `1 December`. */
export const dayMonthText = (day: string): string =>
  formatted(day, { day: "numeric", month: "long" })

/** A day with its month and year: `1 December 2026`. */
export const fullDayText = (day: string): string =>
  formatted(day, { day: "numeric", month: "long", year: "numeric" })

/** Tenths of a per cent without their sign, as text: 79 is 7.9 %. */
export const sizeText = (permille: number): string =>
  `${new Intl.NumberFormat(locale.value, { minimumFractionDigits: 1, maximumFractionDigits: 1 }).format(Math.abs(permille) / 10)}\u00a0%`
