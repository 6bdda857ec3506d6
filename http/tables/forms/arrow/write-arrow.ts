import type { DataType } from "@uwdata/flechette"

/** What a column of an Arrow table holds. */
export type ArrowKind = "text" | "number" | "whole" | "flag"

/** A column of an Arrow table. */
interface ArrowColumn {
  readonly name: string
  readonly kind: ArrowKind
}

/** Writes a table in Arrow's IPC stream form, a piece at a time. */
interface ArrowWriter {
  /** What comes before all batches: which columns there are. */
  readonly begin: () => Uint8Array
  /** A record batch of the values of each column, in the order of the columns; null where there is none. */
  readonly batch: (values: ReadonlyArray<ReadonlyArray<unknown>>) => Uint8Array
  /** What comes behind all batches. */
  readonly end: () => Uint8Array
}

/** The end of a stream: a continuation, and no length. */
const endLength = 8

/** The length of the first message of a stream, which has no body: its schema. */
const schemaLength = (stream: Uint8Array): number =>
  8 + new DataView(stream.buffer, stream.byteOffset).getInt32(4, true)

/** Prepares what writes Arrow batches: texts in UTF-8, numbers of 64 bits, flags. */
export const makeArrowWriter = async (
  columns: ReadonlyArray<ArrowColumn>,
): Promise<ArrowWriter> => {
  const {
    batchType,
    bool,
    Column,
    columnFromArray,
    float64,
    int64,
    tableFromColumns,
    tableToIPC,
    utf8,
  } = await import("@uwdata/flechette")
  const types: Readonly<Record<ArrowKind, () => DataType>> = {
    text: utf8,
    number: float64,
    whole: int64,
    flag: bool,
  }
  const columnOf = (kind: ArrowKind, values: ReadonlyArray<unknown>) => {
    const type = types[kind]()
    if (kind !== "text" || values.length === 0) return columnFromArray([...values], type)
    const texts = writeTexts(values.map((value) => (typeof value === "string" ? value : null)))
    const Texts = batchType(type)
    return new Column<unknown>([new Texts({ ...texts, type })], type)
  }
  const streamOf = (values: ReadonlyArray<ReadonlyArray<unknown>>): Uint8Array => {
    const made = columns.map(({ kind, name }, index) => {
      const column = columnOf(kind, values[index] ?? [])
      return [name, column] as [string, typeof column]
    })
    const bytes = tableToIPC(tableFromColumns(made), { format: "stream" })
    if (bytes === null) throw new Error("no bytes of an Arrow stream")
    return bytes
  }
  const begin = (): Uint8Array => {
    const stream = streamOf([])
    return stream.subarray(0, schemaLength(stream))
  }
  return {
    begin,
    // One batch as a stream of its own, without what stands around it there.
    batch: (values) => {
      const stream = streamOf(values)
      return stream.subarray(schemaLength(stream), -endLength)
    },
    end: () => streamOf([]).subarray(-endLength),
  }
}

/** Texts as Arrow keeps them: their bytes, where each begins, and which of them are there. */
interface WrittenTexts {
  readonly length: number
  readonly nullCount: number
  /** A bit for each text, left out where none is missing. */
  readonly validity: Uint8Array
  readonly offsets: Int32Array
  readonly values: Uint8Array
}

const bitsPerByte = 8

/** A unit of a text in UTF-8 has at most so many bytes. */
const bytesPerUnitMax = 3

/** Every part of a record batch takes a multiple of so many bytes. */
const alignedBytes = 8

const aligned = (bytes: number): number => Math.ceil(bytes / alignedBytes) * alignedBytes

/** A bit for each value that is there. */
const validityOf = (values: ReadonlyArray<string | null>): Uint8Array => {
  const validity = new Uint8Array(aligned(Math.ceil(values.length / bitsPerByte)))
  for (const [index, value] of values.entries()) {
    const byte = index >> 3
    if (value !== null) validity[byte] = (validity[byte] ?? 0) | (1 << (index % bitsPerByte))
  }
  return validity
}

/**
 * Encodes the texts of a column. To encode text by text is most of the work of a record batch, so texts
 * of plain ASCII are encoded at once: there a character is a byte.
 *
 * ```ts
 * import { writeTexts } from "../http/tables/forms/arrow/write-arrow.ts"
 *
 * const { nullCount, offsets } = writeTexts(["FR", null, "été"])
 * nullCount // => 1
 * Array.from(offsets) // => [0, 2, 2, 7]
 * ```
 */
export const writeTexts = (values: ReadonlyArray<string | null>): WrittenTexts => {
  const all = values.join("")
  const isPlain = Buffer.byteLength(all) === all.length
  const bytes = Buffer.alloc(aligned(isPlain ? all.length : all.length * bytesPerUnitMax))
  if (isPlain) bytes.write(all, "latin1")
  const offsets = new Int32Array(aligned(4 * (values.length + 1)) / 4)
  let nullCount = 0
  let at = 0
  for (const [index, value] of values.entries()) {
    if (value === null) nullCount += 1
    else at += isPlain ? value.length : bytes.write(value, at)
    offsets[index + 1] = at
  }
  return {
    length: values.length,
    nullCount,
    validity: nullCount === 0 ? new Uint8Array() : validityOf(values),
    offsets,
    values: bytes.subarray(0, aligned(at)),
  }
}
