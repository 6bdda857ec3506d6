import { ColumnsFault } from "../column-source.ts"
import type { AsyncBuffer, ColumnMetaData, ParquetParsers, SchemaTree } from "hyparquet"
import {
  checkHeader,
  type ColumnDecoder,
  type DecodedPage,
  decodeDictionary,
  decodePage,
  levelsAtOnce,
  levelsOf,
  type PageHeader,
  pageLimits,
  valueCount,
  type Values,
} from "./decode-page.ts"
import { headerLength } from "./footer.ts"

/** What the pages that are held of all columns take at most, in bytes. */
export const heldBytesMax = 192 * 1024 * 1024

/** What a value takes beside its bytes: a text of its own, and another one. */
const valueBytes = { text: 48, other: 16 } as const

/** Counts what the pages take that are held. */
export const makeHeld = () => {
  let held = 0
  return {
    add: (bytes: number): void => {
      held += bytes
      if (held <= heldBytesMax) return
      throw new ColumnsFault(
        `the pages of its columns hold more than ${heldBytesMax} bytes side by side; write smaller pages or row groups`,
      )
    },
    release: (bytes: number): void => {
      held -= bytes
    },
  }
}

export type HeldPages = ReturnType<typeof makeHeld>

/** Read from a file at a time, unless a page is longer. */
const windowBytes = 256 * 1024

/** Bytes of a file up to an end; none beyond it. */
const makeWindow = (file: AsyncBuffer, end: number) => {
  let from = 0
  let bytes = new Uint8Array()
  return async (at: number, length: number): Promise<Uint8Array> => {
    const wanted = Math.max(0, Math.min(length, end - at))
    if (at < from || at + wanted > from + bytes.length) {
      from = at
      const to = Math.min(end, at + Math.max(wanted, windowBytes))
      bytes = new Uint8Array(await file.slice(at, Math.max(at, to)))
    }
    return bytes.subarray(at - from, at - from + wanted)
  }
}

/** A header with what a column holds at most and at least in it is as long as two values. */
const headerBytesMax = 4 * 1024 * 1024

interface Page {
  readonly header: PageHeader
  readonly bytes: Uint8Array
}

const cutShort = (): Error =>
  new ColumnsFault("a column of it is cut short; copy or download the file again")

// The pages of a column in a row group, one after the other.
async function* pagesOf(file: AsyncBuffer, column: ColumnMetaData): AsyncGenerator<Page> {
  const { parquetHeader } = await import("hyparquet/src/column.js")
  const start = Number(column.dictionary_page_offset || column.data_page_offset)
  const end = Math.min(start + Number(column.total_compressed_size), file.byteLength)
  if (!(start >= 0 && end >= start)) throw cutShort()
  const take = makeWindow(file, end)
  for (let at = start; at < end - 1;) {
    let head = await take(at, Math.min(windowBytes, end - at))
    if (headerLength(head) === undefined) head = await take(at, headerBytesMax)
    if (headerLength(head) === undefined) throw cutShort()
    const reader = { view: new DataView(head.buffer, head.byteOffset, head.length), offset: 0 }
    const header = parquetHeader(reader)
    checkHeader(header)
    at += reader.offset
    const bytes = await take(at, header.compressed_page_size)
    if (bytes.length < header.compressed_page_size) throw cutShort()
    at += bytes.length
    yield { header, bytes }
  }
}

/** A page of which not all rows have been taken, and what it takes. */
interface HeldPage {
  readonly page: DecodedPage
  readonly bytes: number
}

/** What reads a column, and how many levels it has. */
const decoderOf = (
  column: ColumnMetaData,
  schemaPath: ReadonlyArray<SchemaTree>,
  { compressors, parsers }: Pick<ColumnDecoder, "compressors" | "parsers">,
): ColumnDecoder => {
  const element = schemaPath.at(-1)?.element
  if (element === undefined) throw cutShort()
  return {
    pathInSchema: column.path_in_schema,
    type: column.type,
    element,
    schemaPath: [...schemaPath],
    codec: column.codec,
    parsers,
    ...(compressors === undefined ? {} : { compressors }),
  }
}

