import type { Column } from "@uwdata/flechette"
import { loadFlechette } from "./read-arrow.ts"
import { isTextBatch, type TextBatch } from "./text-column.ts"

const lineFeed = 10

/** Texts without a line end, copied byte for byte; undefined where one has some, or is missing. */
const copiedLines = ({ length, nullCount, offsets, values }: TextBatch) => {
  const [start = 0, end = start] = [offsets[0], offsets[length]]
  if (nullCount > 0 || values.subarray(start, end).includes(lineFeed)) return undefined
  const lines = new Uint8Array(end - start + length)
  let at = 0
  for (let row = 0; row < length; row += 1) {
    const text = values.subarray(offsets[row], offsets[row + 1])
    lines.set(text, at)
    at += text.length
    lines[at] = lineFeed
    at += 1
  }
  return lines
}

/** A value as a line: a line end within it is a blank, and what is missing is an empty line. */
const lineOf = (value: unknown): string => `${String(value ?? "").replaceAll("\n", " ")}\n`

async function* linesOf({ data }: Column<unknown>): AsyncGenerator<Uint8Array> {
  for (const batch of data) {
    const copied = isTextBatch(batch) ? copiedLines(batch) : undefined
    yield copied ?? Buffer.from(Array.from(batch, lineOf).join(""))
  }
}

/**
 * The texts of an Arrow stream whose only column has a name as lines, one for each row; undefined for
 * any other table. Throws where it is no Arrow stream.
 */
export const arrowTextLines = async (
  stream: Uint8Array,
  hasName: (name: string) => boolean,
): Promise<AsyncIterable<Uint8Array> | undefined> => {
  const { tableFromIPC } = await loadFlechette()
  const table = tableFromIPC(stream, { useBigInt: true })
  const [name = "", ...others] = table.names
  return others.length === 0 && hasName(String(name)) ? linesOf(table.getChildAt(0)) : undefined
}
