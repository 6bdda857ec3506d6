import { dayIn, dayMonthIn } from "../../protocol/day-text.ts"
import { language, locale } from "../kit/language.ts"

/** A day with its month: `1 December`. */
export const dayMonthText = (day: string): string => dayMonthIn(day, language.value)

/** A day with its month and year: `1 December 2026`. */
export const fullDayText = (day: string): string =>
  dayIn(day, language.value, { day: "numeric", month: "long", year: "numeric" })

/** Tenths of a per cent without their sign, as text: 79 is 7.9 %. */
export const sizeText = (permille: number): string =>
  `${new Intl.NumberFormat(locale.value, { minimumFractionDigits: 1, maximumFractionDigits: 1 }).format(Math.abs(permille) / 10)}\u00a0%`
