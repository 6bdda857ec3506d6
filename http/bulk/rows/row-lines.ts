import * as Result from "effect/Result"
import {
  type AskedRow,
  prepareAskedRow,
  readHeader,
  type RequestRow,
  rowLine,
} from "./row-request.ts"
import type { RequestColumns } from "./request-columns.ts"

/** The first row that holds anything names columns that there are not. */
export class HeaderUnusable extends Error {
  readonly line: number
  readonly problems: ReadonlyArray<string>

  constructor(line: number, problems: ReadonlyArray<string>) {
    super(problems.join("; "))
    this.line = line
    this.problems = problems
  }
}

/** Rows of a table as they come, several at a time. */
export type RowBatches =
  | AsyncIterable<ReadonlyArray<RequestRow>>
  | Iterable<ReadonlyArray<RequestRow>>

/** Rows are handed on once their requests have so many characters. */
const chunkLength = 16_384

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

// The batches that hold a row.
async function* filled(batches: RowBatches): AsyncGenerator<ReadonlyArray<RequestRow>> {
  for await (const rows of batches) if (rows.length > 0) yield rows
}

// What was left of the batch that the header stands in, then the others.
async function* behindFirst(
  left: ReadonlyArray<RequestRow>,
  batches: AsyncIterable<ReadonlyArray<RequestRow>>,
): AsyncGenerator<ReadonlyArray<RequestRow>> {
  yield left
  yield* batches
}

/**
 * Reads the rows of a table behind its header, which is the first row, and is read at once: rejects with
 * {@link HeaderUnusable}; undefined where there is no row.
 */
export const askedRows = async (
  batches: RowBatches,
  columns: RequestColumns,
): Promise<AsyncIterable<ReadonlyArray<AskedRow>> | undefined> => {
  const source = filled(batches)
  const first = await source.next()
  if (first.done === true) return undefined
  const [top, ...left] = first.value
  if (top === undefined) return undefined
  const header = readHeader(top.cells, columns)
  if (Result.isFailure(header)) throw new HeaderUnusable(top.line, header.failure)
  return askedBehind(behindFirst(left, source), prepareAskedRow(header.success))
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
