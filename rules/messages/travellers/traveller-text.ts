import { memo } from "../../../core/memo.ts"
import type { FillText, MessageValue } from "../read-text.ts"
import type { TravellerLanguage } from "./languages.ts"
import { keyedTexts, type TravellerKey, type TravellerTables } from "./traveller-tables.ts"
import { makeTravellerPrint, type TravellerPrint } from "./traveller-print.ts"

/** The values that a text shows, by name. */
export type TravellerValues = Readonly<Record<string, MessageValue>>

/**
 * Speaks to travellers of one language: called with a key, it gives the text, filled in; figures, days
 * and names it prints. A text that the language lacks is told in English.
 */
export interface TravellerText extends TravellerPrint {
  (key: TravellerKey, values?: TravellerValues): string
  readonly language: TravellerLanguage
  /** What the language calls itself. */
  readonly languageName: string
  /** Whether its texts are made by a machine and no person has reviewed them. */
  readonly isMachineMade: boolean
}

/** The texts of every language; each is prepared when it is first asked for. */
export type TravellerTexts = (language: TravellerLanguage) => TravellerText

/** What the texts are made of: their tables, and what makes a text of a locale ready to be filled in. */
export interface TravellerParts {
  readonly tables: TravellerTables
  readonly format: (text: string, locale: string) => FillText
}

const noValues: TravellerValues = {}

const tableNames = Object.keys(keyedTexts) as ReadonlyArray<keyof typeof keyedTexts>

/** A text by its key, in a language or in English, and the language that it is in. */
const textOf = (
  tables: TravellerTables,
  key: string,
  language: TravellerLanguage,
): { readonly text: string; readonly language: TravellerLanguage } | undefined => {
  for (const name of tableNames) {
    const row = tables[name].get(key)
    if (row === undefined) continue
    const text = row[language]
    return text === null ? { text: row.en, language: "en" } : { text, language }
  }
  return undefined
}

const localeOf = ({ travellerSpeech }: TravellerTables, language: TravellerLanguage): string =>
  travellerSpeech.get(language)?.locale ?? language

const prepareLanguage = (
  { format, tables }: TravellerParts,
  language: TravellerLanguage,
): TravellerText => {
  const fillOf = memo((key: TravellerKey): FillText => {
    const found = textOf(tables, key, language)
    if (found === undefined) return () => undefined
    return format(found.text, localeOf(tables, found.language))
  })
  const say = (key: TravellerKey, values: TravellerValues = noValues): string => {
    const said = fillOf(key)(values)
    // A slip of a page, which its tests meet: no traveller should read half a sentence.
    if (said === undefined)
      throw new Error(`no text ${key}, or no value that it shows (${language})`)
    return said
  }
  const spoken = tables.travellerSpeech.get(language)
  const own = {
    language,
    languageName: spoken?.name ?? language,
    isMachineMade: spoken?.reading === "machine",
  }
  return Object.assign(say, makeTravellerPrint(localeOf(tables, language)), own)
}

/** Prepares speaking to travellers; nothing is read before a language is asked for. */
export const makeTravellerTexts = (parts: TravellerParts): TravellerTexts =>
  memo((language) => prepareLanguage(parts, language))
