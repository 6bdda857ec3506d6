import * as Data from "effect/Data"
import { createInflateRaw } from "node:zlib"
import { type TellingOf, toldBy } from "../../../../core/told-by.ts"
import { describeUndecodable, type XmlUndecodable } from "../../../../core/xml/decode-xml.ts"

/** Why a file is no workbook that can be read; a part is one of the archive: `xl/sharedStrings.xml`. */
export type WorkbookProblem =
  | { readonly _tag: "NoArchive" }
  | { readonly _tag: "ArchiveCut" }
  | { readonly _tag: "DirectoryDamaged" }
  | { readonly _tag: "OldForm" }
  | { readonly _tag: "Password" }
  | { readonly _tag: "NoWorkbook" }
  | { readonly _tag: "PartCut"; readonly part: string }
  | { readonly _tag: "PartDamaged"; readonly part: string }
  | { readonly _tag: "PartMisplaced"; readonly part: string }
  | { readonly _tag: "PartMissing"; readonly part: string }
  | { readonly _tag: "OtherCompression"; readonly part: string }
  /** What the parser of XML says of it. */
  | { readonly _tag: "NotXml"; readonly part: string; readonly says: string }
  | { readonly _tag: "DocumentType"; readonly part: string }
  | { readonly _tag: "Undecodable"; readonly part: string; readonly fault: XmlUndecodable }
  | { readonly _tag: "OtherBytes"; readonly part: string; readonly encoding: string }
  | {
      readonly _tag: "RowsOutOfOrder"
      readonly part: string
      readonly row: number
      /** The row that stands before it. */
      readonly behind: number
    }
  /** Something else, in the words of what was thrown. */
  | { readonly _tag: "Thrown"; readonly says: string }

/** A file is no workbook that can be read. */
export class WorkbookUnreadable extends Data.TaggedError("WorkbookUnreadable")<{
  readonly problem: WorkbookProblem
  /** The name of the sheet that it is in. */
  readonly sheet?: string
}> {
  inSheet(sheet: string): WorkbookUnreadable {
    return new WorkbookUnreadable({ problem: this.problem, sheet })
  }

  /** Why, as the end of a sentence. */
  get reason(): string {
    return inSheet(this.sheet, toldBy(problems, this.problem))
  }

  override get message() {
    return `This is no XLSX workbook that can be read: ${this.reason}`
  }
}

/** What is thrown where a file is no workbook that can be read. */
export const workbookUnreadable = (problem: WorkbookProblem): WorkbookUnreadable =>
  new WorkbookUnreadable({ problem })

/** A workbook, or a part of it once it is uncompressed, is larger than what is read. */
export class WorkbookTooLarge extends Data.TaggedError("WorkbookTooLarge")<{
  /** The part of the file: `xl/sharedStrings.xml`; null where it is all of it. */
  readonly part: string | null
  /** What there is too much of. */
  readonly what: keyof typeof counts
  readonly max: number
  /** The name of the sheet that it is in. */
  readonly sheet?: string
}> {
  inSheet(sheet: string): WorkbookTooLarge {
    const { max, part, what } = this
    return new WorkbookTooLarge({ part, what, max, sheet })
  }

  override get message() {
    const most = new Intl.NumberFormat("en").format(this.max)
    const holder = this.part ?? "the workbook"
    const told = `${holder} has more than ${most} ${counts[this.what]}`
    return inSheet(this.sheet, `${told}; ${remedies[this.what] ?? remedy}`)
  }
}

/** A sentence about a sheet, behind its name as people see it. */
const inSheet = (sheet: string | undefined, told: string): string =>
  sheet === undefined ? told : `sheet ${sheet}: ${told}`

const remedy = "split the workbook, or save the sheet as CSV"

const again = "copy or download the file again"

