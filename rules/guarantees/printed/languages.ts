/** The languages that insurers print guarantees in, each with its own way of writing numbers. */
export const printedLanguages = ["fr", "en", "de", "es", "it"] as const

/** A language that insurers print guarantees in. */
export type PrintedLanguage = (typeof printedLanguages)[number]
