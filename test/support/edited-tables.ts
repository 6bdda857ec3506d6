import * as Result from "effect/Result"
import { csvText, readCsv } from "../../core/table/csv.ts"
import { describeTableError } from "../../core/table/error.ts"
import { type AnyDefinition, loadText, type TablesOf } from "../../core/table/load.ts"
import { shippedSources } from "./shipped-sources.ts"

/** A record of a table's text with its cells by column. */
export interface TextRow {
  readonly file: string
  readonly line: number
  readonly cells: Readonly<Record<string, string>>
}

/** Other cells for a record, or undefined to drop it. */
export type EditRow = (row: TextRow) => TextRow["cells"] | undefined

const sources = shippedSources()

interface TextTable {
  readonly header: ReadonlyArray<string>
  readonly rows: ReadonlyArray<TextRow>
}

const readText = (file: string): TextTable => {
  const [header, ...records] = Result.getOrThrow(readCsv(sources.get(file) ?? ""))
  const columns = header?.fields.map(({ text }) => text) ?? []
  const cellsOf = (fields: ReadonlyArray<{ readonly text: string }>) =>
    Object.fromEntries(columns.map((column, index) => [column, fields[index]?.text ?? ""]))
  return {
    header: columns,
    rows: records.map(({ fields, line }) => ({ file, line, cells: cellsOf(fields) })),
  }
}

const texts = new Map<string, TextTable>()

/** The records of a shipped table. */
export const textTable = (file: string): TextTable => {
  const table = texts.get(file) ?? readText(file)
  texts.set(file, table)
  return table
}

/** The table's text with every record edited; those that stay keep their lines. */
const editedText = (file: string, edit: EditRow): string => {
  const { header, rows } = textTable(file)
  const lines = [header.join(",")]
  for (const row of rows) {
    const cells = edit(row)
    if (cells === undefined) continue
    while (lines.length < row.line - 1) lines.push("")
    lines.push(header.map((column) => csvText(cells[column] ?? "")).join(","))
  }
  return `${lines.join("\n")}\n`
}

const loadEdited = (definition: AnyDefinition, edit: EditRow): unknown => {
  const text = editedText(definition.file, edit)
  const { content, errors } = loadText(definition, text)
  if (errors.length > 0) throw new Error(errors.map(describeTableError).join("\n"))
  return content
}

/** Tables by the names of their definitions, with one file's records edited. */
export const withEditedFile = <const Definitions extends Readonly<Record<string, AnyDefinition>>>(
  definitions: Definitions,
  tables: TablesOf<Definitions>,
  file: string,
  edit: EditRow,
): TablesOf<Definitions> => ({
  ...tables,
  ...Object.fromEntries(
    Object.entries(definitions).flatMap(([name, definition]) =>
      definition.file === file ? [[name, loadEdited(definition, edit)]] : [],
    ),
  ),
})

/**
 * The shipped tables with every record edited. References between tables are not checked, so that
 * any row may be dropped.
 */
export const editedTables = <const Definitions extends Readonly<Record<string, AnyDefinition>>>(
  definitions: Definitions,
  edit: EditRow,
): TablesOf<Definitions> =>
  Object.fromEntries(
    Object.entries(definitions).map(([name, definition]) => [name, loadEdited(definition, edit)]),
  ) as TablesOf<Definitions>
