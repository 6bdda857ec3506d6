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

/** A record as a line of its table's text; undefined where it is dropped. */
const lineText = (
  header: ReadonlyArray<string>,
  cells: TextRow["cells"] | undefined,
): string | undefined => cells && header.map((column) => csvText(cells[column] ?? "")).join(",")

/** A table's text with some lines; those that stay keep their place. */
const textOfLines = (
  { header, rows }: TextTable,
  textAt: (index: number, row: TextRow) => string | undefined,
): string => {
  const lines = [header.join(",")]
  for (const [index, row] of rows.entries()) {
    const text = textAt(index, row)
    if (text === undefined) continue
    while (lines.length < row.line - 1) lines.push("")
    lines.push(text)
  }
  return `${lines.join("\n")}\n`
}

/** The table's text with every record edited. */
const editedText = (file: string, edit: EditRow): string => {
  const table = textTable(file)
  return textOfLines(table, (_, row) => lineText(table.header, edit(row)))
}

const loadEdited = (definition: AnyDefinition, edit: EditRow): unknown =>
  contentOf(definition, editedText(definition.file, edit))

const contentOf = (definition: AnyDefinition, text: string): unknown => {
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

/** The lines of a file whose records stay as they are: some, or all. */
export type KeptLines = "all" | ReadonlySet<number>

/** So many readings of one file are kept, with other lines each. */
const readingsMax = 24

/**
 * Prepares sets of tables of which some lines stay as they are and all other records are edited alike. What
 * a file comes to with the same lines is read once, and one that no edit changes never: a set of tables
 * then costs what its own lines need, so that thousands can be drawn.
 */
export const prepareEditedBut = <const Definitions extends Readonly<Record<string, AnyDefinition>>>(
  definitions: Definitions,
  shipped: TablesOf<Definitions>,
  edit: EditRow,
): ((keptIn: (file: string) => KeptLines) => TablesOf<Definitions>) => {
  const readers = Object.entries(definitions).map(([name, definition]) => {
    const own: unknown = shipped[name as keyof Definitions]
    return [name, definition.file, prepareReader(definition, own, edit)] as const
  })
  return (keptIn) =>
    Object.fromEntries(
      readers.map(([name, file, read]) => [name, read(keptIn(file))]),
    ) as TablesOf<Definitions>
}

const prepareReader = (
  definition: AnyDefinition,
  shipped: unknown,
  edit: EditRow,
): ((kept: KeptLines) => unknown) => {
  const table = textTable(definition.file)
  const { header, rows } = table
  const own = rows.map(({ cells }) => lineText(header, cells))
  const edited = rows.map((row) => lineText(header, edit(row)))
  if (own.every((text, index) => text === edited[index])) return () => shipped
  const known = new Map<string, unknown>()
  return (kept) => {
    if (kept === "all") return shipped
    const key = [...kept].toSorted((left, right) => left - right).join()
    const before = known.get(key)
    if (before !== undefined) return before
    const text = textOfLines(table, (index, { line }) => (kept.has(line) ? own : edited)[index])
    const content = contentOf(definition, text)
    if (known.size >= readingsMax) known.delete([...known.keys()][0] ?? "")
    known.set(key, content)
    return content
  }
}
