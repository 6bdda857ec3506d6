import type { ColumnSource } from "../../tables/forms/column-source.ts"
import type { RequestCell } from "./read-cell.ts"
import type { RequestRow } from "./row-request.ts"

/** A day alone where it is midnight in UTC. */
const dayText = (date: Date): string => {
  const text = date.toISOString()
  return text.endsWith("T00:00:00.000Z") ? text.slice(0, "YYYY-MM-DD".length) : text
}

/** The longest cell that is put together or handed on, in characters; a request has as many bytes at most. */
export const cellLengthMax = 65_536

const tooLong = { fault: `a cell of more than ${cellLengthMax} characters` } as const

/** What a list holds, as the cell of it; a fault where a value of it cannot stand in a cell. */
const listCell = (values: ArrayLike<unknown>): RequestCell => {
  const texts: Array<string> = []
  let length = 0
  for (let index = 0; index < values.length; index += 1) {
    const cell = columnCell(values[index])
    if (typeof cell === "object") return { fault: "a list of what stands in no list" }
    const text = String(cell)
    if (text.includes(";")) return { fault: "a list of what stands in no list" }
    length += text.length + 1
    // Many values of a list may be one long text of a dictionary.
    if (length > cellLengthMax) return tooLong
    texts.push(text)
  }
  return texts.join(";")
}

const isList = (value: object): value is ArrayLike<unknown> =>
  Array.isArray(value) || (ArrayBuffer.isView(value) && !(value instanceof DataView))

/**
 * A value of a typed column as the cell of a table of requests: a list as its values with semicolons
 * between them, a day as its text, an object of one field as that field.
 *
 * ```ts
 * import { columnCell } from "../http/bulk/rows/column-rows.ts"
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
  if (typeof value === "string") return value.length > cellLengthMax ? tooLong : value
  if (typeof value === "boolean") return value
  if (typeof value === "number")
    return Number.isFinite(value) ? value : { fault: "no finite number" }
  if (typeof value === "bigint") return String(value)
  if (value instanceof Date) return dayText(value)
  if (typeof value !== "object") return { fault: "no value of a cell" }
  if (isList(value)) return listCell(value)
  const [only, ...others] = Object.values(value)
  return others.length === 0 ? columnCell(only) : { fault: "a structure of several fields" }
}

/**
 * Rows are handed on so many at a time, or once their cells have so many characters: those of a whole batch would outlive
 * young memory.
 */
const handedOn = { rows: 256, length: 1024 * 1024 } as const

const lengthOf = (cells: ReadonlyArray<RequestCell>): number =>
  cells.reduce<number>((sum, cell) => sum + (typeof cell === "string" ? cell.length : 0), 0)

// The names as a header before the first row, then every row, from 1; none is left out.
export async function* columnRows({
  batches,
  names,
}: ColumnSource): AsyncGenerator<ReadonlyArray<RequestRow>> {
  yield [{ line: 0, cells: names }]
  let line = 0
  for await (const { columns, rowCount } of batches) {
    let rows: Array<RequestRow> = []
    let length = 0
    for (let row = 0; row < rowCount; row += 1) {
      line += 1
      const cells = columns.map((values) => columnCell(values[row]))
      rows.push({ line, cells })
      length += lengthOf(cells)
      if (rows.length < handedOn.rows && length < handedOn.length) continue
      yield rows
      rows = []
      length = 0
    }
    if (rows.length > 0) yield rows
  }
}
