import type { Finding } from "../../core/check/finding.ts"
import { columnsOf } from "../../core/table/load.ts"
import type { CsvField } from "../../core/table/csv.ts"
import { type TableError, tableError } from "../../core/table/error.ts"
import { placeInField } from "../../core/table/field-place.ts"
import { readSource, type SourceRecord } from "../../core/table/source.ts"
import type { CoachTables } from "../coach/coach-tables.ts"
import { argumentVars, headlineVars } from "../coach/coach-vocabulary.ts"
import { textDefinitions as messages } from "./rendering-tables.ts"
import type { ReadText } from "./read-text.ts"
import { type CheckedText, checkText } from "./text-mistakes.ts"
import { typographyMistakes } from "./typography.ts"
import {
  carriedValues,
  gapValueKinds,
  medicalValues,
  socialValues,
  sourceValues,
  termValues,
  type ValueKinds,
  wordValues,
} from "./vars.ts"

type MessageDefinition = (typeof messages)[keyof typeof messages]

/** What the texts of all languages are checked against. */
export interface TextsCheck {
  readonly sources: Pick<ReadonlyMap<string, string>, "get">
  /** The sound tables: those of arguments and headlines say which values their texts may show. */
  readonly tables: Partial<CoachTables>
  readonly readText: ReadText
}

/** What is wrong in texts, and what is likely to be. */
export interface TextsReport {
  readonly mistakes: ReadonlyArray<TableError>
  readonly findings: ReadonlyArray<Finding>
}

type ValuesFor = (key: string) => ValueKinds

/** A row of a rule table: the texts that it is told with, and the values that it carries. */
interface TellingRow {
  readonly keys: ReadonlyArray<string>
  readonly values: ValueKinds
}

/** The values of a text: those that every row telling it carries; `any` where no row does. */
const carriedBy = (rows: ReadonlyArray<TellingRow>, any: ValueKinds): ValuesFor => {
  const byKey = new Map<string, ValueKinds>()
  for (const { keys, values } of rows) {
    for (const key of keys) {
      const known = byKey.get(key) ?? values
      byKey.set(key, new Map([...known].filter(([name]) => values.has(name))))
    }
  }
  return (key) => byKey.get(key) ?? any
}

/** What arguments carry beside what their row says. */
const quote = "quote"

const argumentTexts = ({ coachArguments }: Partial<CoachTables>): ValuesFor =>
  carriedBy(
    (coachArguments?.rows ?? []).map(({ fact, hook, pitch, vars }) => ({
      keys: [hook, fact, pitch],
      values: carriedValues([...vars, quote]),
    })),
    carriedValues([...argumentVars, quote]),
  )

const headlineTexts = ({ coachHeadlines }: Partial<CoachTables>): ValuesFor =>
  carriedBy(
    (coachHeadlines?.rows ?? []).map(({ key, vars }) => ({
      keys: [key],
      values: carriedValues(vars),
    })),
    carriedValues(headlineVars),
  )

const others: ReadonlyMap<string, ValueKinds> = new Map([
  [messages.messageSocial.file, socialValues],
  [messages.messageBadges.file, gapValueKinds],
  [messages.messageMedical.file, medicalValues],
  [messages.messageSources.file, sourceValues],
  [messages.messageTerms.file, termValues],
  [messages.messageWords.file, wordValues],
])

const valuesIn = (tables: Partial<CoachTables>, { file }: MessageDefinition): ValuesFor => {
  if (file === messages.messageArguments.file) return argumentTexts(tables)
  if (file === messages.messageHeadlines.file) return headlineTexts(tables)
  const values = others.get(file) ?? new Map()
  return () => values
}

const textColumn = /^(?:(\w+)_)?(fr|en|us)$/

/** The columns of a table that hold one text in several languages: `fr` and `en`, `short_fr` and `short_en`. */
const sameTexts = (columns: ReadonlyArray<string>): ReadonlyArray<ReadonlyArray<string>> => {
  const groups = new Map<string, Array<string>>()
  for (const column of columns) {
    const found = textColumn.exec(column)
    if (found === null) continue
    const [, form = ""] = found
    groups.set(form, [...(groups.get(form) ?? []), column])
  }
  return [...groups.values()]
}

const isFrench = (column: string): boolean => /(?:^|_)fr$/.test(column)

/** What is wrong in one text: in any language, and by the rules of its own. */
const checkColumn = (
  column: string,
  text: string,
  readText: ReadText,
  allowed: ValueKinds,
): CheckedText => {
  const checked = checkText(text, readText, allowed)
  if (!isFrench(column)) return checked
  return { ...checked, mistakes: [...checked.mistakes, ...typographyMistakes(text)] }
}

const mistakesIn = (
  file: string,
  source: string,
  column: string,
  field: CsvField,
  { mistakes }: CheckedText,
): ReadonlyArray<TableError> =>
  mistakes.map(({ offset, part, ...problem }) => {
    const place = { file, ...placeInField(source, field, offset), column }
    return tableError({ ...place, cell: part ?? field.text.slice(offset) }, problem)
  })

/** The values that one language shows and another leaves out. */
const unevenIn = (
  file: string,
  { line }: SourceRecord,
  checked: ReadonlyArray<readonly [column: string, CheckedText]>,
): ReadonlyArray<Finding> => {
  if (checked.some(([, { mistakes }]) => mistakes.length > 0)) return []
  const all = new Set(checked.flatMap(([, { shown }]) => [...shown]))
  const lacking = checked.flatMap(([column, { shown }]) => {
    const values = [...all].filter((name) => !shown.has(name))
    return values.length === 0 ? [] : [{ column, values }]
  })
  if (lacking.length === 0) return []
  return [{ _tag: "UnevenTexts", lacking, file, line, character: 1, hitPolicy: null }]
}

const checkTable = (check: TextsCheck, definition: MessageDefinition): TextsReport => {
  const { file } = definition
  const source = check.sources.get(file) ?? ""
  const columns = Object.keys(columnsOf(definition))
  const groups = sameTexts(columns)
  const valuesFor = valuesIn(check.tables, definition)
  const mistakes: Array<TableError> = []
  const findings: Array<Finding> = []
  for (const record of readSource(file, source, columns).records) {
    const fieldOf = (column: string) => record.fields[columns.indexOf(column)]
    const allowed = valuesFor(fieldOf("key")?.text ?? "")
    for (const group of groups) {
      const checked = group.flatMap((column) => {
        const field = fieldOf(column)
        if (field === undefined || field.text === "") return []
        const text = checkColumn(column, field.text, check.readText, allowed)
        mistakes.push(...mistakesIn(file, source, column, field, text))
        return [[column, text] as const]
      })
      findings.push(...unevenIn(file, record, checked))
    }
  }
  return { mistakes, findings }
}

/**
 * Checks the texts of all messages: each must be readable and show no value but those that it is
 * given; that a language leaves out a value which another shows is a finding.
 */
export const checkTexts = (check: TextsCheck): TextsReport => {
  const reports = Object.values(messages).map((definition) => checkTable(check, definition))
  return {
    mistakes: reports.flatMap(({ mistakes }) => mistakes),
    findings: reports.flatMap(({ findings }) => findings),
  }
}
