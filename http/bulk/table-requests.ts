import { describeExpectation } from "../../core/table/expectation.ts"
import * as Effect from "effect/Effect"
import * as Result from "effect/Result"
import { isAscii } from "node:buffer"
import { stat } from "node:fs/promises"
import { basename } from "node:path"
import { readCsv } from "../../core/table/csv.ts"
import type { RequestInput, RequestOrigin } from "./request-origin.ts"
import {
  askedRows,
  columnRows,
  HeaderUnusable,
  type RowBatches,
  rowChunks,
} from "./rows/row-lines.ts"
import {
  type AskedRow,
  isBlankRow,
  type RequestCell,
  type RequestColumns,
  type RequestRow,
} from "./rows/row-request.ts"
import {
  isWorkbookFault,
  type OpenSheet,
  openWorkbook,
  type ReadCell,
  workbookBytesMax,
  type WorkbookFault,
  type WorkbookRow,
} from "../tables/forms/read-workbook.ts"
import { type CommandRefused, refusal } from "../terminal/command-refused.ts"

/** Opens a table of requests: reads its header, and what its rows ask for as they are read. */
export const tableRequests = Effect.fnUntraced(function* (
  origin: RequestOrigin,
  input: TableInput,
  reading: {
    readonly columns: RequestColumns
    readonly lineBytesMax: number
    readonly unreadable: (cause: unknown) => CommandRefused
  },
) {
  const { columns, lineBytesMax, unreadable } = reading
  const { readBytes, rows: read } = yield* openRows(input, origin.file, lineBytesMax, unreadable)
  const place = placeOf(origin)
  const rows = yield* Effect.tryPromise({
    try: () => askedRows(read, columns),
    catch: (cause) =>
      cause instanceof HeaderUnusable
        ? refusal("header-unusable", {
            // Columns that are named before all rows are on none.
            place: cause.line === 0 ? origin.name : `${place}${cause.line}`,
            problems: cause.problems,
          })
        : unreadable(cause),
  })
  if (rows === undefined) {
    return yield* refusal("unreadable", { path: origin.name, reason: "it is empty" })
  }
  const lines: TableLines = { place, rows, chunks: rowChunks(rows), readBytes }
  return lines
})

/** Whether a line is the header of a table of requests: one of its cells names a column. */
export const isRequestHeader =
  (columns: RequestColumns) =>
  (line: string): boolean =>
    line.split(/[,;\t]/).some((cell) => columns.byName.has(cell.replaceAll('"', "").trim()))

/**
 * Reads CSV as it comes: it holds a chunk and the record that crosses its end, never more. Throws what
 * is wrong with it.
 *
 * @yields the records of a chunk, comments and blank lines left out
 */
export async function* csvRows(
  chunks: AsyncIterable<Uint8Array>,
  recordLengthMax: number,
): AsyncGenerator<ReadonlyArray<RequestRow>> {
  const decode = makeDecode()
  let rest = ""
  let line = 1
  for await (const chunk of chunks) {
    rest += decode(chunk)
    const end = recordsEnd(rest)
    const whole = rest.slice(0, end)
    yield rowsOf(whole, line)
    line += linesOf(whole)
    rest = rest.slice(end)
    if (rest.length > recordLengthMax) {
      throw new Error(
        `line ${line}: a row has at most ${recordLengthMax} characters; is a quote left open?`,
      )
    }
  }
  yield rowsOf(rest + decode(), line)
}

type TableInput = Extract<RequestInput, { readonly _tag: "Table" }>

