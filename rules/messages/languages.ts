/** The languages that texts are written in, by their columns. */
export const messageLanguages = ["fr", "en"] as const

/** A language that texts are written in. */
export type MessageLanguage = (typeof messageLanguages)[number]

/**
 * The language that has texts: the one asked for, or English for one that a newer server speaks.
 *
 * ```ts
 * import { languageOf } from "../rules/messages/languages.ts"
 *
 * languageOf("fr") // => "fr"
 * languageOf("es") // => "en"
 * ```
 */
export const languageOf = (asked: string): MessageLanguage =>
  messageLanguages.find((language) => language === asked) ?? "en"
