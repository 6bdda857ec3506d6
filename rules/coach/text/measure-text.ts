import { memo } from "../../../core/memo.ts"

const measures = ["day", "year", "hour", "percent", "kilometer"] as const

/** The measures that are printed: lengths of time, shares, and distances. */
export type Measure = (typeof measures)[number]

/**
 * Whether a word names a measure that is printed.
 *
 * ```ts
 * import { isMeasure } from "../rules/coach/text/measure-text.ts"
 *
 * isMeasure("day") // => true
 * isMeasure("parsec") // => false
 * ```
 */
export const isMeasure = (word: string): word is Measure =>
  (measures as ReadonlyArray<string>).includes(word)

/** Measures that are printed by a short name, as in `20 %` and `100 km`. */
const shortMeasures: ReadonlySet<Measure> = new Set(["percent", "kilometer"])

/** Prints a number of a measure in a locale. */
export type MeasureText = (amount: number, measure: Measure) => string

const formatOf = (locale: string, unit: Measure): Intl.NumberFormat => {
  const unitDisplay = shortMeasures.has(unit) ? "short" : "long"
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
