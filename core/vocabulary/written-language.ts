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

/** The region whose dates and figures each language is printed with. */
export const printedLocales: InBoth<string> = { en: "en-GB", fr: "fr-FR" }