const problems: TellingOf<WorkbookProblem> = {
  NoArchive: () => "it is no archive, or one that is cut short",
  ArchiveCut: () => `the archive is cut short; ${again}`,
  DirectoryDamaged: () => `the directory of the archive is damaged; ${again}`,
  OldForm: () => "it is of the older form XLS, or has a password; save it as XLSX without one",
  Password: () => "it has a password; save it without one",
  NoWorkbook: () => "it names no workbook",
  PartCut: ({ part }) => `${part} is cut short; ${again}`,
  PartDamaged: ({ part }) => `${part} is damaged; ${again}`,
  PartMisplaced: ({ part }) => `${part} is not where it should be; ${again}`,
  PartMissing: ({ part }) => `it has no ${part}; ${again}`,
  OtherCompression: ({ part }) =>
    `${part} is compressed in a way that workbooks are not; save the file again as XLSX`,
  NotXml: ({ part, says }) => `${part} is damaged, as it is no XML (${says}); ${again}`,
  DocumentType: ({ part }) => `${part} has a document type`,
  Undecodable: ({ fault, part }) => `${part} ${describeUndecodable(fault)}`,
  OtherBytes: ({ encoding, part }) => `${part} holds bytes that are not ${encoding}`,
  RowsOutOfOrder: ({ behind, part, row }) =>
    `${part}: row ${row} stands behind row ${behind}; save the file again as XLSX`,
  Thrown: ({ says }) => says,
}

const counts = {
  bytes: "bytes",
  parts: "parts",
  relations: "relations",
  sheets: "sheets",
  styles: "styles of cells",
  texts: "texts",
  rows: "rows",
  emptyRows: "empty rows between others",
  columns: "columns",
  cells: "cells",
  cellsOfRow: "cells in a row",
  charactersInAll: "characters in all texts",
  charactersOfText: "characters in a text",
  charactersBetween: "characters in a text, a comment or an element",
  depth: "elements within each other",
  idleElements: "cells and rows that hold nothing",
} as const

/** What to do where another thing helps than less in it. */
const remedies: Partial<Readonly<Record<keyof typeof counts, string>>> = {
  emptyRows: "delete what stands far below the table",
  columns: "delete what stands far beside the table, or save the sheet as CSV",
  idleElements: "clear the formats of empty rows and columns, or save the sheet as CSV",
}

/** Why a workbook is not read. */
export type WorkbookFault = WorkbookUnreadable | WorkbookTooLarge

/** Whether what was thrown is why a workbook is not read. */
export const isWorkbookFault = (cause: unknown): cause is WorkbookFault =>
  cause instanceof WorkbookUnreadable || cause instanceof WorkbookTooLarge

/** The parts of a workbook, which is a ZIP archive. */
export interface Archive {
  readonly has: (part: string) => boolean
  /**
   * Uncompresses a part as it is read, up to a length: what a file says of its lengths is not believed.
   * Throws a fault of the workbook where there is more, or where the part is damaged.
   */
  readonly read: (part: string, bytesMax: number) => AsyncGenerator<Uint8Array>
  /** How many bytes of the archive, as it lies there, have been read. */
  readonly bytesRead: () => number
}

/** Parts of an archive; a workbook has a few for each sheet. */
export const partsMax = 4096

/** Uncompressed at a time. */
const chunkBytes = 64 * 1024

const signatures = {
  local: 0x04_03_4b_50,
  entry: 0x02_01_4b_50,
  end: 0x06_05_4b_50,
  end64: 0x06_06_4b_50,
  end64Locator: 0x07_06_4b_50,
} as const

/** Bytes of these records before what has no fixed length. */
const lengths = { local: 30, entry: 46, end: 22, end64: 56, end64Locator: 20 } as const

/** A comment behind the end of an archive has at most so many bytes. */
const commentBytesMax = 0xff_ff

/** Stands for a number that is to be found in a record of 64 bits. */
const elsewhere = { 16: 0xff_ff, 32: 0xff_ff_ff_ff } as const

const methods = { stored: 0, deflated: 8 } as const

interface Entry {
  readonly method: number
  readonly isEncrypted: boolean
  readonly crc: number
  readonly compressedBytes: number
  readonly headerAt: number
}

const decoder = new TextDecoder()

