import { isAscii } from "node:buffer"
import * as Result from "effect/Result"
import { readCsv } from "../../../core/table/csv.ts"
import { describeExpectation } from "../../../core/table/expectation.ts"
import type { RequestRow } from "./row-request.ts"

const hash = 35

const asBuffer = (bytes: Uint8Array): Buffer =>
  Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length)

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

/** The first byte that is no character by itself. */
const beyondAscii = 0x80

const utf8Only = "it is not in UTF-8: save it as CSV UTF-8, or as XLSX"

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

const linesOf = (text: string): number => text.split("\n").length - 1

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
