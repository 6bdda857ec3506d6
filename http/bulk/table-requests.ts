import { stat } from "node:fs/promises"
import { basename } from "node:path"
import * as Effect from "effect/Effect"
import type { RequestInput } from "./request-input.ts"
import { type RequestOrigin } from "./request-origin.ts"
import { csvRows } from "./rows/csv-rows.ts"
import type { RequestColumns } from "./rows/request-columns.ts"
import { columnRows } from "./rows/column-rows.ts"
import { askedRows, HeaderUnusable, type RowBatches, rowChunks } from "./rows/row-lines.ts"
import { type AskedRow, isBlankRow, type RequestRow } from "./rows/row-request.ts"
import { workbookRows } from "./rows/workbook-rows.ts"
import { workbookBytesMax } from "../tables/forms/read-workbook.ts"
import { type CommandRefused, refusal } from "../terminal/command-refused.ts"

/** Requests of a table, to be read once: by their rows, or as lines of JSON. */
export interface TableLines {
  /** What stands before the number of a row: `trips.csv:`. */
  readonly place: string
  readonly rows: AsyncIterable<ReadonlyArray<AskedRow>>
  /** Each request on the line of its row. */
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

/** Rows that hold anything. */
const filled = (rows: ReadonlyArray<RequestRow>): ReadonlyArray<RequestRow> =>
  rows.filter((row) => !isBlankRow(row))

async function* filledBatches(
  batches: AsyncIterable<ReadonlyArray<RequestRow>>,
): AsyncGenerator<ReadonlyArray<RequestRow>> {
  for await (const rows of batches) yield filled(rows)
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

type TableInput = Extract<RequestInput, { readonly _tag: "Table" }>

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

const arrowRows = async (chunks: AsyncIterable<Uint8Array>) => {
  const { readArrow } = await import("../tables/forms/arrow/read-arrow.ts")
  const source = counted(chunks)
  return { rows: columnRows(await readArrow(source.chunks)), readBytes: source.readBytes }
}

const rowsOf = Effect.fnUntraced(function* (
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
  const { readBytes, rows: read } = yield* rowsOf(input, origin.file, lineBytesMax, unreadable)
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
