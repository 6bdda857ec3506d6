import { linesOfRows } from "../rows/row-lines.ts"
import type { AskedRow } from "../rows/row-request.ts"
import type { LineBatch } from "./line-batches.ts"

/** Rows that are answered together. Their lines are made for other threads alone. */
class RowBatch implements LineBatch {
  readonly firstLine: number
  readonly lines: number
  readonly inputBytes: number
  readonly rows: ReadonlyArray<AskedRow>

  constructor(rows: ReadonlyArray<AskedRow>, inputBytes: number) {
    this.firstLine = rows[0]?.line ?? 1
    this.lines = (rows.at(-1)?.line ?? 0) + 1 - this.firstLine
    this.inputBytes = inputBytes
    this.rows = rows
  }

  get bytes(): Uint8Array<ArrayBuffer> {
    return new Uint8Array(linesOfRows(this.rows, this.firstLine))
  }
}

/**
 * Makes batches of the rows of a table, and tells of each how much of the input went by since the one
 * before.
 *
 * @yields batches in the order of the rows
 */
export async function* rowBatches(
  batches: AsyncIterable<ReadonlyArray<AskedRow>>,
  readBytes: () => number,
): AsyncGenerator<LineBatch> {
  let before = 0
  for await (const rows of batches) {
    const now = readBytes()
    yield new RowBatch(rows, now - before)
    before = now
  }
}
