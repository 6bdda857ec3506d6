import { columnRows } from "../rows/column-rows.ts"
import { type BatchSizes, type LineBatch, lineBatches } from "../batch/line-batches.ts"
import { rowBatches } from "../batch/row-batches.ts"
import { askedRows } from "../rows/row-lines.ts"
import type { RequestColumns } from "../rows/request-columns.ts"

/** An Arrow stream begins with this; no text in UTF-8 does. */
const arrowStart = [0xff, 0xff, 0xff, 0xff] as const

const isArrow = (payload: Uint8Array): boolean =>
  arrowStart.every((byte, at) => payload[at] === byte)

/** A table whose only column has one of these names holds requests as JSON; Spark says `value`. */
const jsonNames: ReadonlySet<string> = new Set(["request", "value"])

async function* oneChunk(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  yield bytes
}

async function* noRows(): AsyncGenerator<never> {}

/**
 * Reads the payload of a frame, some requests at a time: lines of JSON, or an Arrow stream with a column of JSON, or with a
 * column for each field. Every row is asked for. Rejects where a stream cannot be read, or has columns
 * that are no fields.
 */
export const frameRequests = async (
  payload: Uint8Array,
  columns: () => Promise<RequestColumns>,
  sizes: BatchSizes,
): Promise<AsyncIterable<LineBatch>> => {
  if (!isArrow(payload)) return lineBatches(oneChunk(payload), sizes)
  const { arrowTextLines } = await import("../../spreadsheets/arrow/text-lines.ts")
  const texts = await arrowTextLines(oneChunk(payload), (name) => jsonNames.has(name))
  if (texts !== undefined) return lineBatches(texts, sizes)
  const { readArrow } = await import("../../spreadsheets/arrow/read-arrow.ts")
  const source = await readArrow(oneChunk(payload))
  const rows = await askedRows(columnRows(source), await columns())
  return rowBatches(rows ?? noRows(), () => 0)
}
