import { dayStartMs } from "../../../core/vocabulary/day.ts"
import { memo, once } from "../../../core/memory.ts"

/** Prints a day, given as `YYYY-MM-DD`. */
export type DayText = (day: string) => string

/**
 * A printer of days in words, with one formatter per locale. French counts the first day of a month.
 *
 * ```ts
 * import { makeDayTexts } from "../rules/coach/text/day-text.ts"
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
    const isFrench = locale.startsWith("fr")
    return (day) => {
      const text = format().format(dayStartMs(day))
      return isFrench ? text.replace(/^1(?=\s)/u, "1er") : text
    }
  })
