import { loadFlechette, openArrow } from "./open-arrow.ts"
import { makeValueCheck } from "./sound-values.ts"
import { isTextBatch, type TextBatch } from "./text-column.ts"

const lineFeed = 10

/** Texts without a line end, copied byte for byte; undefined where one has some, or is missing. */
const copiedLines = (batch: TextBatch, from: number, to: number) => {
  const { nullCount, offsets, values } = batch
  const [start = 0, end = start] = [offsets[from], offsets[to]]
  if (nullCount > 0 || values.subarray(start, end).includes(lineFeed)) return undefined
  const lines = new Uint8Array(end - start + to - from)
  let at = 0
  for (let row = from; row < to; row += 1) {
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

/** Rows of a batch whose texts are made at a time. */
const rowsAtOnce = 4096

/**
 * The texts of an Arrow stream whose only column has a name as lines, one for each row; undefined for
 * any other table. Throws where it is no Arrow stream.
 */
export const arrowTextLines = async (
  stream: AsyncIterable<Uint8Array>,
  hasName: (name: string) => boolean,
): Promise<AsyncIterable<Uint8Array> | undefined> => {
  const { Type } = await loadFlechette()
  const { fields, tables } = await openArrow(stream)
  const [field, ...others] = fields
  if (field === undefined || others.length > 0 || !hasName(field.name)) return undefined
  const { begin, check } = makeValueCheck(Type)
  async function* lines(): AsyncGenerator<Uint8Array> {
    for await (const table of tables) {
      for (const batch of table.getChildAt(0).data) {
        for (let from = 0; from < batch.length; from += rowsAtOnce) {
          const to = Math.min(from + rowsAtOnce, batch.length)
          begin()
          check(batch, from, to)
          const copied = isTextBatch(batch) ? copiedLines(batch, from, to) : undefined
          yield copied ?? Buffer.from(Array.from(batch.slice(from, to), lineOf).join(""))
        }
      }
    }
  }
  return lines()
}
