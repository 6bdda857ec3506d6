import { groupBy } from "../group-by.ts"
import { memo } from "../memory.ts"
import type { Columns, TableDefinition } from "./definition.ts"
import type { ReadingError } from "./error.ts"
import type { Table } from "./loaded.ts"
import { camelCase } from "./names.ts"
import { placeIn } from "./read-record.ts"
import type { SourceRecord } from "./source.ts"

/** The text of a key, which two rows with the same one share. */
export const keyText = (parts: ReadonlyArray<unknown>): string => {
  let key = String(parts[0])
  for (let index = 1; index < parts.length; index += 1) key += `\u0000${String(parts[index])}`
  return key
}

/** Finds rows by their keys; a row whose key could not be read has none. */
export const makeKeyedRows = <Row>(
  definition: Pick<TableDefinition<Columns>, "file" | "key" | "columns">,
  errors: Array<ReadingError>,
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
      expected: { _tag: "OwnKey", line: lines[earlier] ?? 0 },
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
export const makeFinder = <Row extends object>(rows: ReadonlyArray<Row>) => {
  const none: ReadonlyArray<Row> = []
  const grouped = memo((name: keyof Row) => groupBy(rows, (row): unknown => row[name]))
  return (name: keyof Row, value: unknown): ReadonlyArray<Row> => grouped(name).get(value) ?? none
}
