import { memo, once } from "../../../core/memory.ts"

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

const french: Readonly<Record<Measure, string>> = {
  day: "\u00a0jours",
  year: " ans",
  hour: "\u00a0heures",
  percent: "\u00a0%",
  kilometer: "\u202fkm",
}

const english: Readonly<Record<Measure, string>> = {
  day: " days",
  year: " years",
  hour: " hours",
  percent: "%",
  kilometer: " km",
}

/**
 * What Intl prints behind several of a measure in the markets' locales: the first formatter of a
 * process reads all that the engine knows of locales, which takes longer than a bilan.
 */
export const measureEndings: Readonly<Record<string, Readonly<Record<Measure, string>>>> = {
  "fr-FR": french,
  en: english,
  "en-US": english,
  "en-CA": english,
  "en-SG": english,
  "en-MY": english,
}

/** Numbers of several that are printed as their digits. */
const isPlain = (amount: number): boolean =>
  Number.isInteger(amount) && amount >= 2 && amount < 1_000

/**
 * A printer of measures in words, with one formatter per locale and measure, made when it is
 * needed, that keeps what it printed.
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
      const format = once(() => formatOf(locale, unit))
      const ending = measureEndings[locale]?.[unit]
      return memo((amount: number) =>
        ending === undefined || !isPlain(amount) ? format().format(amount) : `${amount}${ending}`,
      )
    })
    return (amount, unit) => printerOf(unit)(amount)
  })
