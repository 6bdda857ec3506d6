import * as Result from "effect/Result"
import { once } from "../memory.ts"
import type { CsvField } from "./csv.ts"
import type { Mention } from "./loaded.ts"
import type { NamedColumn } from "./read-record.ts"
import type { SourceRecord, SourceTable } from "./source.ts"

/** What stands between the cells of a column, and behind each part of a packed text. */
export const [between, behind] = ["\t", "\n"]

/** The character of the number 0: what comes before it needs to be escaped in JSON. */
export const firstCode = 35

/** Stands for the cells of a column that is left out. */
export const absent = " "

/** A column of a packed text: its different cells, split when one is asked for, and which stands in each row. */
export class PackedColumn {
  /** The character of each row's cell; none where no two rows have the same. */
  readonly codes: string
  private readonly written: string
  private readonly count: number
  private known: ReadonlyArray<string> | undefined

  constructor(written: string, codes: string, count: number) {
    this.written = written
    this.codes = codes
    this.count = count
  }

  /** The different cells in the order in which they come first. Without a row there is none, not an empty one. */
  get cells(): ReadonlyArray<string> {
    this.known ??= this.count === 0 || this.isAbsent ? [] : this.written.split(between)
    return this.known
  }

  /** Whether the column was left out. */
  get isAbsent(): boolean {
    return this.codes === absent
  }

  /** The place of a row's cell among them. */
  placeOf(row: number): number {
    return this.codes === "" ? row : this.codes.charCodeAt(row) - firstCode
  }

  cellOf(row: number): string {
    return this.cells[this.placeOf(row)] ?? ""
  }

  /** The rows with one of the cells, by its place. */
  rowsAt(place: number): ReadonlyArray<number> {
    if (this.codes === "") return [place]
    const code = String.fromCharCode(place + firstCode)
    const rows: Array<number> = []
    for (let at = this.codes.indexOf(code); at >= 0; at = this.codes.indexOf(code, at + 1)) {
      rows.push(at)
    }
    return rows
  }
}

/** A packed text taken apart; nothing of it is read yet. */
export interface UnpackedText {
  readonly count: number
  /** The line of each row in the file. */
  readonly lines: () => ReadonlyArray<number>
  readonly columns: ReadonlyArray<PackedColumn>
}

/** Takes a packed text apart. */
export const unpackedText = (text: string): UnpackedText => {
  const [steps = "", ...parts] = text.split(behind)
  const count = steps.length
  const columns: Array<PackedColumn> = []
  for (let index = 0; index < parts.length; index += 2) {
    columns.push(new PackedColumn(parts[index] ?? "", parts[index + 1] ?? "", count))
  }
  const lines = once(() => {
    let line = 0
    return Array.from({ length: count }, (_, row) => (line += steps.charCodeAt(row) - firstCode))
  })
  return { count, lines, columns }
}

/** A record put together when it is asked for. */
class PackedRecord implements SourceRecord {
  readonly line: number
  private readonly columns: ReadonlyArray<PackedColumn>
  private readonly row: number
  private known: ReadonlyArray<string> | undefined

  constructor(columns: ReadonlyArray<PackedColumn>, row: number, line: number) {
    this.columns = columns
    this.row = row
    this.line = line
  }

  get texts(): ReadonlyArray<string> {
    this.known ??= this.columns.map((column) => column.cellOf(this.row))
    return this.known
  }

  /** Where in its line a cell stood is not packed. */
  get fields(): ReadonlyArray<CsvField> {
    const { line } = this
    return this.texts.map((text) => ({ text, line, character: 1 }))
  }
}

/** The records of a packed text. */
export const packedRecords = ({ columns, lines }: UnpackedText): ReadonlyArray<SourceRecord> =>
  lines().map((line, row) => new PackedRecord(columns, row, line))

/** The different words of a column by its name. */
export const packedWords =
  (names: ReadonlyArray<string>, { columns }: UnpackedText): SourceTable["words"] =>
  (column) => {
    const found = columns[names.indexOf(column)]
    return found === undefined ? undefined : new Set(found.cells)
  }

/** The words that cells of columns of results name in other tables. */
export const packedMentions = (
  named: ReadonlyArray<NamedColumn>,
  columns: ReadonlyArray<PackedColumn>,
): ReadonlyArray<Mention> =>
  named.flatMap(({ column: { reference, referenced } }, index) =>
    reference === undefined || referenced === undefined
      ? []
      : [{ ...reference, words: (columns[index]?.cells ?? []).flatMap(referenced) }],
  )

/** A column whose cells are read when a row has them. */
export interface ReadColumn {
  readonly key: string
  readonly column: PackedColumn
  /** What the cell at a place reads to. */
  readonly valueAt: (place: number) => unknown
}

/** Prepares to read a column. */
export const readColumn = (
  { column: { parse }, key }: NamedColumn,
  column: PackedColumn,
): ReadColumn => {
  const values: Array<unknown> = []
  return {
    key,
    column,
    valueAt: (place) => {
      // A cell that its column refuses was never packed from a sound table.
      values[place] ??= Result.getOrThrow(parse(column.cells[place] ?? ""))
      return values[place]
    },
  }
}

/** The rows of a packed table: each is made when it is first asked for, and stays the same object. */
export interface PackedRows<Row> {
  readonly rowAt: (row: number) => Row
  readonly all: () => ReadonlyArray<Row>
}

/** Prepares rows of columns, and of what else each of them holds. */
export const packedRows = <Row>(
  columns: ReadonlyArray<ReadColumn>,
  count: number,
  more: (row: number) => Readonly<Record<string, unknown>> = () => ({}),
): PackedRows<Row> => {
  const present = columns.filter(({ column }) => !column.isAbsent)
  const made: Array<Row | undefined> = Array.from({ length: count })
  const make = (row: number): Row => {
    const values: Record<string, unknown> = {}
    for (const { column, key, valueAt } of present) values[key] = valueAt(column.placeOf(row))
    return Object.assign(values, more(row)) as Row
  }
  const rowAt = (row: number): Row => (made[row] ??= make(row))
  return { rowAt, all: once(() => Array.from({ length: count }, (_, row) => rowAt(row))) }
}
