import {
  printedLocales,
  writtenDay,
  type WrittenLanguage,
} from "../../../core/vocabulary/written-language.ts"

/** A day as a language writes it. */
export const dayIn = (
  day: string,
  language: WrittenLanguage,
  options: Intl.DateTimeFormatOptions,
): string =>
  writtenDay(
    language,
    new Intl.DateTimeFormat(printedLocales[language], { ...options, timeZone: "UTC" }).format(
      new Date(`${day.slice(0, 10)}T00:00:00Z`),
    ),
  )

/** A day with its month: `1 December`. */
export const dayMonthIn = (day: string, language: WrittenLanguage): string =>
  dayIn(day, language, { day: "numeric", month: "long" })
