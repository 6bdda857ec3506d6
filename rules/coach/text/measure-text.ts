import { keepTexts } from "./kept-texts.ts"

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
export const makeMeasureTexts = (): ((locale: string) => MeasureText) => {
  const locales = new Map<string, MeasureText>()
  return (locale) => {
    const known = locales.get(locale)
    if (known !== undefined) return known
    const printers = new Map<Measure, (amount: number) => string>()
    const print: MeasureText = (amount, unit) => {
      const printer = printers.get(unit) ?? keepTexts(formatOf(locale, unit))
      printers.set(unit, printer)
      return printer(amount)
    }
    locales.set(locale, print)
    return print
  }
}
