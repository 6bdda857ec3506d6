import { dayStartMs } from "../../../core/vocabulary/day.ts"
import type { CompareWord } from "./words.ts"
import { english, french } from "./words.ts"

/** The values that a text shows, by name. */
export type SpeechValues = Readonly<Record<string, string | number>>

/** Speaks to travellers of one language: gives texts by their names, and prints figures and names. */
export interface Speech {
  (word: CompareWord, values?: SpeechValues): string
  readonly language: string
  readonly languageName: string
  readonly money: (amount: number, currency: string) => string
  readonly ceiling: (amount: number, currency: string) => string
  readonly date: (day: string) => string
  readonly dateRange: (from: string, to: string) => string
  readonly country: (code: string) => string
  readonly list: (words: ReadonlyArray<string>) => string
}

/** Makes a text of a language ready to be filled in. */
export type FormatText = (text: string, language: string) => (values: SpeechValues) => string | undefined

/** Prepares speaking a language. */
export const prepareSpeech = (format: FormatText, language: string): Speech => {
  const texts = language === "fr" ? french : english
  const say = (word: CompareWord, values: SpeechValues = {}): string =>
    format(texts[word], language === "fr" ? "fr" : "en")(values) ?? ""
  const regions = new Intl.DisplayNames(language, { type: "region" })
  const days = new Intl.DateTimeFormat(language, { dateStyle: "long", timeZone: "UTC" })
  const money = (options: Intl.NumberFormatOptions) => (amount: number, currency: string) =>
    new Intl.NumberFormat(language, { style: "currency", currency, ...options }).format(amount)
  return Object.assign(say, {
    language,
    languageName: new Intl.DisplayNames(language, { type: "language" }).of(language) ?? language,
    money: money({}),
    ceiling: money({ trailingZeroDisplay: "stripIfInteger" }),
    date: (day: string) => days.format(dayStartMs(day)),
    dateRange: (from: string, to: string) => days.formatRange(dayStartMs(from), dayStartMs(to)),
    country: (code: string) => regions.of(code) ?? code,
    list: (words: ReadonlyArray<string>) => new Intl.ListFormat(language).format(words),
  })
}
