import * as Result from "effect/Result"
import { readCsv } from "../../../core/table/csv.ts"
import type { RequestRow } from "./row-request.ts"

const hash = 35

/** The offset behind the last line that ends a record; 0 where none does. */
const recordsEnd = (text: string): number => {
  let end = 0
  let isOpen = false
  for (let from = 0; from < text.length;) {
    const found = text.indexOf("\n", from)
    if (found < 0) break
    const isComment = !isOpen && text.charCodeAt(from) === hash
    for (let at = isComment ? found : text.indexOf('"', from); at >= 0 && at < found;) {
      isOpen = !isOpen
      at = text.indexOf('"', at + 1)
    }
    from = found + 1
    if (!isOpen) end = from
  }
  return end
}

const linesOf = (text: string): number => text.split("\n").length - 1

/** The rows of whole records, of which the first begins on a line. */
const rowsOf = (text: string, firstLine: number): ReadonlyArray<RequestRow> => {
  const read = readCsv(text)
  if (Result.isFailure(read)) {
    const { character, expected, line } = read.failure
    throw new Error(`line ${firstLine + line - 1}, character ${character}: expected ${expected}`)
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
  const decoder = new TextDecoder("utf-8", { fatal: true })
  const decode = (bytes?: Uint8Array): string => {
    try {
      return decoder.decode(bytes, { stream: bytes !== undefined })
    } catch {
      throw new Error("it is not in UTF-8: save it as CSV UTF-8, or as XLSX")
    }
  }
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
