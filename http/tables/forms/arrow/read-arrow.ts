import type { Batch, Table } from "@uwdata/flechette"
import { isAscii } from "node:buffer"
import { loadFlechette, openArrow } from "./open-arrow.ts"
import { damagedMessage, makeValueCheck } from "./sound-values.ts"
import { type ColumnPath, type ColumnSource, isToldFault, valuesWithin } from "../column-source.ts"

/** Rows that are read at a time. */
const rowsAtOnce = 4096

type Fields = Table["schema"]["fields"]

/** The columns of a schema; a structure is the columns within it. */
const pathsOf = (fields: Fields, structure: number): ReadonlyArray<ColumnPath> =>
  fields.flatMap(({ name, type }): ReadonlyArray<ColumnPath> =>
    type.typeId === structure && "children" in type
      ? pathsOf(type.children, structure).map((within): ColumnPath => [name, ...within])
      : [[name]],
  )

/** A part of a column that has been read, and the rows that it has. */
interface ReadPart {
  readonly from: number
  readonly to: number
  readonly values: ArrayLike<unknown>
}

/**
 * Reads a table in Arrow's IPC form, a stream or a file, record batch by record batch: it holds one of
 * them, its dictionaries, and the values of some rows. Rejects where it is none; its batches throw where it breaks off,
 * comes to more than is read, or has a text that is not in UTF-8.
 */
export const readArrow = async (chunks: AsyncIterable<Uint8Array>): Promise<ColumnSource> => {
  const { Type } = await loadFlechette()
  const { fields, tables } = await openArrow(chunks)
  const paths = pathsOf(fields, Type.Struct)
  const { begin, check } = makeValueCheck(Type)

  const valuesOf = (batch: Batch<unknown>, name: string, part: Omit<ReadPart, "values">) => {
    const { from, to } = part
    try {
      check(batch, from, to)
      const isText = batch.type.typeId === Type.Utf8
      return (isText ? cutTexts(batch, from, to) : undefined) ?? batch.slice(from, to)
    } catch (cause) {
      const { message } = isToldFault(cause) ? cause : damagedMessage()
      throw new Error(`column ${name}: ${message}`, { cause })
    }
  }
  async function* batches() {
    for await (const table of tables) {
      for (let from = 0; from < table.numRows; from += rowsAtOnce) {
        const to = Math.min(from + rowsAtOnce, table.numRows)
        begin()
        const columns = new Map<string, ArrayLike<unknown>>()
        for (const [index, name] of table.names.entries()) {
          const [batch] = table.getChildAt(index).data
          if (batch === undefined) continue
          columns.set(String(name), valuesOf(batch, String(name), { from, to }))
        }
        yield {
          rowCount: to - from,
          columns: paths.map(([column, ...within]) =>
            valuesWithin(columns.get(column) ?? [], within),
          ),
        }
      }
    }
  }
  return { names: paths.map((path) => path.join(".")), batches: batches() }
}

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

/**
 * The texts of some rows of a batch, cut from one text; undefined where their bytes are more than ASCII, or a text is
 * missing. To decode text by text takes a third of all reading.
 */
export const cutTexts = (
  batch: object,
  from: number,
  to: number,
): ReadonlyArray<string> | undefined => {
  if (!isTextBatch(batch) || batch.nullCount > 0) return undefined
  const { offsets, values } = batch
  const [start = 0, end = 0] = [offsets[from], offsets[to]]
  const bytes = values.subarray(start, end)
  if (!isAscii(bytes)) return undefined
  const text = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString("latin1")
  const texts: Array<string> = []
  for (let index = from; index < to; index += 1) {
    texts.push(text.slice((offsets[index] ?? 0) - start, (offsets[index + 1] ?? 0) - start))
  }
  return texts
}

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
