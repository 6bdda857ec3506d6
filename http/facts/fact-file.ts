import { readFileSync } from "node:fs"
import { join } from "node:path"
import * as Result from "effect/Result"
import { type CsvRow, readCsv } from "../../core/table/csv.ts"
import { describeExpectation } from "../../core/table/expectation.ts"

/** One record of a fact file: its cells by column name, spaces around them removed. */
export type FactRecord = Readonly<Record<string, string>>

/** Reads CSV text into records by the names of its header row; throws on broken CSV, naming it. */
export const readFacts = (name: string, text: string): ReadonlyArray<FactRecord> => {
  const [header, ...records] = readRows(name, text)
  const names = header?.fields.map((field) => field.text.trim()) ?? []
  return records.map((record) => {
    if (record.fields.length !== names.length) {
      throw new Error(`Cannot read ${name}:${record.line}: expected ${names.length} fields`)
    }
    return Object.fromEntries(
      names.map((column, index) => [column, record.fields[index]?.text.trim() ?? ""]),
    )
  })
}

/** The rows of a CSV text; throws on broken CSV, naming it. */
export const readRows = (name: string, text: string): ReadonlyArray<CsvRow> => {
  const read = readCsv(text)
  if (Result.isSuccess(read)) return read.success
  const { character, expected, line } = read.failure
  throw new Error(
    `Cannot read ${name}:${line}:${character}: expected ${describeExpectation(expected)}`,
  )
}

/** Reads the CSV text of a table: as facts, without its comment lines. */
export const readTable = (name: string, text: string): ReadonlyArray<FactRecord> =>
  readFacts(name, text.replaceAll(/^#.*\n/gm, ""))

/** The records of a fact file in a folder. */
export const readFactFile = (folder: string, name: string): ReadonlyArray<FactRecord> =>
  readFacts(name, readFileSync(join(folder, name), "utf8"))

/** A cell of a record; throws when the file lacks the column. */
export const cell = (fact: FactRecord, column: string): string => {
  const value = fact[column]
  if (value === undefined) throw new Error(`Cannot find the column ${column}`)
  return value
}

/** A cell of a record, empty where the file lacks the column: newer files have more of them. */
export const cellIfAny = (fact: FactRecord, column: string): string => fact[column] ?? ""

/** Words that some fact rows give as a source but that name no page that anyone can open. */
const pagelessSources: ReadonlyArray<string> = ["lead brief"]

/** What tables say where no page was found. */
export const unsourced = "unsourced"

/** What is recalled has no page, whatever is said beside it. */
const recalledWith = /^recalled \(/

/** A source as tables keep it: `unsourced` in place of words that name no page, or none at all. */
export const sourceText = (source: string): string => {
  if (source === "" || source === "recalled") return unsourced
  return recalledWith.test(source)
    ? `${unsourced}: ${source}`
    : pagelessSources.reduce((text, word) => text.replaceAll(word, unsourced), source)
}
