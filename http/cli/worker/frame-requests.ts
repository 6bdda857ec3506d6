import { columnRows } from "../rows/column-rows.ts"
import { rowLines } from "../rows/row-lines.ts"
import type { RequestColumns } from "../rows/request-columns.ts"

/** The requests of a frame as lines of JSON. */
export interface FrameRequests {
  readonly chunks: AsyncIterable<Uint8Array>
  /** Whether they were rows of a table, some of which may stand for no request. */
  readonly isTable: boolean
}

/** An Arrow stream begins with this; no text in UTF-8 does. */
const arrowStart = [0xff, 0xff, 0xff, 0xff] as const

const isArrow = (payload: Uint8Array): boolean =>
  arrowStart.every((byte, at) => payload[at] === byte)

/** A table whose only column has one of these names holds requests as JSON; Spark says `value`. */
const jsonNames: ReadonlySet<string> = new Set(["request", "value"])

async function* oneChunk(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  yield bytes
}

/**
 * Makes the payload of a frame into lines: it is lines already, or an Arrow stream with a column of
 * JSON, or with a column for each field. Every row has its line. Rejects where a stream cannot be read,
 * or has columns that are no fields.
 */
export const frameRequests = async (
  payload: Uint8Array,
  columns: () => Promise<RequestColumns>,
): Promise<FrameRequests> => {
  if (!isArrow(payload)) return { chunks: oneChunk(payload), isTable: false }
  const { arrowTextLines } = await import("../../spreadsheets/arrow/text-lines.ts")
  const texts = await arrowTextLines(payload, (name) => jsonNames.has(name))
  if (texts !== undefined) return { chunks: texts, isTable: false }
  const { readArrow } = await import("../../spreadsheets/arrow/read-arrow.ts")
  const source = await readArrow(oneChunk(payload))
  const lines = await rowLines(columnRows(source), await columns())
  return { chunks: lines ?? oneChunk(new Uint8Array()), isTable: true }
}