const openRows = Effect.fnUntraced(function* (
  { chunks, form }: TableInput,
  file: string | undefined,
  lineBytesMax: number,
  unreadable: (cause: unknown) => CommandRefused,
) {
  switch (form) {
    case "csv": {
      const source = counted(chunks)
      const rows = filledBatches(csvRows(source.chunks, lineBytesMax))
      return { rows, readBytes: source.readBytes }
    }
    case "arrow":
      return yield* Effect.tryPromise({ try: () => arrowRows(chunks), catch: unreadable })
    case "parquet":
      return yield* Effect.tryPromise({ try: () => parquetRows(file), catch: unreadable })
    case "xlsx": {
      const bytes = yield* Effect.tryPromise({ try: () => collect(chunks), catch: unreadable })
      const { readBytes, rows } = yield* Effect.mapError(workbookRows(bytes), unreadable)
      return { rows: filledBatches(rows), readBytes }
    }
  }
})

/** Chunks, and how many bytes of them went by. */
const counted = (chunks: AsyncIterable<Uint8Array>) => {
  let read = 0
  async function* counting(): AsyncGenerator<Uint8Array> {
    for await (const chunk of chunks) {
      read += chunk.length
      yield chunk
    }
  }
  return { chunks: counting(), readBytes: () => read }
}

async function* filledBatches(
  batches: AsyncIterable<ReadonlyArray<RequestRow>>,
): AsyncGenerator<ReadonlyArray<RequestRow>> {
  for await (const rows of batches) yield filled(rows)
}

/** Rows that hold anything. */
const filled = (rows: ReadonlyArray<RequestRow>): ReadonlyArray<RequestRow> =>
  rows.filter((row) => !isBlankRow(row))

const arrowRows = async (chunks: AsyncIterable<Uint8Array>) => {
  const { readArrow } = await import("../tables/forms/arrow/read-arrow.ts")
  const source = counted(chunks)
  return { rows: columnRows(await readArrow(source.chunks)), readBytes: source.readBytes }
}

/** The rows of a Parquet file, which ends with what has to be known first. */
const parquetRows = async (file: string | undefined) => {
  if (file === undefined) {
    throw new Error("Parquet is read from a file, as @requests.parquet: it ends with its index")
  }
  const { readParquet } = await import("../tables/forms/parquet/read-parquet.ts")
  const source = await readParquet(file)
  const { size: inputBytes } = await stat(file)
  return paced(columnRows(source), { inputBytes, rowCount: source.rowCount })
}

/** Batches of rows, and the share of the input that went by with them, of so many rows in all. */
const paced = (
  batches: RowBatches,
  { inputBytes, rowCount }: { readonly inputBytes: number; readonly rowCount: number },
) => {
  let taken = 0
  async function* pacing(): AsyncGenerator<ReadonlyArray<RequestRow>> {
    for await (const rows of batches) {
      taken += rows.length
      yield rows
    }
  }
  const readBytes = () =>
    Math.round((inputBytes * Math.min(taken, rowCount)) / Math.max(1, rowCount))
  return { rows: pacing(), readBytes }
}

const collect = async (chunks: AsyncIterable<Uint8Array>): Promise<Uint8Array> => {
  const parts: Array<Uint8Array> = []
  let length = 0
  for await (const chunk of chunks) {
    length += chunk.length
    if (length > workbookBytesMax) throw new Error("a workbook has at most 64 MiB; save it as CSV")
    parts.push(chunk)
  }
  return Buffer.concat(parts)
}

/**
 * The rows of the first sheet of a workbook that is shown and not empty, by their numbers, as the sheet is
 * read, and how much of the file went by with them. The rows end with an error in words.
 */
const workbookRows = Effect.fnUntraced(function* (bytes: Uint8Array) {
  const { bytesRead, sheets } = yield* Effect.mapError(openWorkbook(bytes), reasonOf)
  async function* rows(): AsyncGenerator<ReadonlyArray<RequestRow>> {
    try {
      for await (const some of filledSheet(sheets)) {
        for (let from = 0; from < some.length; from += rowsAtOnce) {
          yield some.slice(from, from + rowsAtOnce).map(rowOf)
        }
      }
    } catch (cause) {
      throw isWorkbookFault(cause) ? reasonOf(cause) : cause
    }
  }
  return { rows: rows(), readBytes: bytesRead }
})

