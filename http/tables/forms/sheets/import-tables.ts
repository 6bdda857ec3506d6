import * as Result from "effect/Result"
import { mistakeSentence, type TableError } from "../../../../core/table/error.ts"
import { layoutOf } from "../../../../core/table/layout.ts"
import { type AnyDefinition, columnsOf } from "../../../../core/table/load.ts"
import { definitions } from "../../../../rules/tables/index.ts"
import { cellName } from "../cell-name.ts"
import type { ReadSheet } from "../read-workbook.ts"
import { type ExportedTable, readRecord, recordSheet } from "./export-record.ts"
import { type MergedText, mergeSheet, sheetSignature } from "./merge-sheet.ts"
import { readTableSheet, type SheetFault, type TableRows } from "./read-table-sheet.ts"
import { hashOf, tableSignature } from "./signatures.ts"
import { listsSheet } from "./word-lists.ts"

/** A table that a workbook changes: its text, and from which cells it comes. */
export interface ImportedTable extends MergedText {
  readonly definition: AnyDefinition
  readonly rows: TableRows
}

/** What a workbook says of tables. */
export interface Imported {
  readonly changed: ReadonlyArray<ImportedTable>
  /** Tables whose sheets nobody has edited. */
  readonly untouched: ReadonlyArray<string>
  /** Why the workbook cannot be taken. */
  readonly faults: ReadonlyArray<SheetFault>
  /** What was left aside, in words. */
  readonly notes: ReadonlyArray<string>
}

const byFile = new Map(
  Object.values<AnyDefinition>(definitions).map((definition) => [definition.file, definition]),
)

/** What becomes of one sheet. */
type SheetOutcome =
  | { readonly _tag: "Changed"; readonly table: ImportedTable }
  | { readonly _tag: "Untouched" }
  | { readonly _tag: "Faults"; readonly faults: ReadonlyArray<SheetFault> }

const faulty = (...faults: ReadonlyArray<SheetFault>): SheetOutcome => ({ _tag: "Faults", faults })

const saysTheSame = (definition: AnyDefinition, source: string, signature: string): boolean => {
  const layout = layoutOf(source, Object.keys(columnsOf(definition)).length)
  return Result.isSuccess(layout) && tableSignature(definition, layout.success) === signature
}

const importOne = (
  { cellsHash, file, textHash }: ExportedTable,
  sheet: ReadSheet,
  source: string | undefined,
): SheetOutcome => {
  const definition = byFile.get(file)
  if (definition === undefined || source === undefined) {
    return faulty(`${sheet.name} is the table ${file}, which is not there`)
  }
  const rows = readTableSheet(definition, sheet)
  if (Result.isFailure(rows)) return faulty(...rows.failure)
  const signature = sheetSignature(definition, rows.success)
  if (signature === cellsHash || saysTheSame(definition, source, signature)) {
    return { _tag: "Untouched" }
  }
  if (hashOf(source) !== textHash) {
    return faulty(
      `${sheet.name} was edited, and so was ${file} since the export; export it again, and make the edits there`,
    )
  }
  const merged = mergeSheet(definition, source, rows.success)
  return { _tag: "Changed", table: { ...merged, definition, rows: rows.success } }
}

const notWritten =
  "The workbook holds no record of an export; import takes what tables export wrote"

/** Reads tables back from the sheets of a workbook that was exported from them. */
export const importTables = (
  sheets: ReadonlyArray<ReadSheet>,
  sources: ReadonlyMap<string, string>,
): Imported => {
  const record = readRecord(sheets)
  if (record === undefined) {
    return { changed: [], untouched: [], faults: [notWritten], notes: [] }
  }
  const known = new Set([...record.map(({ sheet }) => sheet), recordSheet, listsSheet])
  const others = sheets.filter(({ name }) => !known.has(name))
  const gone = record.filter(({ sheet }) => !sheets.some(({ name }) => name === sheet))
  const outcomes = record.flatMap((exported) => {
    const sheet = sheets.find(({ name }) => name === exported.sheet)
    const source = sources.get(exported.file)
    return sheet === undefined ? [] : [{ exported, outcome: importOne(exported, sheet, source) }]
  })
  return {
    changed: outcomes.flatMap(({ outcome }) => (outcome._tag === "Changed" ? [outcome.table] : [])),
    untouched: outcomes.flatMap(({ exported, outcome }) =>
      outcome._tag === "Untouched" ? [exported.file] : [],
    ),
    faults: outcomes.flatMap(({ outcome }) => (outcome._tag === "Faults" ? outcome.faults : [])),
    notes: [
      ...gone.map(({ file, sheet }) => `sheet ${sheet} is gone; ${file} stays as it is`),
      ...others.map(({ name }) => `sheet ${name} is no table that was exported; it is left aside`),
    ],
  }
}

/** A mistake in an imported table at the cell that it comes from. */
export const cellMistake = (
  { definition, rowOfLine, rows }: ImportedTable,
  error: TableError,
): SheetFault => {
  const row = rowOfLine.get(error.line)
  const column = Object.keys(columnsOf(definition)).indexOf(error.column)
  const place =
    row === undefined ? rows.sheet : `${rows.sheet}!${cellName(row, rows.places[column] ?? 0)}`
  return `${place} ${mistakeSentence(error)}`
}
