import { ColumnsFault } from "../column-source.ts"
import { byteStreamSplit } from "hyparquet/src/encoding.js"
import { assembleLists } from "hyparquet/src/assemble.js"
import type { parquetHeader, readPage } from "hyparquet/src/column.js"
import { convert } from "hyparquet/src/convert.js"
import { decompressPage } from "hyparquet/src/datapage.js"
import { deltaBinaryUnpack, deltaByteArray, deltaLengthByteArray } from "hyparquet/src/delta.js"
import { readPlain } from "hyparquet/src/plain.js"

export type PageHeader = ReturnType<typeof parquetHeader>
export type ColumnDecoder = Parameters<typeof readPage>[2]
export type Values = ReturnType<typeof convert>

/** What a page holds at most: bytes once it is uncompressed, and values with the missing ones. */
export const pageLimits = { bytes: 64 * 1024 * 1024, values: 4 * 1024 * 1024 } as const

const advice = "write smaller pages or row groups"

const damaged = (): Error => new ColumnsFault("a page is damaged; copy or download the file again")

/** How many values a page has by its header, with the missing ones. */
export const valueCount = (header: PageHeader): number =>
  (header.data_page_header ?? header.data_page_header_v2 ?? header.dictionary_page_header)
    ?.num_values ?? 0

/** Refuses a page by what its header says of it. */
export const checkHeader = (header: PageHeader): void => {
  const lengths = [header.compressed_page_size, header.uncompressed_page_size]
  const count = valueCount(header)
  if ([...lengths, count].some((number) => !(number >= 0))) throw damaged()
  if (lengths.some((length) => length > pageLimits.bytes)) {
    throw new ColumnsFault(`a page has at most ${pageLimits.bytes} bytes; ${advice}`)
  }
  if (count > pageLimits.values) {
    throw new ColumnsFault(`a page has at most ${pageLimits.values} values; ${advice}`)
  }
}

/** Bytes of a page, which are taken from the front. */
interface PageReader {
  readonly view: DataView<ArrayBufferLike>
  offset: number
}

const readerOf = (bytes: Uint8Array): PageReader => ({
  view: new DataView(bytes.buffer, bytes.byteOffset, bytes.length),
  offset: 0,
})

const takeByte = (reader: PageReader): number => {
  if (reader.offset >= reader.view.byteLength) throw damaged()
  reader.offset += 1
  return reader.view.getUint8(reader.offset - 1)
}

const takeVarint = (reader: PageReader): number => {
  let value = 0
  for (let index = 0; index < 5; index += 1) {
    const byte = takeByte(reader)
    value += (byte & 0x7f) * 2 ** (7 * index)
    if (byte < 0x80) return value
  }
  throw damaged()
}

const takeLength = (reader: PageReader): number => {
  if (reader.offset + 4 > reader.view.byteLength) throw damaged()
  reader.offset += 4
  return reader.view.getUint32(reader.offset - 4, true)
}

const takeRepeated = (reader: PageReader, width: number): number => {
  let value = 0
  for (let shift = 0; shift < width; shift += 8) value |= takeByte(reader) << shift
  return value
}

/** Numbers of so many bits, the lowest bits first. */
const takePacked = (
  reader: PageReader,
  width: number,
  {
    into,
    from,
    count,
  }: { readonly into: Int32Array; readonly from: number; readonly count: number },
): void => {
  let bits = 0
  let held = 0
  for (let index = 0; index < count; index += 1) {
    let value = 0
    for (let got = 0; got < width;) {
      if (held === 0) {
        bits = takeByte(reader)
        held = 8
      }
      const some = Math.min(held, width - got)
      value |= (bits & ((1 << some) - 1)) << got
      bits >>= some
      held -= some
      got += some
    }
    if (from + index < into.length) into[from + index] = value
  }
}

/**
 * So many numbers out of runs, packed or repeated. A run that says it is longer than the numbers there are is damage: a few
 * bytes could stand for any length.
 */
const takeRuns = (reader: PageReader, width: number, count: number): Int32Array => {
  if (width > 32) throw damaged()
  const numbers = new Int32Array(count)
  if (width === 0) return numbers
  for (let seen = 0; seen < count;) {
    const head = takeVarint(reader)
    const isPacked = head % 2 === 1
    const length = Math.floor(head / 2) * (isPacked ? 8 : 1)
    // The last packed numbers are filled up to eight, by some programs to a whole block.
    if (length === 0 || length > count + pageLimits.values) throw damaged()
    if (isPacked) {
      const packed = Math.min(length, 8 * Math.ceil((count - seen) / 8))
      takePacked(reader, width, { into: numbers, from: seen, count: packed })
    } else numbers.fill(takeRepeated(reader, width), seen, Math.min(count, seen + length))
    seen += length
  }
  return numbers
}

