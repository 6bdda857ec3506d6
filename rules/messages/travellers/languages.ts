/** The languages that travellers read: those written by hand first, then the others by their codes. */
export const travellerLanguages = [
  "en",
  "fr",
  "bg",
  "cs",
  "da",
  "de",
  "el",
  "es",
  "et",
  "fi",
  "hr",
  "hu",
  "is",
  "it",
  "lt",
  "lv",
  "mt",
  "nl",
  "no",
  "pl",
  "pt",
  "ro",
  "sk",
  "sl",
  "sv",
  "tr",
] as const

/** A language that travellers read. */
export type TravellerLanguage = (typeof travellerLanguages)[number]

/**
 * The language to speak to a traveller who asks for one: that one, or English where there are no texts
 * in it.
 *
 * ```ts
 * import { travellerLanguage } from "../rules/messages/travellers/languages.ts"
 *
 * travellerLanguage("pl") // => "pl"
 * travellerLanguage("tlh") // => "en"
 * ```
 */
export const travellerLanguage = (asked: string): TravellerLanguage =>
  travellerLanguages.find((language) => language === asked) ?? "en"
