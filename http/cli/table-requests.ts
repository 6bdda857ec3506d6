import { basename } from "node:path"
import * as Data from "effect/Data"
import * as Effect from "effect/Effect"
import type { RequestInput } from "./request-input.ts"
import { type RequestOrigin, RequestsUnreadable } from "./request-origin.ts"
import { csvRows } from "./rows/csv-rows.ts"
import type { RequestColumns } from "./rows/request-columns.ts"
import { HeaderUnusable, rowLines } from "./rows/row-lines.ts"
import type { RequestRow } from "./rows/row-request.ts"
import { workbookRows } from "./rows/workbook-rows.ts"

/** The header of a table of requests cannot be used; nothing has been answered. */
export class TableHeaderUnusable extends Data.TaggedError("TableHeaderUnusable")<{
  readonly place: string
  readonly problems: ReadonlyArray<string>
}> {
  override get message() {
    return `${this.place}: ${this.problems.join("; ")}`
  }
}

/** Requests of a table as lines of JSON, each on the line of its row. */
export interface TableLines {
  /** What stands before the number of a row: `trips.csv:`. */
  readonly place: string
  readonly chunks: AsyncIterable<Uint8Array>
  /** How much of the input has been read, in bytes. */
  readonly readBytes: () => number
}

/** What rows are called in reports: by the name of the file, or `row ` of standard input. */
const placeOf = ({ name }: RequestOrigin): string =>
  name === "standard input" ? "row " : `${basename(name)}:`

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

/** Rows that are all there, and the share of the input that went by with them. */
const paced = (rows: ReadonlyArray<RequestRow>, inputBytes: number) => {
  let taken = 0
  function* pacing(): Generator<RequestRow> {
    for (const row of rows) {
      taken += 1
      yield row
    }
  }
  const readBytes = () => Math.round((inputBytes * taken) / Math.max(1, rows.length))
  return { rows: pacing(), readBytes }
}

/** The largest workbook of requests, in bytes. */
const workbookBytesMax = 64 * 1024 * 1024

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

const rowsOf = Effect.fnUntraced(function* (
  { chunks, form }: Extract<RequestInput, { readonly _tag: "Table" }>,
  lineBytesMax: number,
  unreadable: (cause: unknown) => RequestsUnreadable,
) {
  if (form === "csv") {
    const source = counted(chunks)
    return { rows: csvRows(source.chunks, lineBytesMax), readBytes: source.readBytes }
  }
  const bytes = yield* Effect.tryPromise({ try: () => collect(chunks), catch: unreadable })
  const rows = yield* Effect.mapError(workbookRows(bytes), ({ reason }) =>
    unreadable(new Error(`it is no XLSX workbook: ${reason}`)),
  )
  return paced(rows, bytes.length)
})

/** Opens a table of requests: reads its header, and makes lines of JSON of its rows as they are read. */
export const tableRequests = Effect.fnUntraced(function* (
  origin: RequestOrigin,
  input: Extract<RequestInput, { readonly _tag: "Table" }>,
  reading: {
    readonly columns: RequestColumns
    readonly lineBytesMax: number
    readonly unreadable: (cause: unknown) => RequestsUnreadable
  },
) {
  const { columns, lineBytesMax, unreadable } = reading
  const { readBytes, rows } = yield* rowsOf(input, lineBytesMax, unreadable)
  const place = placeOf(origin)
  const chunks = yield* Effect.tryPromise({
    try: () => rowLines(rows, columns),
    catch: (cause) =>
      cause instanceof HeaderUnusable
        ? new TableHeaderUnusable({ place: `${place}${cause.line}`, problems: cause.problems })
        : unreadable(cause),
  })
  if (chunks === undefined) {
    return yield* new RequestsUnreadable({ origin: origin.name, reason: "it is empty" })
  }
  const lines: TableLines = { place, chunks, readBytes }
  return lines
})

/** Whether a line is the header of a table of requests: one of its cells names a column. */
export const isRequestHeader =
  (columns: RequestColumns) =>
  (line: string): boolean =>
    line.split(/[,;\t]/).some((cell) => columns.byName.has(cell.replaceAll('"', "").trim()))
