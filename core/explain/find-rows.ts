import type { FactExpectation, FactProblem } from "./facts.ts"
import type { TableDefinition } from "../table/definition.ts"
import { type AnyDefinition, columnsOf } from "../table/load.ts"
import { camelCase } from "../table/names.ts"
import { nearest } from "../table/nearest.ts"
import { readSource, type SourceRecord } from "../table/source.ts"

type Key = Readonly<Record<string, string>>

/** A row of a plain table: its line, and its cells as written, by column. */
export interface WrittenRow {
  readonly line: number
  readonly cells: Readonly<Record<string, string>>
}

/** Rows of a plain table with a key or a part of one. */
export interface FoundRows {
  readonly file: string
  /** The key as asked; columns that were left out are missing. */
  readonly key: Key
  /** Key columns that were left out. */
  readonly open: ReadonlyArray<string>
  readonly problems: ReadonlyArray<FactProblem>
  readonly rowCount: number
  readonly found: ReadonlyArray<WrittenRow>
  /** Where nothing is found: a few rows that match a part of the key, or nearly do. */
  readonly nearest: ReadonlyArray<WrittenRow>
}

const nearestMax = 5

/** A record as its cells by column. */
const writtenRow = (
  columns: ReadonlyArray<string>,
  { fields, line }: SourceRecord,
): WrittenRow => ({
  line,
  cells: Object.fromEntries(columns.map((name, index) => [name, fields[index]?.text ?? ""])),
})

const readKey = (
  names: ReadonlyArray<string>,
  given: Readonly<Record<string, unknown>>,
): { readonly key: Key; readonly problems: ReadonlyArray<FactProblem> } => {
  const key: Record<string, string> = {}
  const problems: Array<FactProblem> = []
  for (const [asked, value] of Object.entries(given)) {
    const name = names.find((one) => one === asked || camelCase(one) === asked)
    if (name === undefined) {
      const close = nearest(asked, names)
      const expected: FactExpectation = { _tag: "NameOf", of: "key", names }
      const hint = close === undefined ? {} : { nearest: close }
      problems.push({ _tag: "FactProblem", name: "", given: asked, expected, ...hint })
    } else if (typeof value === "string" || typeof value === "number") key[name] = String(value)
    else {
      const expected: FactExpectation = { _tag: "WordOrNumber" }
      problems.push({ _tag: "FactProblem", name, given: value, expected })
    }
  }
  return { key, problems }
}

/** Rows measured against a key: how many parts differ; one that looks like a slip counts less. */
const distanceTo = (key: Key, rows: ReadonlyArray<WrittenRow>): ((row: WrittenRow) => number) => {
  const parts = Object.entries(key).map(([name, part]) => {
    const words = new Set(rows.map(({ cells }) => cells[name] ?? ""))
    return { name, part, likeliest: words.has(part) ? part : nearest(part, words) }
  })
  return ({ cells }) =>
    parts.reduce((sum, { likeliest, name, part }) => {
      const cell = cells[name]
      return cell === part ? sum : sum + (cell === likeliest ? 0.5 : 1)
    }, 0)
}

/**
 * Finds the row of a key in the text of a plain table, or all rows that agree with a part of a key;
 * where there is none, the rows that come nearest.
 *
 * ```ts
 * import { findRows } from "../core/explain/find-rows.ts"
 * import * as Column from "../core/table/column.ts"
 * import { defineTable } from "../core/table/definition.ts"
 *
 * const zones = defineTable({ file: "zones.csv", about: "Zones.", key: ["zone"], columns: { zone: Column.text({ about: "Its name." }), rate: Column.integer({ about: "Euros." }) } })
 * const text = "zone,rate\nnorth,4\nsouth,5\n"
 * findRows(zones, text, { zone: "south" }).found // => [{ line: 3, cells: { zone: "south", rate: "5" } }]
 * findRows(zones, text, { zone: "nord" }).nearest.map(({ cells }) => cells["zone"]) // => ["north"]
 * ```
 */
export const findRows = (
  { columns, file, key: keyColumns }: Pick<TableDefinition, "columns" | "file" | "key">,
  source: string,
  given: Readonly<Record<string, unknown>>,
): FoundRows => {
  const names = Object.keys(columns)
  const rows = readSource(file, source, names).records.map((record) => writtenRow(names, record))
  const { key, problems } = readKey(keyColumns, given)
  const distance = distanceTo(key, rows)
  const measured = rows.map((row) => ({ row, away: distance(row) }))
  const found = measured.filter(({ away }) => away === 0).map(({ row }) => row)
  const alike = measured
    .filter(({ away }) => found.length === 0 && away < Object.keys(key).length)
    .sort((left, right) => left.away - right.away)
    .slice(0, nearestMax)
  return {
    file,
    key,
    open: keyColumns.filter((name) => key[name] === undefined),
    problems,
    rowCount: rows.length,
    found,
    nearest: alike.map(({ row }) => row),
  }
}

/** Rows of a table by a name: of a column that names rows, else by any cell that says just that. */
interface NamedRows {
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
 * import { namedRows } from "../core/explain/find-rows.ts"
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
