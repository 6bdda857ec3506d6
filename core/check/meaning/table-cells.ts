import * as Result from "effect/Result"
import { parseDecimal, type Rational } from "../../money/rational.ts"
import { type AnyDefinition, columnsOf } from "../../table/load.ts"
import { readSource, type SourceRecord } from "../../table/source.ts"

/** A row of a sound table as it is written: its cells by column, and where each stands. */
export interface MeantRow {
  readonly line: number
  readonly cell: (column: string) => string
  /** Where a cell stands. */
  readonly placeOf: (column: string) => { readonly line: number; readonly character: number }
}

const writtenRow = (record: SourceRecord, places: ReadonlyMap<string, number>): MeantRow => {
  const at = (column: string): number => places.get(column) ?? -1
  return {
    line: record.line,
    cell: (column) => record.texts[at(column)] ?? "",
    placeOf: (column) => {
      const { character = 1, line = record.line } = record.fields[at(column)] ?? {}
      return { line, character }
    },
  }
}

/** The rows of a sound table as they are written, in the order of the file. */
export const writtenRows = (definition: AnyDefinition, source: string): ReadonlyArray<MeantRow> => {
  const columns = Object.keys(columnsOf(definition))
  const places = new Map(columns.map((column, index) => [column, index]))
  return readSource(definition.file, source, columns).records.map((record) =>
    writtenRow(record, places),
  )
}

/** The figure of a cell; undefined for an empty one, and for one that holds no decimal. */
export const figureIn = (cell: string): Rational | undefined =>
  Result.getOrUndefined(parseDecimal(cell))

/** What tells a row from others by people: the key of a table, the conditions of a decision table. */
export const tellingColumns = (definition: AnyDefinition): ReadonlyArray<string> =>
  definition._tag === "TableDefinition" ? definition.key : Object.keys(definition.inputs)

/** Some cells of a row by column; empty ones are left out. */
export const namedCells = (
  row: MeantRow,
  columns: ReadonlyArray<string>,
): Readonly<Record<string, string>> =>
  Object.fromEntries(
    columns.flatMap((column) => {
      const cell = row.cell(column)
      return cell === "" ? [] : [[column, cell]]
    }),
  )
