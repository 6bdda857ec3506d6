import * as Result from "effect/Result"
import type { Finding } from "../../../core/check/finding.ts"
import {
  isMeant,
  meantDirective,
  type MeantValue,
  readMeantValues,
} from "../../../core/check/meaning/meant.ts"
import { type MeantRow, writtenRows } from "../../../core/check/meaning/table-cells.ts"
import { memo } from "../../../core/memory.ts"
import { type TableError, tableError } from "../../../core/table/error.ts"
import { placeInField } from "../../../core/table/field-place.ts"
import { columnsOf } from "../../../core/table/load.ts"
import { typographyMistakes } from "../../../core/vocabulary/french-typography.ts"
import {
  checkText,
  type TextMistake,
  type TextsReport,
  type ValueKind,
  type ValueKinds,
} from "../check.ts"
import type { Placeholder, ReadText } from "../read-text.ts"
import { type TravellerLanguage, travellerLanguages } from "./languages.ts"
import { translatedTables } from "./traveller-tables.ts"

/**
 * Checks the texts of travellers: each is there in every language, can be read, shows what the English
 * one shows, has the plural forms of its language, and is no copy of the English one.
 */
export const checkTravellerTexts = (check: TravellerTextsCheck): TextsReport => {
  const reports = Object.values(translatedTables)
    // A table whose columns cannot be found has mistakes of its own.
    .filter((definition) => hasItsColumns(definition, check))
    .map((definition) => checkTable(definition, check))
  return {
    mistakes: reports.flatMap(({ mistakes }) => mistakes),
    findings: reports.flatMap(({ findings }) => findings),
  }
}

/**
 * Reads an English text: what it shows, or what is wrong in it.
 *
 * ```ts
 * import * as Result from "effect/Result"
 * import { englishMistakes } from "../rules/messages/travellers/check-traveller-texts.ts"
 *
 * const readText = () => Result.succeed([{ name: "amount", offset: 6, use: "text", words: [] }])
 * englishMistakes("up to {amount}", readText).wordCount // => 2
 * ```
 */
export const englishMistakes = (
  text: string,
  readText: ReadText,
): EnglishText | ReadonlyArray<TextMistake> => {
  const read = readText(text)
  if (Result.isFailure(read)) return [read.failure]
  const values = valuesOf(read.success)
  const { mistakes } = checkText(text, () => read, values)
  return {
    text,
    wordCount: wordCountOf(text),
    values,
    mistakes: [...mistakes, ...pluralMistakes(read.success, "en")],
  }
}

/**
 * What is wrong in a text beside the English one that it stands for.
 *
 * ```ts
 * import * as Result from "effect/Result"
 * import { translationMistakes } from "../rules/messages/travellers/check-traveller-texts.ts"
 *
 * const english = { text: "up to {amount}", wordCount: 2, values: new Map([["amount", "text"]]), mistakes: [] }
 * const nothing = () => Result.succeed([])
 * translationMistakes("bis zu viel", "de", english, nothing)[0]?.expected // => { _tag: "ShownValue", name: "amount" }
 * translationMistakes("", "de", english, nothing)[0]?.expected // => { _tag: "TextInLanguage" }
 * ```
 */
export const translationMistakes = (
  text: string,
  language: TravellerLanguage,
  english: EnglishText,
  readText: ReadText,
): ReadonlyArray<TextMistake> => {
  if (text === "") return [{ offset: 0, expected: { _tag: "TextInLanguage" } }]
  const read = readText(text)
  const { mistakes, shown } = checkText(text, () => read, english.values)
  if (mistakes.length > 0) return mistakes
  return [
    ...lacking(shown, english),
    ...pluralMistakes(
      Result.getOrElse(read, () => []),
      language,
    ),
    ...(typography.get(language)?.(text) ?? []),
  ]
}

/** Whether a text only repeats the English one, which it may where that is of few words. */
export const isCopy = (text: string, english: Pick<EnglishText, "text" | "wordCount">): boolean =>
  text === english.text && english.wordCount > wordsAlike

/** Texts of so few words may be the same in two languages. */
const wordsAlike = 2

/** What the texts of travellers are checked with. */
interface TravellerTextsCheck {
  readonly sources: Pick<ReadonlyMap<string, string>, "get">
  readonly readText: ReadText
}

const hasItsColumns = (definition: TranslatedTable, { sources }: TravellerTextsCheck): boolean => {
  const header = (sources.get(definition.file) ?? "")
    .split("\n")
    .find((line) => line !== "" && !line.startsWith("#"))
  const found = new Set(
    (header ?? "")
      .replace(/\r$/, "")
      .replace(/^\uFEFF/, "")
      .split(","),
  )
  return Object.keys(columnsOf(definition)).every((column) => found.has(column))
}

type TranslatedTable = (typeof translatedTables)[keyof typeof translatedTables]