/** Little-endian numbers of bytes; throws a fault where these end before. */
const makeNumbers = (bytes: Uint8Array) => {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length)
  const within = (at: number, length: number): number => {
    if (at < 0 || at + length > bytes.length) throw workbookUnreadable({ _tag: "ArchiveCut" })
    return at
  }
  return {
    at16: (at: number) => view.getUint16(within(at, 2), true),
    at32: (at: number) => view.getUint32(within(at, 4), true),
    at64: (at: number) => Number(view.getBigUint64(within(at, 8), true)),
  }
}

type Numbers = ReturnType<typeof makeNumbers>

const endAt = (bytes: Uint8Array, { at32 }: Numbers): number => {
  const last = bytes.length - lengths.end
  for (let at = last; at >= Math.max(0, last - commentBytesMax); at -= 1) {
    if (at32(at) === signatures.end) return at
  }
  throw workbookUnreadable({ _tag: "NoArchive" })
}

/** Where the directory of an archive begins, and how many entries it has. */
const directoryOf = (bytes: Uint8Array, numbers: Numbers) => {
  const { at16, at32, at64 } = numbers
  const end = endAt(bytes, numbers)
  const [count, start] = [at16(end + 10), at32(end + 16)]
  const locator = end - lengths.end64Locator
  if (count !== elsewhere[16] && start !== elsewhere[32]) return { count, start }
  if (locator < 0 || at32(locator) !== signatures.end64Locator) return { count, start }
  const record = at64(locator + 8)
  if (at32(record) !== signatures.end64) throw workbookUnreadable({ _tag: "DirectoryDamaged" })
  return { count: at64(record + 32), start: at64(record + 48) }
}

/** The numbers of an entry that have 64 bits, in the order in which they are left out of it. */
const wideNumbers = (numbers: Numbers, from: number, to: number): ReadonlyArray<number> => {
  for (let at = from; at + 4 <= to; at += 4 + numbers.at16(at + 2)) {
    if (numbers.at16(at) !== 1) continue
    const count = Math.trunc(numbers.at16(at + 2) / 8)
    return Array.from({ length: count }, (_, index) => numbers.at64(at + 4 + 8 * index))
  }
  return []
}

const entryAt = (numbers: Numbers, at: number): Entry => {
  const { at16, at32 } = numbers
  const extraAt = at + lengths.entry + at16(at + 28)
  const wide = [...wideNumbers(numbers, extraAt, extraAt + at16(at + 30))]
  const widened = (number: number): number =>
    number === elsewhere[32] ? (wide.shift() ?? number) : number
  // In this order: the uncompressed length, which is not believed, stands before the compressed one.
  widened(at32(at + 24))
  const compressedBytes = widened(at32(at + 20))
  return {
    method: at16(at + 10),
    isEncrypted: (at16(at + 8) & 1) === 1,
    crc: at32(at + 16),
    compressedBytes,
    headerAt: widened(at32(at + 42)),
  }
}

/** The path of a part; some programs write it as Windows does. */
const partNameOf = (bytes: Uint8Array): string =>
  decoder.decode(bytes).replaceAll("\\", "/").replace(/^\/+/, "")

/** A part is the same in whatever case its name is written. */
const keyOf = (part: string): string => part.toLowerCase()

const entriesOf = (bytes: Uint8Array, numbers: Numbers): ReadonlyMap<string, Entry> => {
  const { at16, at32 } = numbers
  const { count, start } = directoryOf(bytes, numbers)
  if (count > partsMax) {
    throw new WorkbookTooLarge({ part: null, what: "parts", max: partsMax })
  }
  const entries = new Map<string, Entry>()
  let at = start
  for (let index = 0; index < count; index += 1) {
    if (at32(at) !== signatures.entry) throw workbookUnreadable({ _tag: "DirectoryDamaged" })
    const nameAt = at + lengths.entry
    const nameEnd = nameAt + at16(at + 28)
    entries.set(keyOf(partNameOf(bytes.subarray(nameAt, nameEnd))), entryAt(numbers, at))
    at = nameEnd + at16(at + 30) + at16(at + 32)
  }
  return entries
}

