import type { ColumnSource } from "../../spreadsheets/column-source.ts"
import type { RequestCell } from "./read-cell.ts"
import type { RequestRow } from "./row-request.ts"

/** A day alone where it is midnight in UTC. */
const dayText = (date: Date): string => {
  const text = date.toISOString()
  return text.endsWith("T00:00:00.000Z") ? text.slice(0, "YYYY-MM-DD".length) : text
}

/** What a list holds, as the cell of it; undefined where a value of it cannot stand in a cell. */
const listText = (values: ReadonlyArray<unknown>): string | undefined => {
  const texts: Array<string> = []
  for (const value of values) {
    const cell = columnCell(value)
    if (typeof cell === "object" || String(cell).includes(";")) return undefined
    texts.push(String(cell))
  }
  return texts.join(";")
}

const isList = (value: object): value is ReadonlyArray<unknown> =>
  Array.isArray(value) || (ArrayBuffer.isView(value) && !(value instanceof DataView))

/**
 * A value of a typed column as the cell of a table of requests: a list as its values with semicolons
 * between them, a day as its text, an object of one field as that field.
 *
 * ```ts
 * import { columnCell } from "../http/cli/rows/column-rows.ts"
 *
 * columnCell(["US", "CA"]) // => "US;CA"
 * columnCell([{ age: 34 }, { age: 31 }]) // => "34;31"
 * columnCell(34n) // => "34"
 * columnCell(new Date("2027-07-01")) // => "2027-07-01"
 * columnCell(null) // => ""
 * columnCell(["US;CA"]) // => { fault: "a list of what stands in no list" }
 * ```
 */
export const columnCell = (value: unknown): RequestCell => {
  if (value === null || value === undefined) return ""
  if (typeof value === "string" || typeof value === "boolean") return value
  if (typeof value === "number")
    return Number.isFinite(value) ? value : { fault: "no finite number" }
  if (typeof value === "bigint") return String(value)
  if (value instanceof Date) return dayText(value)
  if (typeof value !== "object") return { fault: "no value of a cell" }
  if (isList(value)) {
    const text = listText(Array.from(value))
    return text ?? { fault: "a list of what stands in no list" }
  }
  const [only, ...others] = Object.values(value)
  return others.length === 0 ? columnCell(only) : { fault: "a structure of several fields" }
}

/** Rows are handed on so many at a time: those of a whole batch would outlive young memory. */
const rowsAtOnce = 256

// The names as a header before the first row, then every row, from 1; none is left out.
export async function* columnRows({
  batches,
  names,
}: ColumnSource): AsyncGenerator<ReadonlyArray<RequestRow>> {
  yield [{ line: 0, cells: names }]
  let line = 0
  for await (const { columns, rowCount } of batches) {
    for (let from = 0; from < rowCount; from += rowsAtOnce) {
      const first = from
      yield Array.from({ length: Math.min(rowsAtOnce, rowCount - first) }, (_, row) => {
        line += 1
        return { line, cells: columns.map((values) => columnCell(values[first + row])) }
      })
    }
  }
}
