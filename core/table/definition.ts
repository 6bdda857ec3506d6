import * as Result from "effect/Result"
import { groupBy } from "../group-by.ts"
import { memo } from "../memo.ts"
import { boundsOf, type TableBounds } from "./bounds.ts"
import { type CellReader, makeCellReader } from "./cell-reader.ts"
import type { Column, Reference } from "./column.ts"
import type { CellPlace } from "../habits/likely-cell.ts"
import {
  cellError,
  type CellProblem,
  type ErrorPlace,
  onePerCause,
  type TableError,
  tableError,
} from "./error.ts"
import { camelCase, type CamelKeys } from "./names.ts"
import type { Meaning } from "./meaning.ts"
import type { Naming, Requirement } from "./requirement.ts"
import { brokenRule, type RowRule } from "./row-rule.ts"
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
  /** What each of its rows keeps. */
  readonly rules?: ReadonlyArray<RowRule>
  /** What it may hold at most, if not the usual bounds. */
  readonly bounds?: Partial<TableBounds>
  /** Who should name its rows. */
  readonly named?: Naming
  /** What its values mean. */
  readonly means?: ReadonlyArray<Meaning>
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
  /** The rows that have a value in one of their columns, in file order; a method, so that wider rows fit narrower ones. */
  having(name: keyof Row, value: unknown): ReadonlyArray<Row>
}

/** A column of another table that cells refer to, and a cell that does. */
export interface ReferenceUse extends Reference {
  readonly place: ErrorPlace
}

/** A column of another table that cells refer to, and the different words that they name in it. */
export interface Mention extends Reference {
  readonly words: ReadonlyArray<string>
}

/** What reading one file gave: the table, every error in it, and what it refers to elsewhere. */
export interface Loaded<Content> {
  readonly content: Content
  readonly errors: ReadonlyArray<TableError>
  readonly mentions: ReadonlyArray<Mention>
  /** Every cell that refers to another table; gathered when it is asked for, as mistakes are rare. */
  readonly uses: ReadonlyArray<ReferenceUse>
  /** The distinct words of a column; undefined where the file does not show all of them. */
  readonly words: (column: string) => ReadonlySet<string> | undefined
}

/** Declares a plain table; see `data/README.md` for the tables there are. */
export const defineTable = <const Shape extends Columns>(
  definition: Omit<TableDefinition<Shape>, "_tag">,
): TableDefinition<Shape> => ({ _tag: "TableDefinition", ...definition })

/** A column under its name in the file and its key in rows, and what reads its cells. */
export interface NamedColumn {
  readonly name: string
  readonly key: string
  readonly column: Column<unknown>
  readonly cells: CellReader<unknown, CellProblem>
}

/** Columns under their names, in their order, to read one file with. */
export const namedColumns = (columns: Columns): ReadonlyArray<NamedColumn> =>
  Object.entries(columns).map(([name, column]) => ({
    name,
    key: camelCase(name),
    column,
    cells: makeCellReader(column.parse),
  }))

/** A record of a file, from one of its fields on. */
export interface RecordPart {
  readonly file: string
  readonly record: SourceRecord
  readonly from: number
}

/** Reads the cells of one record under its columns into a row, collecting what goes wrong. */
export const readRow = (
  { file, from, record }: RecordPart,
  columns: ReadonlyArray<NamedColumn>,
  errors: Array<TableError>,
): Record<string, unknown> => {
  const row: Record<string, unknown> = {}
  const { texts } = record
  for (let index = 0; index < columns.length; index += 1) {
    const named = columns[index]
    const cell = texts[from + index]
    if (named === undefined || cell === undefined) continue
    const value = named.cells.read(cell)
    if (Result.isSuccess(value)) row[named.key] = value.success
    else {
      const place = placeIn({ file, record, from: from + index }, named)
      errors.push(cellError(place, value.failure, cellPlace(named.column)))
    }
  }
  return row
}

/** What a column takes, to find out what a cell that it refuses was meant to be. */
const cellPlace = ({ parse, unit }: Column<unknown>): CellPlace => ({
  accepts: (cell) => Result.isSuccess(parse(cell)),
  unit,
})

/** Where a cell stands, as errors tell it. */
export const placeIn = (
  { file, from, record }: RecordPart,
  { name }: Pick<NamedColumn, "name">,
): ErrorPlace => {
  const field = record.fields[from] ?? { line: record.line, character: 1, text: "" }
  return { file, line: field.line, character: field.character, column: name, cell: field.text }
}

/** The words that the cells of some columns, as far as they were read, name in other tables. */
export const mentionsOf = (columns: ReadonlyArray<NamedColumn>): ReadonlyArray<Mention> =>
  columns.flatMap(({ cells, column: { reference, referenced } }) => {
    if (reference === undefined || referenced === undefined) return []
    return [{ ...reference, words: [...cells.sound()].flatMap(([cell]) => referenced(cell)) }]
  })

/** The cells of one record that refer to other tables. */
export const usesIn = (
  { file, from, record }: RecordPart,
  columns: ReadonlyArray<NamedColumn>,
): ReadonlyArray<ReferenceUse> =>
  columns.flatMap((named, index) => {
    const { reference, referenced } = named.column
    const cell = record.texts[from + index]
    if (reference === undefined || cell === undefined) return []
    if (Result.isFailure(named.cells.read(cell))) return []
    const place = placeIn({ file, record, from: from + index }, named)
    return (referenced?.(cell) ?? []).map((word) => ({
      ...reference,
      place: { ...place, cell: word },
    }))
  })

