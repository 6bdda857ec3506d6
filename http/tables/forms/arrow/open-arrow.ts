import type { Table } from "@uwdata/flechette"
import { ColumnsFault, isToldFault } from "../column-source.ts"
import { lz4 } from "../lz4.ts"
import { zstandard } from "../zstd.ts"
import { type ArrowMessage, asRecordBatch } from "./arrow-messages.ts"
import { damagedMessage, makeValueCheck, placed } from "./sound-values.ts"

/** What a record batch takes at most together with its dictionaries, uncompressed, in bytes. */
export const batchBytesMax = 128 * 1024 * 1024

/** Rows of a record batch. */
export const batchRowsMax = 16 * 1024 * 1024

const tooLarge = (): Error =>
  new ColumnsFault(
    `a record batch and its dictionaries have at most ${batchBytesMax} bytes once they are uncompressed; write smaller ones`,
  )

/** How much may still be uncompressed of the messages that are being read, which is done at once. */
let leftBytes = 0

/** Before compressed bytes stands how long they are. */
const lengthBytes = 8

/** Uncompresses up to the length that stands before some bytes, which is counted. */
const bounded =
  (uncompress: (bytes: Uint8Array, length: number) => Uint8Array) =>
  (bytes: Uint8Array): Uint8Array => {
    const before = new DataView(bytes.buffer, bytes.byteOffset - lengthBytes, lengthBytes)
    const length = Number(before.getBigInt64(0, true))
    if (!(length >= 0)) throw damagedMessage()
    leftBytes -= length
    if (leftBytes < 0) throw tooLarge()
    return uncompress(bytes, length)
  }

// A piece takes the whole length, so that none are joined.
const unzstd = (bytes: Uint8Array, length: number): Uint8Array =>
  zstandard.decode(bytes, {
    maxOutputLength: Math.max(1, length),
    chunkSize: Math.max(64, length + 1),
  })

/** Loads what reads Arrow, Zstandard and LZ4 too. */
export const loadFlechette = async () => {
  const flechette = await import("@uwdata/flechette")
  const { CompressionType, setCompressionCodec } = flechette
  setCompressionCodec(CompressionType.ZSTD, { encode: zstandard.encode, decode: bounded(unzstd) })
  setCompressionCodec(CompressionType.LZ4_FRAME, { encode: notWritten, decode: bounded(lz4.frame) })
  return flechette
}

const notWritten = (): never => {
  throw new Error("answers are not compressed by LZ4")
}

/** Whole numbers of 64 bits stay exact, and days are days. */
const reading = { useBigInt: true, useDate: true } as const

type Fields = Table["schema"]["fields"]
type FieldType = Fields[number]["type"]

/** What the dictionaries of a schema hold, by their numbers. */
const dictionaryTypes = (fields: Fields, dictionary: number): ReadonlyMap<bigint, FieldType> => {
  const types = new Map<bigint, FieldType>()
  const visit = (type: FieldType): void => {
    if (type.typeId === dictionary && "dictionary" in type) {
      if (holds(type.dictionary, dictionary))
        throw new ColumnsFault("it has a dictionary in a dictionary")
      types.set(BigInt(type.id), type.dictionary)
    } else if ("children" in type) for (const child of type.children) visit(child.type)
  }
  for (const { type } of fields) visit(type)
  return types
}

const holds = (type: FieldType, wanted: number): boolean =>
  type.typeId === wanted ||
  ("children" in type && type.children.some((child) => holds(child.type, wanted)))

/** The messages of a dictionary as it stands, and what its values take once they are read. */
interface KeptDictionary {
  readonly messages: ReadonlyArray<Uint8Array>
  readonly taken: number
}

/** An Arrow stream of which the schema has been read. */
export interface OpenArrow {
  readonly fields: Fields
  /** Its record batches, each as a table. */
  readonly tables: AsyncIterable<Table>
}

/**
 * Opens a table in Arrow's IPC form by its messages: it holds one of its record batches, and its dictionaries. Rejects
 * where it is none; its tables throw where it breaks off, or comes to more than is read.
 */
export const openArrow = async (messages: AsyncGenerator<ArrowMessage>): Promise<OpenArrow> => {
  const { Column, tableFromColumns, tableFromIPC, tableToIPC, Type } = await loadFlechette()
  const dictionaries = new Map<bigint, KeptDictionary>()
  const { begin, check, spentBytes } = makeValueCheck(Type)

  const read = (parts: ReadonlyArray<Uint8Array>): Table => {
    leftBytes = batchBytesMax - parts.reduce((sum, { length }) => sum + length, 0)
    if (leftBytes < 0) throw tooLarge()
    try {
      return tableFromIPC([...parts], reading)
    } catch (cause) {
      throw isToldFault(cause) ? cause : damagedMessage()
    }
  }
  const first = await messages.next()
  if (first.done === true || first.value.kind !== "schema") {
    throw new ColumnsFault("it is no Arrow IPC stream: it has no schema")
  }
  const schema = first.value.bytes
  const { fields } = placed("its schema", () => read([schema])).schema
  const types = dictionaryTypes(fields, Type.Dictionary)

  /** Values of a dictionary are read all at once, and held: they are gone over as those of a batch before. */
  const takenBy = (id: bigint, bytes: Uint8Array, heldBytes: number): number => {
    const type = types.get(id)
    if (type === undefined) return 0
    const alone = tableToIPC(tableFromColumns({ value: new Column([], type) }), {})
    if (alone === null) throw damagedMessage()
    begin(heldBytes)
    asRecordBatch(bytes, (batch) => {
      for (const values of read([alone, batch]).getChildAt(0).data) check(values, 0, values.length)
    })
    return spentBytes() - heldBytes
  }
  const keep = ({ bytes, dictionary }: ArrowMessage): void => {
    if (dictionary === undefined) return
    const { id, isDelta } = dictionary
    const before = isDelta ? dictionaries.get(id) : undefined
    dictionaries.delete(id)
    const others = [...dictionaries.values(), before].reduce(
      (sum, kept) => sum + (kept?.taken ?? 0),
      0,
    )
    dictionaries.set(id, {
      messages: [...(before?.messages ?? []), bytes],
      taken: (before?.taken ?? 0) + takenBy(id, bytes, others),
    })
  }
  const tableOf = ({ bytes }: ArrowMessage): Table => {
    const kept = [...dictionaries.values()].flatMap(({ messages: each }) => each)
    const table = read([schema, ...kept, bytes])
    if (table.numRows <= batchRowsMax) return table
    throw new ColumnsFault(`a record batch has at most ${batchRowsMax} rows; write smaller ones`)
  }
  async function* tables(): AsyncGenerator<Table> {
    let number = 0
    for await (const message of messages) {
      if (message.kind === "batch") number += 1
      const place = message.kind === "dictionary" ? "a dictionary" : `record batch ${number}`
      const table = placed(`${place}, at byte ${message.at}`, () => {
        keep(message)
        return message.kind === "batch" ? tableOf(message) : undefined
      })
      if (table !== undefined) yield table
    }
  }
  return { fields, tables: tables() }
}
