/** The languages that the house writes by hand; all others are translated for travellers. */
export const writtenLanguages = ["en", "fr"] as const

/** A language that the house writes by hand. */
export type WrittenLanguage = (typeof writtenLanguages)[number]

/** Something in each of these languages. */
export type InBoth<Words> = Readonly<Record<WrittenLanguage, Words>>

/**
 * Which of these languages who reads `language` gets: French in French, else English.
 *
 * ```ts
 * import { writtenLanguage } from "../core/vocabulary/written-language.ts"
 *
 * writtenLanguage("fr") // => "fr"
 * writtenLanguage("de") // => "en"
 * ```
 */
export const writtenLanguage = (language: string | null | undefined): WrittenLanguage =>
  language === "fr" ? "fr" : "en"

/**
 * A day that Intl has printed, as the language writes it: French counts the first of a month.
 *
 * ```ts
 * import { writtenDay } from "../core/vocabulary/written-language.ts"
 *
 * writtenDay("fr", "1 janvier 2026") // => "1er janvier 2026"
 * writtenDay("fr", "11 janvier 2026") // => "11 janvier 2026"
 * writtenDay("en", "1 January 2026") // => "1 January 2026"
 * ```
 */
export const writtenDay = (language: WrittenLanguage, printed: string): string =>
  printed.replace(/^1(?=\s)/u, firstOfMonth[language])

/** The region whose dates and figures each language is printed with. */
export const printedLocales: InBoth<string> = { en: "en-GB", fr: "fr-FR" }

const firstOfMonth: InBoth<string> = { en: "1", fr: "1er" }
