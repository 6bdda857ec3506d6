import {
  type InBoth,
  printedLocales,
  type WrittenLanguage,
} from "../../../core/vocabulary/written-language.ts"

/** The first of a month has an ordinal in French. */
const ordinals: InBoth<(text: string) => string> = {
  en: (text) => text,
  fr: (text) => text.replace(/^1 /, "1er "),
}

/** A day as a language writes it. */
export const dayIn = (
  day: string,
  language: WrittenLanguage,
  options: Intl.DateTimeFormatOptions,
): string =>
  ordinals[language](
    new Intl.DateTimeFormat(printedLocales[language], { ...options, timeZone: "UTC" }).format(
      new Date(`${day.slice(0, 10)}T00:00:00Z`),
    ),
  )

/** A day with its month: `1 December`. */
export const dayMonthIn = (day: string, language: WrittenLanguage): string =>
  dayIn(day, language, { day: "numeric", month: "long" })
