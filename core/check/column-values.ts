import type { Decision } from "../table/decision.ts"
import type { Table } from "../table/loaded.ts"
import type { AnyDefinition } from "../table/load.ts"
import { camelCase } from "../table/names.ts"
import type { ColumnsOf } from "../table/requirement.ts"
import type { WordsOf } from "../analysis/space.ts"

/** A loaded table of either kind. */
export type LoadedTable = Decision | Table<object>

/** A sound table, with what it was declared as and its text. */
export interface CheckedTable {
  readonly definition: AnyDefinition
  readonly table: LoadedTable
  readonly source: string
}

/** Tables by their files; those that are not sound are missing. */
export type TablesByFile = ReadonlyMap<string, CheckedTable>

/** What stands in some columns of one row, each cell as a text, and the line of the row. */
export interface RowValues {
  readonly line: number
  readonly values: ReadonlyArray<string>
}

const textOf = (value: unknown): string =>
  value === null || value === undefined ? "" : String(value)

/** Every way to take one text from each cell: a list in a cell gives each of its values. */
const choices = (cells: ReadonlyArray<unknown>): ReadonlyArray<ReadonlyArray<string>> => {
  if (!cells.some(Array.isArray)) return [cells.map(textOf)]
  return cells.reduce<ReadonlyArray<ReadonlyArray<string>>>(
    (rows, cell) => {
      const texts = Array.isArray(cell) ? cell.map(textOf) : [textOf(cell)]
      return rows.flatMap((row) => texts.map((text) => [...row, text]))
    },
    [[]],
  )
}

const cellsOf = (table: LoadedTable, columns: ReadonlyArray<string>): ReadonlyArray<RowValues> => {
  if ("tests" in table) {
    const { inputs, outputs } = table.definition
    const names = [...Object.keys(inputs), ...Object.keys(outputs)]
    const places = columns.map((column) => names.indexOf(column))
    return table.rows.map(({ line }, row) => ({
      line,
      values: places.map((place) => table.fields[row]?.[place]?.text ?? ""),
    }))
  }
  const names = columns.map(camelCase)
  return table.rows.flatMap((row, index) => {
    const read = row as Readonly<Record<string, unknown>>
    const line = table.lines[index] ?? 1
    return choices(names.map((name) => read[name])).map((values) => ({ line, values }))
  })
}

/** What was read of each table: a loaded table never changes. */
const readCells = new WeakMap<LoadedTable, Map<string, ReadonlyArray<RowValues>>>()

const knownCells = (
  table: LoadedTable,
  columns: ReadonlyArray<string>,
): ReadonlyArray<RowValues> => {
  const known = readCells.get(table) ?? new Map<string, ReadonlyArray<RowValues>>()
  readCells.set(table, known)
  const key = columns.join(" ")
  const values = known.get(key) ?? cellsOf(table, columns)
  known.set(key, values)
  return values
}

/**
 * Reads columns of loaded tables row by row, each list of columns once. A list in a cell gives a
 * row for each of its values. Undefined for a table that is not sound.
 */
export const columnReader =
  (tables: TablesByFile): ((columns: ColumnsOf) => ReadonlyArray<RowValues> | undefined) =>
  ({ columns, file }) => {
    const loaded = tables.get(file)
    return loaded === undefined ? undefined : knownCells(loaded.table, columns)
  }

/** A text that is the same for the same values. */
export const valuesKey = (values: ReadonlyArray<string>): string => values.join("\u0000")

/** The words that references to loaded tables may name; empty cells are none. */
export const loadedWords = (tables: TablesByFile): WordsOf => {
  const read = columnReader(tables)
  const known = new Map<string, ReadonlyArray<string>>()
  return ({ column, file }) => {
    const key = `${file} ${column}`
    const found = known.get(key)
    if (found !== undefined) return found
    const rows = read({ file, columns: [column] })
    if (rows === undefined) return undefined
    const words = new Set(rows.flatMap(({ values }) => values))
    words.delete("")
    known.set(key, [...words])
    return known.get(key)
  }
}