/** Bits that a level of so many takes. */
const widthOf = (level: number): number => 32 - Math.clz32(level)

/** The highest levels of a column: how often it repeats, and may be missing, on the way to a value. */
export const levelsOf = (schemaPath: ColumnDecoder["schemaPath"]) => {
  const kinds = schemaPath.slice(1).map(({ element }) => element.repetition_type)
  return {
    repeated: kinds.filter((kind) => kind === "REPEATED").length,
    defined: kinds.filter((kind) => kind !== "REQUIRED").length,
  }
}

type Levels = ReturnType<typeof levelsOf>

/** Levels of a page, and how many of its values are not missing. */
interface ReadLevels {
  readonly repetition: Int32Array
  readonly definition: Int32Array
  readonly present: number
}

const levelsWith = (
  { defined, repeated }: Levels,
  count: number,
  take: (level: number) => Int32Array,
): ReadLevels => {
  const none = new Int32Array()
  const repetition = repeated === 0 ? none : take(repeated)
  const definition = defined === 0 ? none : take(defined)
  let present = defined === 0 ? count : 0
  for (const level of definition) if (level === defined) present += 1
  return { repetition, definition, present }
}

/** Levels as the first version of pages has them: before the values, with their length before them. */
const takeLevels = (reader: PageReader, levels: Levels, count: number): ReadLevels =>
  levelsWith(levels, count, (level) => {
    const end = takeLength(reader) + reader.offset
    const numbers = takeRuns(reader, widthOf(level), count)
    reader.offset = end
    return numbers
  })

/**
 * Refuses texts that are written as how much they share with the one before, where a few bytes come to any length. They
 * begin with how much each shares.
 */
const checkShared = ({ offset, view }: PageReader, count: number): void => {
  const shared = new Int32Array(count)
  deltaBinaryUnpack({ view, offset }, count, shared)
  let length = view.byteLength
  for (const prefix of shared) length += Math.max(0, prefix)
  if (length <= pageLimits.bytes) return
  throw new ColumnsFault(`the texts of a page have at most ${pageLimits.bytes} bytes; ${advice}`)
}

const dereferenced = (indices: Int32Array, dictionary: Values | undefined): Array<unknown> => {
  if (dictionary === undefined) throw damaged()
  const values = Array.from<unknown>({ length: indices.length })
  for (const [at, index] of indices.entries()) values[at] = dictionary[index]
  return values
}

const takeValues = (
  reader: PageReader,
  encoding: string | undefined,
  count: number,
  {
    decoder,
    dictionary,
  }: { readonly decoder: ColumnDecoder; readonly dictionary: Values | undefined },
): Values => {
  const { element, type } = decoder
  const texts = Array.from<Uint8Array>({ length: count })
  switch (encoding) {
    case "PLAIN":
      return convert(readPlain(reader, type, count, element.type_length), decoder)
    case "PLAIN_DICTIONARY":
    case "RLE_DICTIONARY":
      if (count === 0) return []
      return dereferenced(takeRuns(reader, takeByte(reader), count), dictionary)
    case "RLE":
      if (type !== "BOOLEAN") throw damaged()
      takeLength(reader)
      return Array.from(takeRuns(reader, 1, count), (number) => number !== 0)
    case "BYTE_STREAM_SPLIT":
      return convert(byteStreamSplit(reader, count, type, element.type_length), decoder)
    case "DELTA_BINARY_PACKED": {
      const numbers = type === "INT32" ? new Int32Array(count) : new BigInt64Array(count)
      deltaBinaryUnpack(reader, count, numbers)
      return convert(numbers, decoder)
    }
    case "DELTA_LENGTH_BYTE_ARRAY":
      deltaLengthByteArray(reader, count, texts)
      return convert(texts, decoder)
    case "DELTA_BYTE_ARRAY":
      checkShared(reader, count)
      deltaByteArray(reader, count, texts)
      return convert(texts, decoder)
    default:
      throw new ColumnsFault(`it is encoded as ${encoding ?? "nothing known"}, which is not read`)
  }
}