const checkTable = (
  definition: TranslatedTable,
  { readText, sources }: TravellerTextsCheck,
): TextsReport => {
  const source = sources.get(definition.file) ?? ""
  const rows = writtenRows(definition, source)
  const { errors, values } = readMeantValues(definition, source, travellerLanguages)
  const used = new Set<MeantValue>()
  const mistakes = rows.flatMap((row) => {
    const accepts = (language: TravellerLanguage): boolean => {
      const accepting = values.filter((value) => value.column === language && isMeant(value, row))
      for (const value of accepting) used.add(value)
      return accepting.length > 0
    }
    return mistakesIn({ definition, source, row, readText, accepts })
  })
  const stale = values.filter((value) => !used.has(value))
  const findings = stale.map(({ directive: { character, line, why } }): Finding => ({
    _tag: "StaleMeant",
    why,
    file: definition.file,
    line,
    character,
    hitPolicy: null,
  }))
  return { mistakes: [...errors, ...mistakes], findings }
}

const mistakesIn = (check: RowCheck): ReadonlyArray<TableError> => {
  const { accepts, readText, row } = check
  const english: EnglishText | ReadonlyArray<TextMistake> = englishMistakes(
    row.cell("en"),
    readText,
  )
  if (!("text" in english)) return english.map((mistake) => written(check, "en", mistake))
  return travellerLanguages.flatMap((language) => {
    if (language === "en") return english.mistakes.map((mistake) => written(check, "en", mistake))
    const text = row.cell(language)
    if (isCopy(text, english) && !accepts(language)) return [repeated(check, language)]
    return translationMistakes(text, language, english, readText).map((mistake) =>
      written(check, language, mistake),
    )
  })
}

/** A row of texts that is looked at, and where what is wrong in it is written down. */
interface RowCheck {
  readonly definition: TranslatedTable
  readonly source: string
  readonly row: MeantRow
  readonly readText: ReadText
  /** Whether a cell that repeats the English text is declared as meant. */
  readonly accepts: (language: TravellerLanguage) => boolean
}

/** An English text that can be read, which the others are compared with. */
interface EnglishText {
  readonly text: string
  /** The words that it says itself, values left out. */
  readonly wordCount: number
  /** What it shows: the values that the others show as well. */
  readonly values: ValueKinds
  readonly mistakes: ReadonlyArray<TextMistake>
}

const valuesOf = (shown: ReadonlyArray<Placeholder>): ValueKinds => {
  const names = new Set(shown.map(({ name }) => name))
  return new Map(
    [...names].map((name) => [name, kindOf(shown.filter((each) => each.name === name))]),
  )
}

const kindOf = (shown: ReadonlyArray<Placeholder>): ValueKind => {
  if (shown.some(({ use }) => use === "number")) return "number"
  const words = shown.flatMap((each) => (each.use === "choice" ? each.words : []))
  return words.length === 0 ? "text" : [...new Set(words)]
}

const wordCountOf = (text: string): number =>
  text.replaceAll(/\{[^{}]*\}/g, "").match(/\p{L}+/gu)?.length ?? 0

const pluralMistakes = (
  shown: ReadonlyArray<Placeholder>,
  language: TravellerLanguage,
): ReadonlyArray<TextMistake> => {
  const wanted = pluralForms(language)
  return shown.flatMap(({ forms, name, offset }) => {
    if (forms === undefined) return []
    const same = forms.length === wanted.length && wanted.every((form) => forms.includes(form))
    const expected = { _tag: "PluralForms", forms: wanted, name } as const
    return same ? [] : [{ offset, part: name, expected }]
  })
}

/** Words that plurals of a language choose by, in the order in which Intl lists them. */
const pluralForms = memo(
  (language: string): ReadonlyArray<string> =>
    new Intl.PluralRules(language).resolvedOptions().pluralCategories,
)

const written = (check: RowCheck, column: TravellerLanguage, mistake: TextMistake): TableError => {
  const { definition, row, source } = check
  const { offset, part, ...problem } = mistake
  const text = row.cell(column)
  const place = placeInField(source, { text, ...row.placeOf(column) }, offset)
  const cell = part ?? text.slice(offset)
  return tableError({ file: definition.file, ...place, column, cell }, problem)
}

const repeated = (check: RowCheck, language: TravellerLanguage): TableError => {
  const directive = meantDirective(language, keyCells(check))
  return written(check, language, { offset: 0, expected: { _tag: "OwnText", directive } })
}

const keyCells = ({ definition, row }: RowCheck): Readonly<Record<string, string>> =>
  Object.fromEntries(definition.key.map((column) => [column, row.cell(column)]))

/** What one text lacks of the values that the English one shows. */
const lacking = (shown: ReadonlySet<string>, { values }: EnglishText): ReadonlyArray<TextMistake> =>
  [...values.keys()].flatMap((name) =>
    shown.has(name) ? [] : [{ offset: 0, expected: { _tag: "ShownValue", name } }],
  )

/** What can be wrong with the typography of a language, where it has rules of its own. */
const typography: ReadonlyMap<string, typeof typographyMistakes> = new Map([
  ["fr", typographyMistakes],
])
