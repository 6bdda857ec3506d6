import { isAscii } from "node:buffer"
import type { Column } from "@uwdata/flechette"

/** A batch of texts as Arrow keeps them: their bytes, and where each begins. */
export interface TextBatch {
  readonly length: number
  readonly nullCount: number
  readonly offsets: Int32Array
  readonly values: Uint8Array
}

/** Whether a batch is one of texts. */
export const isTextBatch = (batch: object): batch is TextBatch =>
  "offsets" in batch &&
  batch.offsets instanceof Int32Array &&
  "values" in batch &&
  batch.values instanceof Uint8Array

/** Texts of a batch cut from one text; undefined where its bytes are more than ASCII, or a text is missing. */
const cutTexts = (batch: object): ReadonlyArray<string> | undefined => {
  if (!isTextBatch(batch) || batch.nullCount > 0) return undefined
  const { length, offsets, values } = batch
  const [from = 0, to = 0] = [offsets[0], offsets[length]]
  const bytes = values.subarray(from, to)
  if (!isAscii(bytes)) return undefined
  const text = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString("latin1")
  const texts: Array<string> = []
  for (let index = 0; index < length; index += 1) {
    texts.push(text.slice((offsets[index] ?? 0) - from, (offsets[index + 1] ?? 0) - from))
  }
  return texts
}

/**
 * The values of a column of texts. To decode text by text takes a third of all reading, so a batch of
 * plain ASCII is decoded at once.
 */
export const textValues = (column: Column<unknown>): ReadonlyArray<unknown> => {
  const [only, ...others] = column.data
  const cut = only === undefined || others.length > 0 ? undefined : cutTexts(only)
  return cut ?? Array.from(column.toArray())
}