/** What a page is decoded with. */
export interface PageDecoding {
  readonly decoder: ColumnDecoder
  /** The values that numbers of the pages behind a dictionary stand for. */
  readonly dictionary: Values | undefined
}

/** A page of values, of which the rows are put together some at a time: rows of lists take far more than their values. */
export interface DecodedPage {
  /**
   * Adds the next rows to those that are there, of which the last may go on; gives all of them. Some of a row may be left for
   * the next time.
   */
  readonly add: (before: Array<unknown>) => Values
  /** Whether all rows have been given. */
  readonly isEmpty: () => boolean
}

/** The values of a page of a dictionary. */
export const decodeDictionary = (
  bytes: Uint8Array,
  header: PageHeader,
  decoder: ColumnDecoder,
): Values => {
  const page = decompressPage(
    bytes,
    header.uncompressed_page_size,
    decoder.codec,
    decoder.compressors,
  )
  const values = readPlain(
    readerOf(page),
    decoder.type,
    valueCount(header),
    decoder.element.type_length,
  )
  return convert(values, decoder)
}

const decodeFirst = (bytes: Uint8Array, header: PageHeader, parts: PageDecoding) => {
  const { data_page_header: told, uncompressed_page_size: length } = header
  if (told === undefined) throw damaged()
  const { codec, compressors, schemaPath } = parts.decoder
  const reader = readerOf(decompressPage(bytes, length, codec, compressors))
  const levels = takeLevels(reader, levelsOf(schemaPath), told.num_values)
  return { levels, values: takeValues(reader, told.encoding, levels.present, parts) }
}

const decodeSecond = (bytes: Uint8Array, header: PageHeader, parts: PageDecoding) => {
  const { data_page_header_v2: told, uncompressed_page_size: length } = header
  if (told === undefined) throw damaged()
  const { codec, compressors, schemaPath } = parts.decoder
  const lengths = [told.repetition_levels_byte_length, told.definition_levels_byte_length] as const
  const valuesAt = lengths[0] + lengths[1]
  if (!(lengths[0] >= 0 && lengths[1] >= 0 && valuesAt <= Math.min(bytes.length, length))) {
    throw damaged()
  }
  const pieces = [bytes.subarray(0, lengths[0]), bytes.subarray(lengths[0], valuesAt)]
  const { defined, repeated } = levelsOf(schemaPath)
  // Each is taken once, the one of repetitions first where there is one.
  if (repeated === 0) pieces.shift()
  const levels = levelsWith({ defined, repeated }, told.num_values, (level) =>
    takeRuns(readerOf(pieces.shift() ?? new Uint8Array()), widthOf(level), told.num_values),
  )
  const rest = bytes.subarray(valuesAt)
  const isPlain = told.is_compressed === false || rest.length === 0
  const page = isPlain ? rest : decompressPage(rest, length - valuesAt, codec, compressors)
  return { levels, values: takeValues(readerOf(page), told.encoding, levels.present, parts) }
}

/** Levels whose rows are put together at a time. */
export const levelsAtOnce = 4096

/**
 * Decodes a page of values. Throws where the page is damaged, and where it comes to more than its header says.
 */
export const decodePage = (
  bytes: Uint8Array,
  header: PageHeader,
  parts: PageDecoding,
): DecodedPage => {
  const decode = header.type === "DATA_PAGE" ? decodeFirst : decodeSecond
  const { levels, values } = decode(bytes, header, parts)
  const { definition, present, repetition } = levels
  const { schemaPath } = parts.decoder
  const { defined } = levelsOf(schemaPath)
  const count = Math.max(definition.length, repetition.length)
  // Levels of values of which none is missing say nothing, as those that are left out.
  if (repetition.length === 0 && (count === 0 || present === count)) {
    let isGiven = false
    return {
      isEmpty: () => isGiven,
      add: (before) => {
        isGiven = true
        return assembleLists(before, [], [], values, schemaPath)
      },
    }
  }
  let [at, valueAt] = [0, 0]
  return {
    isEmpty: () => at === count,
    add: (before) => {
      const to = Math.min(count, at + levelsAtOnce)
      const some = definition.subarray(at, to)
      let valueEnd = valueAt
      for (const level of some) if (level === defined) valueEnd += 1
      if (definition.length === 0) valueEnd += to - at
      const rows = assembleLists(
        before,
        Array.from(some),
        Array.from(repetition.subarray(at, to)),
        values.slice(valueAt, valueEnd),
        schemaPath,
      )
      ;[at, valueAt] = [to, valueEnd]
      return rows
    },
  }
}
