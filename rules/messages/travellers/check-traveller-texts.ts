import {
  isMeant,
  type MeantValue,
  meantDirective,
  readMeantValues,
} from "../../../core/check/meaning/meant.ts"
import { type MeantRow, writtenRows } from "../../../core/check/meaning/table-cells.ts"
import type { Finding } from "../../../core/check/finding.ts"
import { type TableError, tableError } from "../../../core/table/error.ts"
import { placeInField } from "../../../core/table/field-place.ts"
import { columnsOf } from "../../../core/table/load.ts"
import type { TextsReport } from "../check.ts"
import type { ReadText } from "../read-text.ts"
import type { TextMistake } from "../text-mistakes.ts"
import { type TravellerLanguage, travellerLanguages } from "./languages.ts"
import { type EnglishText, englishMistakes, translationMistakes } from "./translation-mistakes.ts"
import { translatedTables } from "./traveller-tables.ts"

/** What the texts of travellers are checked with. */
export interface TravellerTextsCheck {
  readonly sources: Pick<ReadonlyMap<string, string>, "get">
  readonly readText: ReadText
}

type TranslatedTable = (typeof translatedTables)[keyof typeof translatedTables]

/** A row of texts that is looked at, and where what is wrong in it is written down. */
interface RowCheck {
  readonly definition: TranslatedTable
  readonly source: string
  readonly row: MeantRow
  readonly readText: ReadText
  /** Whether a cell that repeats the English text is declared as meant. */
  readonly accepts: (language: TravellerLanguage) => boolean
}

const keyCells = ({ definition, row }: RowCheck): Readonly<Record<string, string>> =>
  Object.fromEntries(definition.key.map((column) => [column, row.cell(column)]))

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
    const isCopy = text === english.text && english.wordCount > 2
    if (isCopy && !accepts(language)) return [repeated(check, language)]
    return translationMistakes(text, language, english, readText).map((mistake) =>
      written(check, language, mistake),
    )
  })
}

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
