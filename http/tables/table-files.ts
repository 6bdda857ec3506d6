import * as Effect from "effect/Effect"
import * as Result from "effect/Result"
import { fileError, type TableError } from "../../core/table/error.ts"
import { nearest } from "../../core/table/nearest.ts"
import { tableBounds } from "../../rules/tables/index.ts"
import { errorCode } from "../platform/system-error.ts"
import { type FileBytes, filesBelow, readBounded, unreadableReason } from "./bounded-files.ts"
import { TablesUnreadable } from "./folder-errors.ts"
import { folderBounds } from "./folder-bounds.ts"

/** What a folder of tables holds: the texts that could be read by file name, and what is wrong. */
export interface TableFiles {
  readonly sources: ReadonlyMap<string, string>
  readonly errors: ReadonlyArray<TableError>
}

const strict = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true })
const lenient = new TextDecoder("utf-8", { ignoreBOM: true })
const encoder = new TextEncoder()

/** Where a line stops being UTF-8: the character from 1, and the byte; undefined if it never does. */
const faultIn = (line: Uint8Array): { character: number; byte: number } | undefined => {
  let offset = 0
  let character = 1
  for (const symbol of lenient.decode(line)) {
    const bytes = encoder.encode(symbol)
    const at = offset
    if (bytes.some((byte, index) => line[at + index] !== byte)) {
      return { character, byte: line[at] ?? 0 }
    }
    offset += bytes.length
    character += symbol.length
  }
  return undefined
}

const lineFeed = 10

const remedy = "save it as CSV UTF-8, or let viatica tables tidy rewrite it"

/** One error for all lines that are not UTF-8, at the first byte that is not. */
const encodingError = (file: string, bytes: Uint8Array): ReadonlyArray<TableError> => {
  const errors: Array<TableError> = []
  let line = 1
  for (let from = 0; from <= bytes.length; line += 1) {
    const found = bytes.indexOf(lineFeed, from)
    const end = found < 0 ? bytes.length : found
    const fault = faultIn(bytes.subarray(from, end))
    if (fault !== undefined) {
      const byte = `0x${fault.byte.toString(16).padStart(2, "0")}`
      const expected = `text in UTF-8, not the byte ${byte}; ${remedy}`
      errors.push(fileError(file, expected, { line, character: fault.character }))
    }
    from = end + 1
  }
  const more = errors.length - 1
  return errors.slice(0, 1).map((error) => (more === 0 ? error : { ...error, more }))
}

const isUtf16 = (bytes: Uint8Array): boolean =>
  (bytes[0] === 0xff && bytes[1] === 0xfe) || (bytes[0] === 0xfe && bytes[1] === 0xff)

/** One file as read: its text, unless it cannot be one, and what is wrong with it. */
export interface FileRead {
  readonly file: string
  readonly text?: string
  readonly errors: ReadonlyArray<TableError>
}

/** Spreadsheets write a byte order mark and line ends of their own; neither is part of a table. */
const plainText = (text: string): string => {
  const plain = text.replace(/^\uFEFF/, "").replaceAll("\r\n", "\n")
  return plain.includes("\r") && !plain.includes("\n") ? plain.replaceAll("\r", "\n") : plain
}

const windows = new TextDecoder("windows-1252")

/** Whether some letters are UTF-8 beyond ASCII: then so are the others, but for what is broken. */
const isPartlyUtf8 = (text: string): boolean => /[^\0-\x7F\uFFFD]/.test(text)

/**
 * The text of bytes that are not UTF-8: as Windows writes it where no letter is UTF-8, so that what
 * it says is not doubted as well; else with U+FFFD for what is broken.
 */
const brokenText = (bytes: Uint8Array): string => {
  const text = lenient.decode(bytes)
  return isPartlyUtf8(text) ? text : windows.decode(bytes)
}

/**
 * The text of a table's bytes. What cannot be decoded shows as U+FFFD, so that the other mistakes of
 * the file are found too.
 */
export const decoded = (file: string, bytes: Uint8Array): FileRead => {
  if (isUtf16(bytes)) {
    return { file, errors: [fileError(file, `text in UTF-8, not in UTF-16; ${remedy}`)] }
  }
  const text = Result.try(() => strict.decode(bytes))
  if (Result.isSuccess(text)) return { file, text: plainText(text.success), errors: [] }
  return { file, text: plainText(brokenText(bytes)), errors: encodingError(file, bytes) }
}

/** What was read of a file: its text, or why there is none. */
export const fileRead = (read: FileBytes): FileRead =>
  "bytes" in read ? decoded(read.file, read.bytes) : { file: read.file, errors: [read.error] }

const unknownFile = (file: string, missing: ReadonlyArray<string>): TableError => {
  const error = fileError(file, "a file that belongs to a table; no table reads this one")
  const close = nearest(file, missing)
  return close === undefined ? error : { ...error, nearest: close }
}

/** The files that were read, together: the texts that there are, and all that is wrong in them. */
export const gathered = (read: ReadonlyArray<FileRead>): TableFiles => ({
  sources: new Map(
    read.flatMap(({ file, text }) => (text === undefined ? [] : [[file, text] as const])),
  ),
  errors: read.flatMap(({ errors }) => errors),
})

/** What is wrong with files, then what is wrong in the tables of those that could be read. */
export const allMistakes = (
  { errors, sources }: TableFiles,
  inTables: ReadonlyArray<TableError>,
): ReadonlyArray<TableError> => [...errors, ...inTables.filter(({ file }) => sources.has(file))]

/**
 * Reads the named tables from a folder. A file that is missing, too large, unreadable or not UTF-8, and
 * a CSV file in the folder that is not even known, are errors with their place; only the folder itself
 * being unreadable is a failure.
 */
export const readTableFiles = (
  folder: string,
  files: ReadonlyArray<string>,
  known: ReadonlyArray<string> = files,
): Effect.Effect<TableFiles, TablesUnreadable> =>
  Effect.tryPromise({
    try: async () => {
      const present = (await filesBelow(folder)).filter((file) => file.endsWith(".csv"))
      const wanted = files.map((file) => ({ file, bytesMax: tableBounds(file).bytesMax }))
      const read = await readBounded(folder, wanted, folderBounds.tableBytesMax)
      const missing = files.filter((file) => !present.includes(file))
      const unknown = present.filter((file) => !known.includes(file))
      const { errors, sources } = gathered(read.map(fileRead))
      return {
        sources,
        errors: [...errors, ...unknown.map((file) => unknownFile(file, missing))],
      }
    },
    catch: (cause) => {
      const absent = errorCode(cause) === "ENOENT"
      const reason = absent ? "no such folder" : unreadableReason(cause)
      return new TablesUnreadable({ folder, reason })
    },
  })
