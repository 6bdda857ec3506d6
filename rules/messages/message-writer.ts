import { memo } from "../../core/memory.ts"
import { type Naming, prepareWording, type PrintIn, type Wording } from "../coach/wording.ts"
import type { MessageLanguage } from "./languages.ts"
import type { FillText, MessageValue } from "./read-text.ts"
import type { RenderingTables } from "./rendering-tables.ts"

/** What bilans are rendered with: the texts, and what makes a text of a language ready to be filled in. */
export interface RendererParts {
  readonly texts: RenderingTables
  readonly format: (text: string, language: MessageLanguage) => FillText
  /** Prints figures in another way than markets do. */
  readonly printIn?: PrintIn
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
  | "messageDisclosures"

/** How one market is spoken to in one language. */
export interface MessageWriter extends Naming {
  /** A sentence of a table; undefined where there is no text, or a value that it shows is missing. */
  readonly say: (table: TextTable, key: string, values?: MessageValues) => string | undefined
}

/**
 * Stands for a word or a name that a language lacks, in what is put together with it: a sentence that shows
 * it is not said. No text holds this character.
 */
export const unsaid = "\uFFFF"

/** Prepares the speech of each market and language; the texts that it compiles are kept. */
export const makeMessageWriters = ({
  format,
  printIn,
  texts,
}: RendererParts): ((language: MessageLanguage, market: string) => MessageWriter) => {
  const compile: Readonly<Record<MessageLanguage, Compile>> = {
    fr: memo((text: string) => format(text, "fr")),
    en: memo((text: string) => format(text, "en")),
  }
  const wordingFor = prepareWording(texts, printIn)
  const known = new Map<string, MessageWriter>()
  return (language, asked) => {
    // Markets come from callers: those that no table has are spoken to as one.
    const market = texts.coachMarkets.get(asked) === undefined ? "" : asked
    const key = `${language} ${market}`
    const found =
      known.get(key) ?? messageWriterIn(texts, compile[language], wordingFor(language, market))
    known.set(key, found)
    return found
  }
}

type Compile = (text: string) => FillText

const messageWriterIn = (
  texts: RenderingTables,
  compiled: Compile,
  wording: Wording,
): MessageWriter => {
  const say: MessageWriter["say"] = (table, key, values = noValues) => {
    const row = texts[table].get(key)
    const text = row === undefined ? null : wording.choose(row)
    return text === null ? undefined : compiled(text)(values)
  }
  return { ...wording, say }
}

const noValues: MessageValues = {}
