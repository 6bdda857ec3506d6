import type { Columns, TableDefinition } from "../table/definition.ts"
import { loadTable } from "../table/load-table.ts"
import { camelCase } from "../table/names.ts"
import { readSource } from "../table/source.ts"
import { outcomeKey } from "../analysis/outcome-key.ts"
import { pairInOrder } from "./merge-tables.ts"
import { valueKey } from "../table/value-key.ts"

/** A cell that reads to another value in the other version, as written in both. */
export interface CellDifference {
  readonly column: string
  readonly before: string
  readonly after: string
}

/** A row of a plain table by its key, and its line in each version that has it. */
export interface ComparedRow {
  /** The key's cells, as written in the newest version that has the row. */
  readonly key: ReadonlyArray<string>
  readonly before: number | undefined
  readonly after: number | undefined
  /** What differs; every cell of a row that only one version has. */
  readonly cells: ReadonlyArray<CellDifference>
}

/** How two versions of a plain table differ, row by row. */
export interface TableDifference {
  readonly added: ReadonlyArray<ComparedRow>
  readonly removed: ReadonlyArray<ComparedRow>
  /** Rows of which more than notes changed. */
  readonly changed: ReadonlyArray<ComparedRow>
  /** Rows of which only notes changed: what they say is the same. */
  readonly noted: ReadonlyArray<ComparedRow>
  /** The fewest rows whose moving explains another order. */
  readonly moved: ReadonlyArray<ComparedRow>
}

interface VersionRow {
  readonly key: string
  readonly line: number
  readonly cells: ReadonlyArray<string>
  readonly values: Readonly<Record<string, unknown>>
}

const versionRows = <Shape extends Columns>(
  definition: TableDefinition<Shape>,
  source: string,
): ReadonlyMap<string, VersionRow> => {
  const names = Object.keys(definition.columns)
  const { records } = readSource(definition.file, source, names)
  const { content } = loadTable(definition, source)
  const rows = content.rows.map((row, index): VersionRow => {
    const key = outcomeKey(definition.key, row)
    const cells = names.map((_, column) => records[index]?.fields[column]?.text ?? "")
    return { key, line: content.lines[index] ?? 0, cells, values: { ...row } }
  })
  return new Map(rows.map((row) => [row.key, row]))
}

const keyCells = <Shape extends Columns>(
  { columns, key }: TableDefinition<Shape>,
  { cells }: VersionRow,
): ReadonlyArray<string> => {
  const names = Object.keys(columns)
  return key.map((name) => cells[names.indexOf(name)] ?? "")
}

const cellsBetween = (
  columns: Columns,
  before: VersionRow | undefined,
  after: VersionRow | undefined,
): ReadonlyArray<CellDifference> =>
  Object.keys(columns).flatMap((column, index) => {
    const name = camelCase(column)
    if (before !== undefined && after !== undefined) {
      if (valueKey(before.values[name]) === valueKey(after.values[name])) return []
    }
    return { column, before: before?.cells[index] ?? "", after: after?.cells[index] ?? "" }
  })

/**
 * Compares two versions of a plain table without mistakes, row by row under their keys. Cells count
 * by what they read to; `ordered` says whether another order of the same rows is a difference.
 *
 * ```ts
 * import { compareTables } from "../core/difference/plain-table-difference.ts"
 * import * as Column from "../core/table/column.ts"
 * import { defineTable } from "../core/table/definition.ts"
 *
 * const fees = defineTable({ file: "fees.csv", about: "Fees.", key: ["fee"], columns: { fee: Column.text({ about: "Its name." }), bps: Column.decimal({ about: "Its size." }) } })
 * const { changed } = compareTables(fees, "fee,bps\na,1.4\nb,2\n", "fee,bps\na,1.40\nb,3\n", false)
 * changed.length // => 1
 * changed[0]?.cells // => [{ column: "bps", before: "2", after: "3" }]
 * ```
 */
export const compareTables = <Shape extends Columns>(
  definition: TableDefinition<Shape>,
  before: string,
  after: string,
  ordered: boolean,
): TableDifference => {
  const older = versionRows(definition, before)
  const newer = versionRows(definition, after)
  const compared = (
    old: VersionRow | undefined,
    now: VersionRow | undefined,
  ): ReadonlyArray<ComparedRow> => {
    const shown = now ?? old
    if (shown === undefined) return []
    const cells = cellsBetween(definition.columns, old, now)
    return [{ key: keyCells(definition, shown), before: old?.line, after: now?.line, cells }]
  }
  const isNote = ({ column }: CellDifference): boolean => definition.columns[column]?.note === true
  const kept = [...newer.keys()].filter((key) => older.has(key))
  const differing = kept
    .flatMap((key) => compared(older.get(key), newer.get(key)))
    .filter(({ cells }) => cells.length > 0)
  const were = [...older.keys()].filter((key) => newer.has(key))
  const stayed = new Set(ordered ? pairInOrder(were, kept).map(([, place]) => kept[place]) : kept)
  return {
    added: [...newer].flatMap(([key, row]) => (older.has(key) ? [] : compared(undefined, row))),
    removed: [...older].flatMap(([key, row]) => (newer.has(key) ? [] : compared(row, undefined))),
    changed: differing.filter(({ cells }) => !cells.every(isNote)),
    noted: differing.filter(({ cells }) => cells.every(isNote)),
    moved: kept
      .filter((key) => !stayed.has(key))
      .flatMap((key) => compared(older.get(key), newer.get(key))),
  }
}
