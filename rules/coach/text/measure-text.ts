import { memo } from "../../../core/memo.ts"

/** The measures that are printed: lengths of time, and shares. */
export type Measure = "day" | "year" | "hour" | "percent"

/** Prints a number of a measure in a locale. */
export type MeasureText = (amount: number, measure: Measure) => string

const formatOf = (locale: string, unit: Measure): Intl.NumberFormat => {
  const unitDisplay = unit === "percent" ? "short" : "long"
  return new Intl.NumberFormat(locale, { style: "unit", unit, unitDisplay })
}

/**
 * A printer of measures in words, with one formatter per locale and measure, that keeps what it printed.
 *
 * ```ts
 * import { makeMeasureTexts } from "../rules/coach/text/measure-text.ts"
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
      const format = formatOf(locale, unit)
      return memo((amount: number) => format.format(amount))
    })
    return (amount, unit) => printerOf(unit)(amount)
  })
