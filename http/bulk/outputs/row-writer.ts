import type { AnswerCell } from "../rows/answer-rows.ts"

/** What takes rows one piece after the other. */
export interface RowWriter {
  readonly put: (rows: ReadonlyArray<BinaryRow>) => Promise<void>
  readonly end: () => Promise<void>
}

/** A row as the threads hand it on to a binary format. */
export type BinaryRow = ReadonlyArray<AnswerCell>

/** Where the bytes of answers go, in their order. */
export interface AnswerTarget {
  readonly write: (bytes: Uint8Array) => Promise<void>
  /** All bytes have been written: what was written is what was asked for. */
  readonly finish: () => Promise<void>
}
