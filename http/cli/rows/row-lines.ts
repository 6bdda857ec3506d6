import * as Result from "effect/Result"
import { prepareRowLine, readHeader, type RequestRow } from "./row-request.ts"
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

/** Lines are handed on once they have so many characters. */
const chunkLength = 16_384

// The lines of rows behind the header on a line, each request on the line of its row.
async function* linesBehind(
  headerLine: number,
  batches: RowBatches,
  lineOf: (row: RequestRow) => string,
): AsyncGenerator<Uint8Array> {
  let text = "\n".repeat(headerLine)
  let next = headerLine + 1
  for await (const rows of batches) {
    for (const row of rows) {
      if (row.line > next) text += "\n".repeat(row.line - next)
      text += `${lineOf(row)}\n`
      next = row.line + 1
      if (text.length < chunkLength) continue
      yield Buffer.from(text)
      text = ""
    }
    // What has come is handed on: what follows may be long in coming.
    if (text !== "") yield Buffer.from(text)
    text = ""
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
 * Makes the rows of a table into lines of JSON. A request stands on the line that its row begins on,
 * and every other line is blank, so that what is said of a line is said of that row. The header is the
 * first row, and is read at once: rejects with {@link HeaderUnusable}; undefined where there is no row.
 */
export const rowLines = async (
  batches: RowBatches,
  columns: RequestColumns,
): Promise<AsyncIterable<Uint8Array> | undefined> => {
  const source = filled(batches)
  const first = await source.next()
  if (first.done === true) return undefined
  const [top, ...left] = first.value
  if (top === undefined) return undefined
  const header = readHeader(top.cells, columns)
  if (Result.isFailure(header)) throw new HeaderUnusable(top.line, header.failure)
  return linesBehind(top.line, behindFirst(left, source), prepareRowLine(header.success))
}
