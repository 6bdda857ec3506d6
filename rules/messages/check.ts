import type { Finding } from "../../core/check/finding.ts"
import { columnsOf } from "../../core/table/load.ts"
import type { CsvField } from "../../core/table/csv.ts"
import { type TableError, tableError } from "../../core/table/error.ts"
import { placeInField } from "../../core/table/field-place.ts"
import { readSource, type SourceRecord } from "../../core/table/source.ts"
import type { CoachTables } from "../coach/coach-tables.ts"
import * as messages from "./text-tables.ts"
import { messageLanguages } from "./languages.ts"
import type { ReadText } from "./read-text.ts"
import { type CheckedText, checkText } from "./text-mistakes.ts"
import {
  anyArgumentValues,
  anyHeadlineValues,
  argumentValues,
  gapVars,
  headlineValues,
  medicalVars,
  socialVars,
  type ValueKinds,
  valuesOf,
} from "./vars.ts"

type MessageDefinition = (typeof messages)[keyof typeof messages]

/** What the texts of all languages are checked against. */
export interface TextsCheck {
  readonly sources: ReadonlyMap<string, string>
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

const argumentTexts = ({ coachArguments }: Partial<CoachTables>): ValuesFor =>
  carriedBy(
    (coachArguments?.rows ?? []).map(({ fact, hook, pitch, vars }) => ({
      keys: [hook, fact, pitch],
      values: argumentValues(vars),
    })),
    anyArgumentValues,
  )

const headlineTexts = ({ coachHeadlines }: Partial<CoachTables>): ValuesFor =>
  carriedBy(
    (coachHeadlines?.rows ?? []).map(({ key, vars }) => ({
      keys: [key],
      values: headlineValues(vars),
    })),
    anyHeadlineValues,
  )

const always =
  (values: ValueKinds): ValuesFor =>
  () =>
    values

const valuesIn = (tables: Partial<CoachTables>, { file }: MessageDefinition): ValuesFor => {
  switch (file) {
    case messages.messageArguments.file:
      return argumentTexts(tables)
    case messages.messageHeadlines.file:
      return headlineTexts(tables)
    case messages.messageSocial.file:
      return always(valuesOf(socialVars))
    case messages.messageBadges.file:
      return always(valuesOf(gapVars))
    case messages.messageMedical.file:
      return always(valuesOf(medicalVars))
    default:
      return always(new Map())
  }
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
  const valuesFor = valuesIn(check.tables, definition)
  const mistakes: Array<TableError> = []
  const findings: Array<Finding> = []
  for (const record of readSource(file, source, columns).records) {
    const fieldOf = (column: string) => record.fields[columns.indexOf(column)]
    const allowed = valuesFor(fieldOf("key")?.text ?? "")
    const checked: Array<readonly [string, CheckedText]> = []
    for (const column of messageLanguages) {
      const field = fieldOf(column)
      if (field === undefined || field.text === "") continue
      const text = checkText(field.text, check.readText, allowed)
      checked.push([column, text])
      mistakes.push(...mistakesIn(file, source, column, field, text))
    }
    findings.push(...unevenIn(file, record, checked))
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
