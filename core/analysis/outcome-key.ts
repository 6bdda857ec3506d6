import type { Columns } from "../table/definition.ts"
import { camelCase } from "../table/names.ts"

/**
 * A text that is the same for the same value as a cell reads to, however it was written; lists
 * count in their order.
 *
 * ```ts
 * import { valueKey } from "../core/analysis/outcome-key.ts"
 *
 * valueKey({ numerator: 7n, denominator: 5n }) // => '{"denominator":5n,"numerator":7n}'
 * valueKey(["a", null]) // => '["a",null]'
 * ```
 */
export const valueKey = (value: unknown): string => {
  if (typeof value === "bigint") return `${value}n`
  if (Array.isArray(value)) return `[${value.map(valueKey).join(",")}]`
  if (typeof value !== "object" || value === null) return JSON.stringify(value) ?? "undefined"
  const fields = Object.entries(value).sort(([left], [right]) => (left < right ? -1 : 1))
  return `{${fields.map(([name, own]) => `${JSON.stringify(name)}:${valueKey(own)}`).join(",")}}`
}

/**
 * The columns that say something: all but notes, which explain their row and decide nothing.
 *
 * ```ts
 * import { decidingColumns } from "../core/analysis/outcome-key.ts"
 * import * as Column from "../core/table/column.ts"
 *
 * const text = Column.text({ about: "A text." })
 * decidingColumns({ name: text, source: Column.note(text) }) // => ["name"]
 * ```
 */
export const decidingColumns = (columns: Columns): ReadonlyArray<string> =>
  Object.entries(columns).flatMap(([name, { note }]) => (note === true ? [] : [name]))

/**
 * A text that is the same for rows that say the same in the given columns.
 *
 * ```ts
 * import { outcomeKey } from "../core/analysis/outcome-key.ts"
 *
 * outcomeKey(["minor_units"], { minorUnits: 2, line: 7 }) // => "2"
 * ```
 */
export const outcomeKey = (columns: ReadonlyArray<string>, row: object): string => {
  const values: Readonly<Record<string, unknown>> = { ...row }
  return columns.map((name) => valueKey(values[camelCase(name)])).join(";")
}
