import * as Result from "effect/Result"
import { isBlankRow, readHeader, type RequestRow, rowLine } from "./row-request.ts"
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

/** Lines are handed on once they have so many characters. */
const chunkLength = 16_384

// The rows that hold anything.
async function* filled(
  rows: AsyncIterable<RequestRow> | Iterable<RequestRow>,
): AsyncGenerator<RequestRow> {
  for await (const row of rows) if (!isBlankRow(row)) yield row
}

// The lines of rows behind the header on a line, each request on the line of its row.
async function* linesBehind(
  headerLine: number,
  rows: AsyncIterable<RequestRow>,
  lineOf: (row: RequestRow) => string,
): AsyncGenerator<Uint8Array> {
  let text = "\n".repeat(headerLine)
  let next = headerLine + 1
  for await (const row of rows) {
    text += `${"\n".repeat(row.line - next)}${lineOf(row)}\n`
    next = row.line + 1
    if (text.length < chunkLength) continue
    yield Buffer.from(text)
    text = ""
  }
  yield Buffer.from(text)
}

/**
 * Makes the rows of a table into lines of JSON. A request stands on the line that its row begins on,
 * and every other line is blank, so that what is said of a line is said of that row. The header is
 * read at once: rejects with {@link HeaderUnusable}; undefined where no row holds anything.
 */
export const rowLines = async (
  rows: AsyncIterable<RequestRow> | Iterable<RequestRow>,
  columns: RequestColumns,
): Promise<AsyncIterable<Uint8Array> | undefined> => {
  const source = filled(rows)
  const first = await source.next()
  if (first.done === true) return undefined
  const header = readHeader(first.value.cells, columns)
  if (Result.isFailure(header)) throw new HeaderUnusable(first.value.line, header.failure)
  return linesBehind(first.value.line, source, (row) => rowLine(header.success, row))
}
