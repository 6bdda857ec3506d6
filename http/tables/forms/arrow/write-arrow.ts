import type { DataType } from "@uwdata/flechette"
import { writeTexts } from "./write-text.ts"

/** What a column of an Arrow table holds. */
export type ArrowKind = "text" | "number" | "whole" | "flag"

/** A column of an Arrow table. */
export interface ArrowColumn {
  readonly name: string
  readonly kind: ArrowKind
}

/** Writes a table in Arrow's IPC stream form, a piece at a time. */
export interface ArrowWriter {
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