/** The bytes of an entry as they lie in the archive. */
const storedBytes = (bytes: Uint8Array, numbers: Numbers, entry: Entry, part: string) => {
  const { compressedBytes, headerAt } = entry
  if (numbers.at32(headerAt) !== signatures.local)
    throw workbookUnreadable({ _tag: "PartMisplaced", part })
  const from = headerAt + lengths.local + numbers.at16(headerAt + 26) + numbers.at16(headerAt + 28)
  const stored = bytes.subarray(from, from + compressedBytes)
  if (stored.length < compressedBytes) throw workbookUnreadable({ _tag: "PartCut", part })
  return stored
}

/** A piece of a part, and how many bytes of the archive led to all of the part so far. */
interface Piece {
  readonly chunk: Uint8Array
  readonly storedBytes: number
}

async function* pieces(stored: Uint8Array): AsyncGenerator<Piece> {
  for (let from = 0; from < stored.length; from += chunkBytes) {
    const chunk = stored.subarray(from, from + chunkBytes)
    yield { chunk, storedBytes: from + chunk.length }
  }
}

async function* inflated(stored: Uint8Array, part: string): AsyncGenerator<Piece> {
  const inflate = createInflateRaw({ chunkSize: chunkBytes })
  inflate.end(stored)
  try {
    for await (const chunk of inflate) {
      yield { chunk: chunk as Uint8Array, storedBytes: inflate.bytesWritten }
    }
  } catch {
    throw workbookUnreadable({ _tag: "PartDamaged", part })
  } finally {
    inflate.destroy()
  }
}

const contentOf = (stored: Uint8Array, { isEncrypted, method }: Entry, part: string) => {
  if (isEncrypted) {
    throw workbookUnreadable({ _tag: "Password" })
  }
  if (method === methods.stored) return pieces(stored)
  if (method === methods.deflated) return inflated(stored, part)
  throw workbookUnreadable({ _tag: "OtherCompression", part })
}

/** What old workbooks, and those with a password, begin with. */
const ole = [0xd0, 0xcf, 0x11, 0xe0] as const

/** Reads the directory of an archive. Throws a fault of the workbook where it is none. */
export const openArchive = (bytes: Uint8Array): Archive => {
  if (ole.every((byte, at) => bytes[at] === byte)) {
    throw workbookUnreadable({ _tag: "OldForm" })
  }
  const numbers = makeNumbers(bytes)
  const entries = entriesOf(bytes, numbers)
  let before = 0
  let ofPart = 0
  return {
    bytesRead: () => before + ofPart,
    has: (part) => entries.has(keyOf(part)),
    read: async function* (part, bytesMax) {
      const entry = entries.get(keyOf(part))
      if (entry === undefined) throw workbookUnreadable({ _tag: "PartMissing", part })
      let length = 0
      let crc = 0
      const stored = storedBytes(bytes, numbers, entry, part)
      for await (const { chunk, storedBytes: read } of contentOf(stored, entry, part)) {
        ofPart = read
        length += chunk.length
        if (length > bytesMax) throw new WorkbookTooLarge({ part, what: "bytes", max: bytesMax })
        crc = crc32(chunk, crc)
        yield chunk
      }
      before += ofPart
      ofPart = 0
      if (crc !== entry.crc) throw workbookUnreadable({ _tag: "PartDamaged", part })
    },
  }
}

/** What each byte does to a CRC-32, the checksum of ZIP archives. Node has one of its own from 20.15 on. */
const crcTable = Uint32Array.from({ length: 256 }, (_, byte) => {
  let value = byte
  for (let bit = 0; bit < 8; bit += 1) value = (value >>> 1) ^ ((value & 1) * 0xed_b8_83_20)
  return value >>> 0
})

/** The checksum of what came before and some more bytes. */
const crc32 = (bytes: Uint8Array, before: number): number => {
  let crc = ~before
  for (let index = 0; index < bytes.length; index += 1) {
    crc = (crc >>> 8) ^ (crcTable[(crc ^ (bytes[index] ?? 0)) & 255] ?? 0)
  }
  return ~crc >>> 0
}