/** Why a workbook is not read, behind the name of its file. */
const reasonOf = (fault: WorkbookFault): Error =>
  new Error(
    fault._tag === "WorkbookUnreadable" ? `it is no XLSX workbook: ${fault.reason}` : fault.message,
  )

async function* filledSheet(
  sheets: ReadonlyArray<OpenSheet>,
): AsyncGenerator<ReadonlyArray<WorkbookRow>> {
  for (const { hidden, rows } of sheets) {
    if (hidden) continue
    let isFound = false
    for await (const some of rows()) {
      isFound ||= some.some(isFilled)
      if (isFound) yield some
    }
    if (isFound) return
  }
}

const isFilled = ({ cells }: WorkbookRow): boolean =>
  cells.some((cell) => cell !== null && cell !== "")

/** Rows are handed on so many at a time: those of a whole piece of a sheet would outlive young memory. */
const rowsAtOnce = 256

const rowOf = ({ cells, number }: WorkbookRow): RequestRow => ({
  line: number,
  cells: cells.map(cellOf),
})

const cellOf = (cell: ReadCell): RequestCell => cell ?? ""

/** What rows are called in reports: by the name of the file, or `row ` of standard input. */
const placeOf = ({ name }: RequestOrigin): string =>
  name === "standard input" ? "row " : `${basename(name)}:`

/** Requests of a table, to be read once: by their rows, or as lines of JSON. */
interface TableLines {
  /** What stands before the number of a row: `trips.csv:`. */
  readonly place: string
  readonly rows: AsyncIterable<ReadonlyArray<AskedRow>>
  /** Each request on the line of its row. */
  readonly chunks: AsyncIterable<Uint8Array>
  /** How much of the input has been read, in bytes. */
  readonly readBytes: () => number
}

/**
 * Decodes chunks of UTF-8. What is plain ASCII is decoded as such where no character is cut before it: that
 * is fast, and its texts take a byte a character.
 */
const makeDecode = () => {
  const decoder = new TextDecoder("utf-8", { fatal: true })
  let isCut = true
  return (bytes?: Uint8Array): string => {
    if (bytes !== undefined && !isCut && isAscii(bytes)) return asBuffer(bytes).toString("latin1")
    isCut = (bytes?.at(-1) ?? 0) >= beyondAscii
    try {
      return decoder.decode(bytes, { stream: bytes !== undefined })
    } catch {
      throw new Error(utf8Only)
    }
  }
}

const asBuffer = (bytes: Uint8Array): Buffer =>
  Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length)

/** The first byte that is no character by itself. */
const beyondAscii = 0x80

const utf8Only = "it is not in UTF-8: save it as CSV UTF-8, or as XLSX"

/** The offset behind the last line that ends a record; 0 where none does. */
const recordsEnd = (text: string): number => {
  let end = 0
  let isOpen = false
  let quote = text.indexOf('"')
  for (let from = 0; from < text.length;) {
    const found = text.indexOf("\n", from)
    if (found < 0) break
    const isComment = !isOpen && text.charCodeAt(from) === hash
    for (; quote >= 0 && quote < found; quote = text.indexOf('"', quote + 1)) {
      if (!isComment) isOpen = !isOpen
    }
    from = found + 1
    if (!isOpen) end = from
  }
  return end
}

const hash = 35

/** The rows of whole records, of which the first begins on a line. */
const rowsOf = (text: string, firstLine: number): ReadonlyArray<RequestRow> => {
  const read = readCsv(text)
  if (Result.isFailure(read)) {
    const { character, expected, line } = read.failure
    throw new Error(
      `line ${firstLine + line - 1}, character ${character}: expected ${describeExpectation(expected)}`,
    )
  }
  return read.success.map(({ line, texts }) => ({ line: firstLine + line - 1, cells: texts }))
}

const linesOf = (text: string): number => text.split("\n").length - 1
