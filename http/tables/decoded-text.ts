import * as Result from "effect/Result"
import { withCommas } from "../../core/spreadsheet-repairs/with-commas.ts"
import { fileError, type TableError } from "../../core/table/error.ts"
import type { Expectation } from "../../core/table/expectation.ts"
import { wrongSeparator } from "../../core/table/header.ts"

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

/** Spreadsheets write tables in other encodings, and no pictures. */
const utf8In = (file: string, byte: string | null): Expectation => ({
  _tag: "Utf8",
  byte,
  isTable: file.endsWith(".csv"),
})

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
      const place = { line, character: fault.character }
      errors.push(fileError(file, utf8In(file, byte), place))
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
    return { file, errors: [fileError(file, utf8In(file, null))] }
  }
  const text = Result.try(() => strict.decode(bytes))
  if (Result.isSuccess(text)) return { file, text: plainText(text.success), errors: [] }
  return { file, text: plainText(brokenText(bytes)), errors: encodingError(file, bytes) }
}

/** A text as tables have it, and what was done to its bytes: `UTF-8 in place of UTF-16`. */
export interface RecodedText {
  readonly text: string
  readonly done: ReadonlyArray<string>
  /** Whether a comma in a number is its point: where semicolons part cells, it is. */
  readonly decimalComma: boolean
}

const textAnyhow = (bytes: Uint8Array): Pick<RecodedText, "done" | "text"> => {
  if (isUtf16(bytes)) {
    const decoder = new TextDecoder(bytes[0] === 0xff ? "utf-16le" : "utf-16be")
    return { text: decoder.decode(bytes), done: ["UTF-8 in place of UTF-16"] }
  }
  const text = Result.try(() => strict.decode(bytes))
  return Result.isSuccess(text)
    ? { text: text.success, done: [] }
    : { text: brokenText(bytes), done: ["UTF-8 in place of Windows-1252"] }
}

/** The first line that is no comment: the header row, as far as its separators go. */
const headerLine = (text: string): string =>
  text.split("\n").find((line) => !/^"?#/.test(line) && line.trim() !== "") ?? ""

/**
 * The text of a table's bytes whatever a spreadsheet has made of them: another encoding, a byte order
 * mark, other line ends, other separators.
 */
export const recoded = (bytes: Uint8Array): RecodedText => {
  const { text, done } = textAnyhow(bytes)
  const plain = plainText(text)
  const separator = wrongSeparator(headerLine(plain).split(","))
  return {
    text: separator === undefined ? plain : withCommas(plain, separator),
    decimalComma: separator === ";",
    done: [
      ...done,
      ...(text.startsWith("\uFEFF") ? ["no byte order mark"] : []),
      ...(text.includes("\r") ? ["LF in place of other line ends"] : []),
      ...(separator === undefined
        ? []
        : [separator === ";" ? "commas in place of semicolons" : "commas in place of tabs"]),
    ],
  }
}