/** Prepares to find what is wrong in a record by a rule of its table. */
const ruleChecker = (rule: RowRule, columns: ReadonlyArray<NamedColumn>) => {
  const placeOf = (column: string): number => columns.findIndex(({ name }) => name === column)
  const [where, at] = [placeOf(rule.where.column), placeOf(rule.column)]
  const named = columns[at]
  return (part: RecordPart): TableError | undefined => {
    const { from, record } = part
    if (named === undefined || record.texts[from + where] !== rule.where.is) return undefined
    const cells = { [rule.column]: record.texts[from + at], [rule.where.column]: rule.where.is }
    const problem = brokenRule(rule, cells)
    return problem && tableError(placeIn({ ...part, from: from + at }, named), problem)
  }
}

/** The text of a key, which two rows with the same one share. */
export const keyText = (parts: ReadonlyArray<unknown>): string => {
  let key = String(parts[0])
  for (let index = 1; index < parts.length; index += 1) key += `\u0000${String(parts[index])}`
  return key
}

/** Finds rows by their keys; a row whose key could not be read has none. */
const makeIndex = <Row>(
  definition: Pick<TableDefinition<Columns>, "file" | "key" | "columns">,
  errors: Array<TableError>,
) => {
  const rows: Array<Row> = []
  const lines: Array<number> = []
  const byKey = new Map<string, number>()
  const keyNames = definition.key.map(camelCase)
  const position = Object.keys(definition.columns).indexOf(definition.key[0] ?? "")
  const add = (row: Row, read: Readonly<Record<string, unknown>>, record: SourceRecord): void => {
    const at = rows.push(row) - 1
    lines.push(record.line)
    const parts = keyNames.map((name) => read[name])
    if (record.texts[position] === undefined || parts.includes(undefined)) return
    const key = keyText(parts)
    const earlier = byKey.get(key)
    if (earlier === undefined) {
      byKey.set(key, at)
      return
    }
    const name = definition.key.join(", ")
    errors.push({
      _tag: "TableError",
      ...placeIn({ file: definition.file, record, from: position }, { name }),
      cell: parts.map(String).join(", "),
      expected: `a key of its own; line ${lines[earlier]} has it already`,
    })
  }
  const get = (...key: ReadonlyArray<unknown>): Row | undefined => {
    const at = byKey.get(keyText(key))
    return at === undefined ? undefined : rows[at]
  }
  return { rows, lines, add, get }
}

/** Lines by row, gathered when the first one is asked for: only explanations ask. */
export const lineFinder = (
  rows: ReadonlyArray<unknown>,
  lines: ReadonlyArray<number>,
): Table<unknown>["lineOf"] => {
  let known: ReadonlyMap<unknown, number> | undefined
  return (row) => {
    known ??= new Map(rows.map((each, index) => [each, lines[index] ?? 0]))
    return known.get(row)
  }
}

/** Finds rows by a value, by an index of the column that is made when it is first asked for. */
const makeFinder = <Row extends object>(rows: ReadonlyArray<Row>) => {
  const none: ReadonlyArray<Row> = []
  const grouped = memo((name: keyof Row) => groupBy(rows, (row): unknown => row[name]))
  return (name: keyof Row, value: unknown): ReadonlyArray<Row> => grouped(name).get(value) ?? none
}

/**
 * Reads a plain table from its text: typed rows, and all errors at once (cells, shape and
 * duplicate keys). References to other tables are returned for the caller to settle.
 */
export const loadTable = <Shape extends Columns>(
  definition: TableDefinition<Shape>,
  source: string,
): Loaded<Table<RowOfColumns<Shape>>> => {
  const { file } = definition
  const columns = namedColumns(definition.columns)
  const names = columns.map(({ name }) => name)
  const {
    records,
    errors: shapeErrors,
    words,
  } = readSource(file, source, names, boundsOf(definition).rowsMax)
  const errors = [...shapeErrors]
  const index = makeIndex<RowOfColumns<Shape>>(definition, errors)
  const checkers = (definition.rules ?? []).map((rule) => ruleChecker(rule, columns))
  for (const record of records) {
    const part = { file, record, from: 0 }
    const read = readRow(part, columns, errors)
    for (const check of checkers) {
      const error = check(part)
      if (error !== undefined) errors.push(error)
    }
    index.add(read as RowOfColumns<Shape>, read, record)
  }
  const { get, lines, rows } = index
  const finders = new WeakMap<object, ReturnType<typeof makeFinder<RowOfColumns<Shape>>>>()
  const finderOf = (some: ReadonlyArray<RowOfColumns<Shape>>) => {
    const finder = finders.get(some) ?? makeFinder(some)
    finders.set(some, finder)
    return finder
  }
  const content: Table<RowOfColumns<Shape>> = {
    file,
    rows,
    lines,
    lineOf: lineFinder(rows, lines),
    get,
    // Of the table that it is called on: a copy with other rows has those.
    having(name, value) {
      return finderOf(this.rows)(name, value)
    },
  }
  return {
    content,
    errors: onePerCause(errors),
    mentions: mentionsOf(columns),
    get uses() {
      return records.flatMap((record) => usesIn({ file, record, from: 0 }, columns))
    },
    words,
  }
}
