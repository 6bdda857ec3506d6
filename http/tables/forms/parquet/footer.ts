import { ColumnsFault } from "../column-source.ts"
import type { AsyncBuffer, FileMetaData } from "hyparquet"

/** The largest footer of a Parquet file, and the most records in it: one for each column of each row group, and its parts. */
export const footerLimits = { bytes: 16 * 1024 * 1024, records: 500_000 } as const

/** Records of a footer stand in some six others. */
const depthMax = 64

/** Types of Thrift's compact protocol, as far as Parquet has them. */
const types = {
  stop: 0,
  true: 1,
  false: 2,
  byte: 3,
  double: 7,
  binary: 8,
  list: 9,
  struct: 12,
} as const

const damaged = (): Error =>
  new ColumnsFault("its footer is damaged; copy or download the file again")

/**
 * Reads over records of Thrift's compact protocol, and counts them, so that what reads them does not believe a length
 * that no byte stands for.
 */
const makeSkimmer = (bytes: Uint8Array, recordsMax: number) => {
  let at = 0
  let records = 0
  const next = (): number => {
    const byte = bytes[at]
    if (byte === undefined) throw damaged()
    at += 1
    return byte
  }
  const skip = (count: number): void => {
    if (count < 0 || count > bytes.length - at) throw damaged()
    at += count
  }
  const varint = (): number => {
    let value = 0
    for (let shift = 0; shift < 70; shift += 7) {
      const byte = next()
      value += (byte & 0x7f) * 2 ** shift
      if (byte < 0x80) return value
    }
    throw damaged()
  }
  const list = (depth: number): void => {
    const head = next()
    const type = head & 0x0f
    const size = head >> 4 === 15 ? varint() : head >> 4
    // Every element takes a byte at least.
    if (size > bytes.length - at) throw damaged()
    const isFlag = type === types.true || type === types.false
    for (let index = 0; index < size; index += 1) element(isFlag ? types.byte : type, depth)
  }
  const element = (type: number, depth: number): void => {
    switch (type) {
      case types.true:
      case types.false:
        return
      case types.byte:
        return skip(1)
      case types.double:
        return skip(8)
      case types.binary:
        return skip(varint())
      case types.list:
        return list(depth)
      case types.struct:
        return struct(depth + 1)
      case 4:
      case 5:
      case 6:
        return void varint()
      default:
        throw damaged()
    }
  }
  const struct = (depth: number): void => {
    records += 1
    if (depth > depthMax) throw damaged()
    if (records > recordsMax) {
      throw new ColumnsFault(
        `its footer has more than ${recordsMax} records; write fewer row groups, or larger ones`,
      )
    }
    for (let head = next(); (head & 0x0f) !== types.stop; head = next()) {
      if (head >> 4 === 0) varint()
      element(head & 0x0f, depth)
    }
  }
  return { struct: () => struct(0), length: () => at }
}

/** A header of a page has a few records; what a column holds at most and at least may stand in it. */
const headerRecordsMax = 64

/**
 * The length of a record of Thrift's compact protocol that some bytes begin with, of those that head pages; undefined where
 * they end within it.
 */
export const headerLength = (bytes: Uint8Array): number | undefined => {
  const skimmer = makeSkimmer(bytes, headerRecordsMax)
  try {
    skimmer.struct()
  } catch {
    return undefined
  }
  return skimmer.length()
}

/** The length of the footer, and the mark of the format. */
const tailBytes = 8

const mark = "PAR1"

/** What a file ends with whose footer is encrypted. */
const encryptedMark = "PARE"

/** Reads the footer of a Parquet file, which says what it holds and where. Rejects where there is none that can be read. */
export const readFooter = async (file: AsyncBuffer): Promise<FileMetaData> => {
  const { parquetMetadata } = await import("hyparquet")
  const tail = Buffer.from(await file.slice(Math.max(0, file.byteLength - tailBytes)))
  const ending = tail.length < tailBytes ? "" : tail.toString("latin1", 4)
  if (ending === encryptedMark) {
    throw new ColumnsFault("it is encrypted; write it without encryption")
  }
  if (ending !== mark) {
    throw new ColumnsFault("it is no Parquet file, or one that is cut short")
  }
  const length = tail.readUInt32LE(0)
  if (length > file.byteLength - tailBytes) throw damaged()
  if (length > footerLimits.bytes) {
    throw new ColumnsFault(
      `its footer has more than ${footerLimits.bytes} bytes; write fewer row groups, or larger ones`,
    )
  }
  const footer = new Uint8Array(await file.slice(file.byteLength - tailBytes - length))
  makeSkimmer(footer.subarray(0, length), footerLimits.records).struct()
  try {
    // Values that mark off a column may be cut within a character: they are read as they are.
    return parquetMetadata(footer, { geoparquet: false })
  } catch {
    throw damaged()
  }
}
