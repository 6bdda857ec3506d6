import { columnsOf, type AnyDefinition } from "../table/load.ts"
import { nearest } from "../table/nearest.ts"
import { readSource } from "../table/source.ts"
import { type WrittenRow, writtenRow } from "./find-rows.ts"

/** Rows of a table by a name: of a column that names rows, else by any cell that says just that. */
export interface NamedRows {
  readonly found: ReadonlyArray<WrittenRow>
  /** Where nothing is found, the name that was probably meant. */
  readonly nearest?: string
}

const isName = (column: string): boolean => /(?:^|_)(?:id|key|code|slug)$/.test(column)

/** The columns that name rows: the key of a plain table; results that are ids or keys of a decision table. */
const namingColumns = (definition: AnyDefinition): ReadonlyArray<string> =>
  definition._tag === "TableDefinition"
    ? definition.key
    : Object.keys(definition.outputs).filter(isName)

/**
 * Finds rows by the name that somebody writes for them: `:47` is the row at that line; a word is looked
 * for in the columns that name rows, then in all others.
 *
 * ```ts
 * import { namedRows } from "../core/explain/named-rows.ts"
 * import * as Column from "../core/table/column.ts"
 * import { defineTable } from "../core/table/definition.ts"
 *
 * const zones = defineTable({ file: "zones.csv", about: "Zones.", key: ["zone"], columns: { zone: Column.text({ about: "Its name." }), near: Column.text({ about: "Its neighbour." }) } })
 * const text = "zone,near\nnorth,south\nsouth,east\n"
 * namedRows(zones, text, "south").found.map(({ line }) => line) // => [3]
 * namedRows(zones, text, "east").found.map(({ line }) => line) // => [3]
 * namedRows(zones, text, ":2").found.map(({ line }) => line) // => [2]
 * namedRows(zones, text, "suoth").nearest // => "south"
 * ```
 */
export const namedRows = (definition: AnyDefinition, source: string, name: string): NamedRows => {
  const columns = Object.keys(columnsOf(definition))
  const rows = readSource(definition.file, source, columns).records.map((record) =>
    writtenRow(columns, record),
  )
  const line = /^:(\d+)$/.exec(name)?.[1]
  if (line !== undefined) {
    const at = Number(line)
    const [closest] = rows
      .map((row) => row.line)
      .toSorted((left, right) => Math.abs(left - at) - Math.abs(right - at))
    const found = rows.filter((row) => row.line === at)
    return found.length > 0 || closest === undefined ? { found } : { found, nearest: `:${closest}` }
  }
  const saying = (among: ReadonlyArray<string>) =>
    rows.filter(({ cells }) => among.some((column) => cells[column] === name))
  const naming = namingColumns(definition)
  const named = saying(naming)
  const found = named.length > 0 ? named : saying(columns)
  if (found.length > 0) return { found }
  const close = nearest(
    name,
    new Set(rows.flatMap(({ cells }) => naming.flatMap((column) => cells[column] ?? []))),
  )
  return close === undefined ? { found } : { found, nearest: close }
}
