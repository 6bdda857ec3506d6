import * as Result from "effect/Result"
import type { Column } from "./column.ts"
import { type TableError, tableError } from "./error.ts"
import { camelCase, type CamelKeys } from "./names.ts"
import { readSource, type SourceRecord } from "./source.ts"

/** The columns of a table by their names in the file. */
export type Columns = Readonly<Record<string, Column<unknown>>>

type ValueOf<Some> = Some extends Column<infer Value> ? Value : never

/** The row type of a set of columns: camelCase names, read values. */
export type RowOfColumns<Shape extends Columns> = CamelKeys<{
  [Name in keyof Shape]: ValueOf<Shape[Name]>
}>

/** A plain table as declared: where it lives, what it says, its columns and its unique key. */
export interface TableDefinition<Shape extends Columns = Columns> {
  readonly _tag: "TableDefinition"
  readonly file: string
  readonly about: string
  readonly key: ReadonlyArray<keyof Shape & string>
  readonly columns: Shape
}

/** The row type of a table definition. */
export type RowOf<Definition> =
  Definition extends TableDefinition<infer Shape> ? RowOfColumns<Shape> : never

/** A loaded table: its rows in file order, each row's line, and the row of a key. */
export interface Table<Row> {
  readonly file: string
  readonly rows: ReadonlyArray<Row>
  readonly lines: ReadonlyArray<number>
  readonly get: (...key: ReadonlyArray<string | number>) => Row | undefined
}

/** The words of a referenced column, and the cells that refer to it. */
export interface ReferenceUse {
  readonly file: string
  readonly column: string
  readonly place: Omit<TableError, "_tag" | "expected" | "nearest">
}

/** What reading one file gave: the table, every error in it, and what it refers to elsewhere. */
export interface Loaded<Content> {
  readonly content: Content
  readonly errors: ReadonlyArray<TableError>
  readonly uses: ReadonlyArray<ReferenceUse>
  readonly words: (column: string) => ReadonlySet<string>
}

/** Declares a plain table; see `data/README.md` for the tables there are. */
export const defineTable = <const Shape extends Columns>(
  definition: Omit<TableDefinition<Shape>, "_tag">,
): TableDefinition<Shape> => ({ _tag: "TableDefinition", ...definition })

/** Reads the cells of one record under its columns into a row, collecting what goes wrong. */
export const readRow = (
  file: string,
  record: SourceRecord,
  columns: ReadonlyArray<readonly [string, Column<unknown>]>,
  errors: Array<TableError>,
  uses: Array<ReferenceUse>,
): Record<string, unknown> => {
  const row: Record<string, unknown> = {}
  for (const [index, [name, column]] of columns.entries()) {
    const field = record.fields[index]
    if (field === undefined) continue
    const place = { file, line: field.line, character: field.character, column: name }
    const value = column.parse(field.text)
    if (Result.isFailure(value)) {
      errors.push(tableError({ ...place, cell: field.text }, value.failure))
      continue
    }
    row[camelCase(name)] = value.success
    if (column.reference === undefined) continue
    for (const word of column.referenced?.(field.text) ?? []) {
      uses.push({ ...column.reference, place: { ...place, cell: word } })
    }
  }
  return row
}

const keyText = (parts: ReadonlyArray<unknown>): string => parts.map(String).join("\u0000")

/** The distinct words of each column, cut once per column when first asked for. */
export const wordsByColumn = (
  names: ReadonlyArray<string>,
  records: ReadonlyArray<SourceRecord>,
): ((column: string) => ReadonlySet<string>) => {
  const cache = new Map<string, ReadonlySet<string>>()
  return (column) => {
    const known = cache.get(column)
    if (known !== undefined) return known
    const index = names.indexOf(column)
    const words = new Set(records.map((record) => record.fields[index]?.text ?? ""))
    cache.set(column, words)
    return words
  }
}

/**
 * Reads a plain table from its text: typed rows, and all errors at once (cells, shape and
 * duplicate keys). References to other tables are returned for the caller to settle.
 */
export const loadTable = <Shape extends Columns>(
  definition: TableDefinition<Shape>,
  source: string,
): Loaded<Table<RowOfColumns<Shape>>> => {
  const columns = Object.entries(definition.columns)
  const names = columns.map(([name]) => name)
  const { records, errors: shapeErrors } = readSource(definition.file, source, names)
  const errors = [...shapeErrors]
  const uses: Array<ReferenceUse> = []
  const byKey = new Map<string, RowOfColumns<Shape>>()
  const rows: Array<RowOfColumns<Shape>> = []
  const keyNames = definition.key.map(camelCase)
  for (const record of records) {
    const read = readRow(definition.file, record, columns, errors, uses)
    const row = read as RowOfColumns<Shape>
    const key = keyText(keyNames.map((name) => read[name]))
    const field = record.fields[names.indexOf(definition.key[0] ?? "")]
    if (byKey.has(key) && field !== undefined) {
      errors.push({
        _tag: "TableError",
        file: definition.file,
        line: field.line,
        character: field.character,
        column: definition.key.join(", "),
        cell: keyNames.map((name) => String(read[name])).join(", "),
        expected: "a key that no earlier row has",
      })
    }
    byKey.set(key, row)
    rows.push(row)
  }
  const content: Table<RowOfColumns<Shape>> = {
    file: definition.file,
    rows,
    lines: records.map((record) => record.line),
    get: (...key) => byKey.get(keyText(key)),
  }
  return { content, errors, uses, words: wordsByColumn(names, records) }
}
