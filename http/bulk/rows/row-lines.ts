import * as Result from "effect/Result"
import {
  type AskedRow,
  type CellHabits,
  describeHeaderProblem,
  type HeaderProblem,
  prepareAskedRow,
  readHeader,
  type RequestCell,
  type RequestColumns,
  type RequestRow,
  rowLine,
} from "./row-request.ts"
import type { ColumnSource } from "../../tables/forms/column-source.ts"

/** The first row that holds anything names columns that there are not. */
export class HeaderUnusable extends Error {
  readonly line: number
  readonly problems: ReadonlyArray<HeaderProblem>

  constructor(line: number, problems: ReadonlyArray<HeaderProblem>) {
    super(problems.map(describeHeaderProblem).join("; "))
    this.line = line
    this.problems = problems
  }
}

/** Rows of a table as they come, several at a time. */
export type RowBatches =
  | AsyncIterable<ReadonlyArray<RequestRow>>
  | Iterable<ReadonlyArray<RequestRow>>

/**
 * Reads the rows of a table behind its header, which is the first row, and is read at once: rejects with
 * {@link HeaderUnusable}; undefined where there is no row. How cells are written is asked for once the header is read.
 */
export const askedRows = async (
  batches: RowBatches,
  columns: RequestColumns,
  habitsOf?: () => CellHabits,
): Promise<AsyncIterable<ReadonlyArray<AskedRow>> | undefined> => {
  const source = filled(batches)
  const first = await source.next()
  if (first.done === true) return undefined
  const [top, ...left] = first.value
  if (top === undefined) return undefined
  const header = readHeader(top.cells, columns)
  if (Result.isFailure(header)) throw new HeaderUnusable(top.line, header.failure)
  return askedBehind(behindFirst(left, source), prepareAskedRow(header.success, habitsOf?.()))
}

/**
 * Rows as lines of JSON. A request stands on the line that its row begins on, counted from one that is
 * given; every other line is blank, so that the number of a line is that of its row.
 */
export const linesOfRows = (rows: ReadonlyArray<AskedRow>, firstLine: number): Buffer => {
  let text = ""
  let next = firstLine
  for (const row of rows) {
    if (row.line > next) text += "\n".repeat(row.line - next)
    text += `${rowLine(row)}\n`
    next = row.line + 1
  }
  return Buffer.from(text)
}

/**
 * Makes rows into lines of JSON, from the first line of their table on.
 *
 * @yields lines, those of some rows at a time
 */
export async function* rowChunks(
  batches: AsyncIterable<ReadonlyArray<AskedRow>>,
): AsyncGenerator<Uint8Array> {
  let next = 1
  for await (const rows of batches) {
    yield linesOfRows(rows, next)
    next = (rows.at(-1)?.line ?? next) + 1
  }
}

/** The longest cell that is put together or handed on, in characters; a request has as many bytes at most. */
export const cellLengthMax = 65_536

/**
 * A value of a typed column as the cell of a table of requests: a list as its values with semicolons
 * between them, a day as its text, an object of one field as that field.
 *
 * ```ts
 * import { columnCell } from "../http/bulk/rows/row-lines.ts"
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

// The batches that hold a row.
async function* filled(batches: RowBatches): AsyncGenerator<ReadonlyArray<RequestRow>> {
  for await (const rows of batches) if (rows.length > 0) yield rows
}

// What rows ask for, some of them at a time.
async function* askedBehind(
  batches: RowBatches,
  askedBy: (row: RequestRow) => AskedRow,
): AsyncGenerator<ReadonlyArray<AskedRow>> {
  for await (const rows of batches) {
    let some: Array<AskedRow> = []
    let length = 0
    for (const row of rows) {
      const asked = askedBy(row)
      some.push(asked)
      length += asked.request.length
      if (length < chunkLength) continue
      yield some
      some = []
      length = 0
    }
    // What has come is handed on: what follows may be long in coming.
    if (some.length > 0) yield some
  }
}

/** Rows are handed on once their requests have so many characters. */
const chunkLength = 16_384

// What was left of the batch that the header stands in, then the others.
async function* behindFirst(
  left: ReadonlyArray<RequestRow>,
  batches: AsyncIterable<ReadonlyArray<RequestRow>>,
): AsyncGenerator<ReadonlyArray<RequestRow>> {
  yield left
  yield* batches
}

const tooLong = { fault: `a cell of more than ${cellLengthMax} characters` } as const

/** A day alone where it is midnight in UTC. */
const dayText = (date: Date): string => {
  const text = date.toISOString()
  return text.endsWith("T00:00:00.000Z") ? text.slice(0, "YYYY-MM-DD".length) : text
}

const isList = (value: object): value is ArrayLike<unknown> =>
  Array.isArray(value) || (ArrayBuffer.isView(value) && !(value instanceof DataView))

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

const lengthOf = (cells: ReadonlyArray<RequestCell>): number =>
  cells.reduce<number>((sum, cell) => sum + (typeof cell === "string" ? cell.length : 0), 0)

/**
 * Rows are handed on so many at a time, or once their cells have so many characters: those of a whole batch would outlive
 * young memory.
 */
const handedOn = { rows: 256, length: 1024 * 1024 } as const
