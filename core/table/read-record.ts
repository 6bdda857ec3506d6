import * as Result from "effect/Result"
import type { CellPlace } from "../spreadsheet-repairs/likely-cell.ts"
import type { Column } from "./column.ts"
import type { Columns } from "./definition.ts"
import {
  cellError,
  type CellProblem,
  type ErrorPlace,
  refusalOf,
  type ReadingError,
} from "./error.ts"
import type { Mention, ReferenceUse } from "./loaded.ts"
import { camelCase } from "./names.ts"
import type { SourceRecord } from "./source.ts"

/** Reads the cells of one column. */
export interface CellReader<Value, Problem> {
  readonly read: (cell: string) => Result.Result<Value, Problem>
  /** The values that the different sound cells read to. */
  readonly sound: () => Iterable<readonly [cell: string, value: Value]>
}

/**
 * Reads equal cells once: tables say the same thing in many rows, most of all in neighbouring ones.
 *
 * ```ts
 * import * as Result from "effect/Result"
 * import { makeCellReader } from "../core/table/read-record.ts"
 * import * as Column from "../core/table/column.ts"
 *
 * const days = makeCellReader(Column.integer({ about: "Days." }).parse)
 * const read = ["7", "7", "no", "30"].map((cell) => Result.getOrNull(days.read(cell)))
 * read // => [7, 7, null, 30]
 * Array.from(days.sound()) // => [["7", 7], ["30", 30]]
 * ```
 */
export const makeCellReader = <Value, Problem>(
  parse: (cell: string) => Result.Result<Value, Problem>,
): CellReader<Value, Problem> => {
  const known = new Map<string, Result.Result<Value, Problem>>()
  let lastCell: string | undefined
  let last: Result.Result<Value, Problem> | undefined
  return {
    read: (cell) => {
      if (last !== undefined && cell === lastCell) return last
      const earlier = known.get(cell)
      const read = earlier ?? parse(cell)
      if (earlier === undefined) known.set(cell, read)
      lastCell = cell
      last = read
      return read
    },
    sound: function* () {
      for (const [cell, read] of known) if (Result.isSuccess(read)) yield [cell, read.success]
    },
  }
}

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
  errors: Array<ReadingError>,
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
      errors.push(cellError(place, refusalOf(value.failure), cellPlace(named.column)))
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