/** What is read of a column in a row group. */
export interface ColumnToRead {
  readonly file: AsyncBuffer
  readonly column: ColumnMetaData
  /** From the root of the schema to the column. */
  readonly schemaPath: ReadonlyArray<SchemaTree>
  readonly parsers: ParquetParsers
  readonly compressors: NonNullable<ColumnDecoder["compressors"]>
  readonly held: HeldPages
}

/** The rows of a column, in their order; those of lists are lists within lists. */
export interface ColumnRows {
  /** The next rows. Rejects where there are fewer. */
  readonly take: (count: number) => Promise<Values>
  /** Lets go of what is held. */
  readonly end: () => Promise<void>
}

/** Reads a column page by page, so that it holds the page that rows are taken from and no other. */
export const makeColumnRows = ({
  column,
  file,
  held,
  schemaPath,
  ...parts
}: ColumnToRead): ColumnRows => {
  const decoder = decoderOf(column, schemaPath, parts)
  const { repeated } = levelsOf(decoder.schemaPath)
  const pages = pagesOf(file, column)
  let dictionary: Values | undefined
  let dictionaryBytes = 0
  let current: HeldPage | undefined
  let hasEnded = false
  /** Rows that have been put together, and how many of them have been taken. */
  let rows: Values = []
  let taken = 0
  /** Values of a row that has not ended. */
  let open = 0

  const costOf = (header: PageHeader, isText: boolean): number =>
    header.uncompressed_page_size +
    valueCount(header) * (isText ? valueBytes.text : valueBytes.other)
  const isOfTexts = ({
    data_page_header: first,
    data_page_header_v2: second,
  }: PageHeader): boolean =>
    decoder.type.endsWith("BYTE_ARRAY") && !(first ?? second)?.encoding.endsWith("_DICTIONARY")
  const keepDictionary = ({ bytes, header }: Page): void => {
    held.release(dictionaryBytes)
    dictionaryBytes = costOf(header, true)
    held.add(dictionaryBytes)
    dictionary = decodeDictionary(bytes, header, decoder)
  }
  const keepPage = ({ bytes, header }: Page): void => {
    if (valueCount(header) === 0) return
    const cost = costOf(header, isOfTexts(header))
    held.add(cost)
    current = { page: decodePage(bytes, header, { decoder, dictionary }), bytes: cost }
  }
  const readPage = async (): Promise<void> => {
    if (current !== undefined) held.release(current.bytes)
    current = undefined
    const next = await pages.next()
    if (next.done === true) hasEnded = true
    else if (next.value.header.type === "DICTIONARY_PAGE") keepDictionary(next.value)
    else if (next.value.header.type !== "INDEX_PAGE") keepPage(next.value)
  }
  // The last row of lists may go on in what comes.
  const available = (): number => rows.length - taken - (repeated > 0 && !hasEnded ? 1 : 0)
  const addRows = async (): Promise<void> => {
    if (current === undefined || current.page.isEmpty()) await readPage()
    if (current === undefined) return
    rows = current.page.add(Array.prototype.slice.call(rows, taken))
    taken = 0
    open = available() > 0 ? 0 : open + levelsAtOnce
    if (open <= pageLimits.values) return
    throw new ColumnsFault(`a row of it has at most ${pageLimits.values} values`)
  }
  const takeSome = (count: number): Array<unknown> => {
    const some = Array.prototype.slice.call(rows, taken, taken + Math.min(count, available()))
    taken += some.length
    return some
  }
  return {
    take: async (count) => {
      const some: Array<unknown> = []
      while (some.length < count) {
        if (available() > 0) for (const value of takeSome(count - some.length)) some.push(value)
        else if (hasEnded) throw cutShort()
        else await addRows()
      }
      return some
    },
    end: async () => {
      await pages.return(undefined)
      held.release(dictionaryBytes + (current?.bytes ?? 0))
      rows = []
    },
  }
}
