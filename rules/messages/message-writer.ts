import { memo } from "../../core/memory.ts"
import type { MessageLanguage } from "./languages.ts"
import { makePrint, type Print } from "./print.ts"
import type { FillText, MessageValue } from "./read-text.ts"
import type { RenderingTables } from "./rendering-tables.ts"
import type { WordKey } from "./message-keys.ts"

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

/** A text in all languages; null where there is none. */
export interface TextChoice {
  readonly fr: string | null
  readonly en: string | null
  readonly us?: string | null
}

const noValues: MessageValues = {}

const northAmerican: ReadonlySet<string> = new Set(["us", "ca"])

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
