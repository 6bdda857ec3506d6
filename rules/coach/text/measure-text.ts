/** The measures that are printed: lengths of time, and shares. */
export type Measure = "day" | "year" | "hour" | "percent"

/** Prints a number of a measure in a locale. */
export type MeasureText = (amount: number, measure: Measure) => string

/**
 * A printer of measures in words, with one formatter per locale and measure.
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
export const makeMeasureTexts = (): ((locale: string) => MeasureText) => {
  const formats = new Map<string, Intl.NumberFormat>()
  const formatFor = (locale: string, unit: Measure): Intl.NumberFormat => {
    const key = `${locale} ${unit}`
    const known = formats.get(key)
    if (known !== undefined) return known
    const unitDisplay = unit === "percent" ? "short" : "long"
    const format = new Intl.NumberFormat(locale, { style: "unit", unit, unitDisplay })
    formats.set(key, format)
    return format
  }
  return (locale) => (amount, measure) => formatFor(locale, measure).format(amount)
}
