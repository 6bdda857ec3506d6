import { memo } from "../../core/memory.ts"
import { dayStartMs } from "../../core/vocabulary/day.ts"
import {
  isMeasure,
  makeAmountTexts,
  makeDayTexts,
  makeMeasureTexts,
} from "../coach/printed-figures.ts"
import type { MessageLanguage } from "./languages.ts"
import type { WordKey } from "./message-keys.ts"
import type { FillText, MessageValue } from "./read-text.ts"
import type { RenderingTables } from "./rendering-tables.ts"

/** What bilans are rendered with: the texts, and what makes a text of a language ready to be filled in. */
export interface RendererParts {
  readonly texts: RenderingTables
  readonly format: (text: string, language: MessageLanguage) => FillText
}

/** The values of a sentence. */
export type MessageValues = Readonly<Record<string, MessageValue>>

/** The tables of sentences, by a key. */
export type TextTable =
  | "messageArguments"
  | "messageHeadlines"
  | "messageMedical"
  | "messageBadges"
  | "messageSocial"
  | "messageSources"
  | "messageWords"

/** How one market is spoken to in one language. */
export interface MessageWriter {
  readonly language: MessageLanguage
  readonly print: Print
  /** A sentence of a table; undefined where there is no text, or a value that it shows is missing. */
  readonly say: (table: TextTable, key: string, values?: MessageValues) => string | undefined
  /** A word that sentences are put together with. */
  readonly word: (key: WordKey, values?: MessageValues) => string
  /** Fills in a text that stands in a column of its own. */
  readonly fill: (text: string, values: MessageValues) => string | undefined
  /** Chooses the text of the language: French, English, or the English of North America. */
  readonly choose: (texts: TextChoice) => string | null
}

/** Prepares the speech of each market and language; the texts that it compiles are kept. */
export const makeMessageWriters = ({
  format,
  texts,
}: RendererParts): ((language: MessageLanguage, market: string) => MessageWriter) => {
  const compile: Readonly<Record<MessageLanguage, Compile>> = {
    fr: memo((text: string) => format(text, "fr")),
    en: memo((text: string) => format(text, "en")),
  }
  const known = new Map<string, MessageWriter>()
  return (language, asked) => {
    // Markets come from callers: those that no table has are spoken to as one.
    const market = texts.coachMarkets.get(asked) === undefined ? "" : asked
    const key = `${language} ${market}`
    const found = known.get(key) ?? messageWriterIn(texts, compile[language], language, market)
    known.set(key, found)
    return found
  }
}

/** Prints the values of sentences in one locale; undefined for what it cannot print. */
export interface Print {
  readonly money: (value: number, currency: string) => string | undefined
  readonly measure: (value: number, unit: string) => string | undefined
  /** A year, a month or a day, as they are known: `2018`, `2026-08`, `2026-08-22`. */
  readonly date: (written: string) => string | undefined
  readonly list: (names: ReadonlyArray<string>) => string
}

/**
 * Prepares printing in a locale.
 *
 * ```ts
 * import { makePrint } from "../rules/messages/message-writer.ts"
 *
 * const print = makePrint("fr-FR")
 * print.money(155000, "EUR")?.replace(/\s/g, " ") // => "155 000 €"
 * print.measure(20, "percent")?.replace(/\s/g, " ") // => "20 %"
 * print.measure(3, "parsec") // => undefined
 * print.date("2026-07-01") // => "1er juillet 2026"
 * print.date("2018") // => "2018"
 * print.list(["annulation", "bagages"]) // => "annulation et bagages"
 * ```
 */
export const makePrint = (locale: string): Print => {
  const amountTexts = makeAmountTexts()
  const measureText = makeMeasureTexts()(locale)
  const list = new Intl.ListFormat(locale, { type: "conjunction" })
  return {
    money: (value, currency) =>
      currencyForm.test(currency) ? amountTexts(locale, currency)(value) : undefined,
    measure: (value, unit) => (isMeasure(unit) ? measureText(value, unit) : undefined),
    date: printDate(locale),
    list: (names) => list.format(names),
  }
}

/** A text in all languages; null where there is none. */
interface TextChoice {
  readonly fr: string | null
  readonly en: string | null
  readonly us?: string | null
}

type Compile = (text: string) => FillText

const messageWriterIn = (
  texts: RenderingTables,
  compiled: Compile,
  language: MessageLanguage,
  market: string,
): MessageWriter => {
  const locales = texts.messageLocales.get(market)
  const locale =
    locales === undefined ? language : { fr: locales.localeFr, en: locales.localeEn }[language]
  const choose = (choice: TextChoice): string | null => {
    const english = (northAmerican.has(market) ? choice.us : null) ?? choice.en
    return { en: english, fr: choice.fr }[language]
  }
  const fill: MessageWriter["fill"] = (text, values) => compiled(text)(values)
  const say: MessageWriter["say"] = (table, key, values = noValues) => {
    const row = texts[table].get(key)
    const text = row === undefined ? null : choose(row)
    return text === null ? undefined : fill(text, values)
  }
  return {
    language,
    print: makePrint(locale),
    say,
    word: (key, values) => say("messageWords", key, values) ?? "",
    fill,
    choose,
  }
}

const northAmerican: ReadonlySet<string> = new Set(["us", "ca"])

const noValues: MessageValues = {}

const currencyForm = /^[A-Z]{3}$/

const printDate = (locale: string): Print["date"] => {
  const years = formatDates(locale, { year: "numeric" })
  const months = formatDates(locale, { year: "numeric", month: "long" })
  const dayText = makeDayTexts()(locale)
  return (written) => {
    const [, year, month, day] = dateForm.exec(written) ?? []
    if (year === undefined) return undefined
    const firstOrDay = `${year}-${month ?? "01"}-${day ?? "01"}`
    const moment = dayStartMs(firstOrDay)
    // Such as 30 February.
    if (Number.isNaN(moment)) return undefined
    if (month === undefined) return years.format(moment)
    return day === undefined ? months.format(moment) : dayText(firstOrDay)
  }
}

const formatDates = (locale: string, parts: Intl.DateTimeFormatOptions): Intl.DateTimeFormat =>
  new Intl.DateTimeFormat(locale, { ...parts, timeZone: "UTC" })

const dateForm = /^(\d{4})(?:-(0[1-9]|1[0-2])(?:-(0[1-9]|[12]\d|3[01]))?)?$/
