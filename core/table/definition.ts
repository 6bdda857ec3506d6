import * as Result from "effect/Result"
import type { Column } from "./column.ts"
import { type TableError, tableError } from "./error.ts"
import { camelCase, type CamelKeys } from "./names.ts"
import type { Naming, Requirement } from "./requirement.ts"
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
  /** The rows that it must have. */
  readonly requires?: ReadonlyArray<Requirement>
  /** Who should name its rows. */
  readonly named?: Naming
}

/** The row type of a table definition. */
export type RowOf<Definition> =
  Definition extends TableDefinition<infer Shape> ? RowOfColumns<Shape> : never

/** A loaded table: its rows in file order, each row's line, and the row of a key. */
export interface Table<Row> {
  readonly file: string
  readonly rows: ReadonlyArray<Row>
  readonly lines: ReadonlyArray<number>
  /** The line of one of the rows; undefined for anything else. */
  readonly lineOf: (row: unknown) => number | undefined
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
  /** The distinct words of a column; undefined where the file does not show all of them. */
  readonly words: (column: string) => ReadonlySet<string> | undefined
}

/** Declares a plain table; see `data/README.md` for the tables there are. */
export const defineTable = <const Shape extends Columns>(
  definition: Omit<TableDefinition<Shape>, "_tag">,
): TableDefinition<Shape> => ({ _tag: "TableDefinition", ...definition })

/** A column under its name in the file and its key in rows. */
export interface NamedColumn {
  readonly name: string
  readonly key: string
  readonly column: Column<unknown>
}

/** Columns under their names, in their order. */
export const namedColumns = (columns: Columns): ReadonlyArray<NamedColumn> =>
  Object.entries(columns).map(([name, column]) => ({ name, key: camelCase(name), column }))

/** Reads the cells of one record under its columns into a row, collecting what goes wrong. */
export const readRow = (
  file: string,
  record: SourceRecord,
  columns: ReadonlyArray<NamedColumn>,
  errors: Array<TableError>,
  uses: Array<ReferenceUse>,
): Record<string, unknown> => {
  const row: Record<string, unknown> = {}
  for (const [index, { column, key, name }] of columns.entries()) {
    const field = record.fields[index]
    if (field === undefined) continue
    const place = { file, line: field.line, character: field.character, column: name }
    const value = column.parse(field.text)
    if (Result.isFailure(value)) {
      errors.push(tableError({ ...place, cell: field.text }, value.failure))
      continue
    }
    row[key] = value.success
    if (column.reference === undefined) continue
    for (const word of column.referenced?.(field.text) ?? []) {
      uses.push({ ...column.reference, place: { ...place, cell: word } })
    }
  }
  return row
}

const keyText = (parts: ReadonlyArray<unknown>): string => parts.map(String).join("\u0000")

/** Finds rows by their keys; a row whose key could not be read has none. */
const makeIndex = <Row>(
  definition: Pick<TableDefinition<Columns>, "file" | "key" | "columns">,
  errors: Array<TableError>,
) => {
  const byKey = new Map<string, { readonly row: Row; readonly line: number }>()
  const keyNames = definition.key.map(camelCase)
  const position = Object.keys(definition.columns).indexOf(definition.key[0] ?? "")
  const add = (row: Row, read: Readonly<Record<string, unknown>>, record: SourceRecord): void => {
    const parts = keyNames.map((name) => read[name])
    const field = record.fields[position]
    if (field === undefined || parts.includes(undefined)) return
    const key = keyText(parts)
    const earlier = byKey.get(key)
    if (earlier === undefined) {
      byKey.set(key, { row, line: record.line })
      return
    }
    errors.push({
      _tag: "TableError",
      file: definition.file,
      line: field.line,
      character: field.character,
      column: definition.key.join(", "),
      cell: parts.map(String).join(", "),
      expected: `a key of its own; line ${earlier.line} has it already`,
    })
  }
  return { add, get: (...key: ReadonlyArray<unknown>) => byKey.get(keyText(key))?.row }
}

/** Lines by row, gathered when the first one is asked for: only explanations ask. */
const lineFinder = (
  rows: ReadonlyArray<unknown>,
  lines: ReadonlyArray<number>,
): Table<unknown>["lineOf"] => {
  let known: ReadonlyMap<unknown, number> | undefined
  return (row) => {
    known ??= new Map(rows.map((each, index) => [each, lines[index] ?? 0]))
    return known.get(row)
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
  const columns = namedColumns(definition.columns)
  const names = columns.map(({ name }) => name)
  const { records, errors: shapeErrors, words } = readSource(definition.file, source, names)
  const errors = [...shapeErrors]
  const uses: Array<ReferenceUse> = []
  const index = makeIndex<RowOfColumns<Shape>>(definition, errors)
  const rows: Array<RowOfColumns<Shape>> = []
  for (const record of records) {
    const read = readRow(definition.file, record, columns, errors, uses)
    const row = read as RowOfColumns<Shape>
    index.add(row, read, record)
    rows.push(row)
  }
  const lines = records.map((record) => record.line)
  const content: Table<RowOfColumns<Shape>> = {
    file: definition.file,
    rows,
    lines,
    lineOf: lineFinder(rows, lines),
    get: index.get,
  }
  return { content, errors, uses, words }
}
