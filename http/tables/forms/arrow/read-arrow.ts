import type { Batch, Table } from "@uwdata/flechette"
import { isAscii } from "node:buffer"
import { open, stat } from "node:fs/promises"
import { arrowFileMessages, type ArrowMessage, arrowMessages, fileMark } from "./arrow-messages.ts"
import { loadFlechette, openArrow } from "./open-arrow.ts"
import { plainValues, zoneOf } from "./plain-values.ts"
import { makeValueCheck, placed } from "./sound-values.ts"
import {
  type ColumnPlace,
  columnPlaces,
  type ColumnSource,
  textOf,
  valuesWithin,
} from "../column-source.ts"

/** Rows that are read at a time. */
const rowsAtOnce = 4096

type Fields = Table["schema"]["fields"]

/** The columns of a schema. */
const placesOf = (fields: Fields, structure: number): ReadonlyArray<ColumnPlace<Fields[number]>> =>
  columnPlaces(fields, ({ name, type }) => ({
    name,
    within: type.typeId === structure && "children" in type ? type.children : undefined,
  }))

/** A part of a column that has been read, and the rows that it has. */
interface ReadPart {
  readonly from: number
  readonly to: number
  readonly values: ArrayLike<unknown>
}

/**
 * Reads a table in Arrow's IPC stream form, record batch by record batch: it holds one of
 * them, its dictionaries, and the values of some rows. Rejects where it is none; its batches throw where it breaks off,
 * comes to more than is read, or has a text that is not in UTF-8.
 */
export const readArrow = (chunks: AsyncIterable<Uint8Array>): Promise<ColumnSource> =>
  readMessages(arrowMessages(chunks))

/** Whether a file can be read at any place of it, and is an Arrow file by its mark. */
export const isArrowFile = async (path: string): Promise<boolean> => {
  if (!(await stat(path)).isFile()) return false
  const start = await readSlice(path, 0, fileMark.length)
  return Buffer.from(start).toString("latin1") === fileMark
}

/** A table in an Arrow file, and up to where that has been read. */
interface ArrowFileSource extends ColumnSource {
  readonly readBytes: () => number
}

/** Reads a table in Arrow's IPC file form in the same way, by the index at its end. */
export const readArrowFile = async (path: string): Promise<ArrowFileSource> => {
  const { size } = await stat(path)
  let read = 0
  const messages = arrowFileMessages(async (at, length) => {
    const bytes = await readSlice(path, at, Math.max(0, Math.min(length, size - at)))
    if (at + length < size) read = Math.max(read, at + length)
    return bytes
  }, size)
  return { ...(await readMessages(messages)), readBytes: () => read }
}

const readSlice = async (path: string, at: number, length: number): Promise<Uint8Array> => {
  const handle = await open(path)
  try {
    const { buffer, bytesRead } = await handle.read(new Uint8Array(length), 0, length, at)
    return buffer.subarray(0, bytesRead)
  } finally {
    await handle.close()
  }
}

const readMessages = async (messages: AsyncGenerator<ArrowMessage>): Promise<ColumnSource> => {
  const { Type } = await loadFlechette()
  const { fields, tables } = await openArrow(messages)
  const places = placesOf(fields, Type.Struct).map(({ name, part, path: [column, ...within] }) => ({
    column,
    within,
    name,
    makePlain: plainValues(part, Type),
  }))
  const { begin, check } = makeValueCheck(Type)

  const valuesOf = (batch: Batch<unknown>, { from, to }: Omit<ReadPart, "values">) => {
    check(batch, from, to)
    const isText = batch.type.typeId === Type.Utf8
    return (isText ? cutTexts(batch, from, to) : undefined) ?? batch.slice(from, to)
  }
  async function* batches() {
    let number = 0
    for await (const table of tables) {
      number += 1
      const inColumn = <A>(name: string, read: () => A): A =>
        placed(`column ${name}`, read, ` (record batch ${number})`)
      for (let from = 0; from < table.numRows; from += rowsAtOnce) {
        const to = Math.min(from + rowsAtOnce, table.numRows)
        begin()
        const columns = new Map<string, ArrayLike<unknown>>()
        for (const [index, name] of table.names.entries()) {
          const [batch] = table.getChildAt(index).data
          if (batch === undefined) continue
          const read = () => valuesOf(batch, { from, to })
          columns.set(String(name), inColumn(String(name), read))
        }
        yield {
          rowCount: to - from,
          columns: places.map(({ column, makePlain, name, within }) => {
            const values = valuesWithin(columns.get(column) ?? [], within)
            if (makePlain === undefined) return values
            return inColumn(name, () => Array.from(values, makePlain))
          }),
        }
      }
    }
  }
  return { names: places.map(({ name }) => name), batches: batches() }
}

/** The zones of columns of times by name, from a schema of Arrow without its table; none where it cannot be read. */
export const arrowZones = async (schema: Uint8Array): Promise<ReadonlyMap<string, string>> => {
  const { Type } = await loadFlechette()
  try {
    const { fields } = await openArrow(arrowMessages(oneChunk(schema)))
    return new Map(
      placesOf(fields, Type.Struct).flatMap(({ name, part: { type } }) => {
        const zone = zoneOf(type)
        return zone === undefined ? [] : [[name, zone] as const]
      }),
    )
  } catch {
    return new Map()
  }
}

async function* oneChunk(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  yield bytes
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
const lineOf = (value: unknown): string => {
  const text = value instanceof Uint8Array ? textOf(value) : String(value ?? "")
  return `${text.replaceAll("\n", " ")}\n`
}

/**
 * The texts of an Arrow stream whose only column has a name as lines, one for each row; undefined for
 * any other table. Throws where it is no Arrow stream.
 */
export const arrowTextLines = async (
  stream: AsyncIterable<Uint8Array>,
  hasName: (name: string) => boolean,
): Promise<AsyncIterable<Uint8Array> | undefined> => {
  const { Type } = await loadFlechette()
  const { fields, tables } = await openArrow(arrowMessages(stream))
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
