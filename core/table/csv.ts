import * as Result from "effect/Result"
import type { TableExpectation } from "./expectation.ts"

/** One field of a CSV record: its text without quotes, and where it starts (line and character, from 1). */
export interface CsvField {
  readonly text: string
  readonly line: number
  readonly character: number
}

/** Where a field starts. */
export type CsvPosition = Pick<CsvField, "line" | "character">

/** One record of a CSV file: its fields and the line it starts on. */
export interface CsvRecord {
  readonly line: number
  readonly fields: ReadonlyArray<CsvField>
}

/** A record as tables are read from it. */
export interface CsvRow extends CsvRecord {
  /** The texts of its fields. */
  readonly texts: ReadonlyArray<string>
}

/** A place where a CSV text breaks RFC 4180. */
export interface CsvProblem {
  readonly _tag: "CsvProblem"
  readonly line: number
  readonly character: number
  readonly expected: TableExpectation
}

const quote = 34
const comma = 44
const lineFeed = 10
const carriageReturn = 13
const hash = 35

interface Cursor {
  readonly text: string
  offset: number
  line: number
  lineStart: number
}

const problem = (
  cursor: Cursor,
  _tag: "ClosingQuote" | "QuotesAround" | "FieldEnd" | "LineFeed",
): CsvProblem => ({
  _tag: "CsvProblem",
  line: cursor.line,
  character: cursor.offset - cursor.lineStart + 1,
  expected: { _tag },
})

const newLine = (cursor: Cursor): void => {
  cursor.line += 1
  cursor.lineStart = cursor.offset
}

/** The quoted text at the cursor, which stands on the opening quote; undefined when it never closes. */
const quotedText = (cursor: Cursor): string | undefined => {
  let text = ""
  let from = cursor.offset + 1
  for (;;) {
    const close = cursor.text.indexOf('"', from)
    if (close < 0) return undefined
    text += cursor.text.slice(from, close)
    if (cursor.text.charCodeAt(close + 1) !== quote) {
      countLines(cursor, close)
      cursor.offset = close + 1
      return text
    }
    text += '"'
    from = close + 2
  }
}

const countLines = (cursor: Cursor, end: number): void => {
  for (let at = cursor.text.indexOf("\n", cursor.offset); at >= 0 && at < end;) {
    cursor.line += 1
    cursor.lineStart = at + 1
    at = cursor.text.indexOf("\n", at + 1)
  }
}

const plainText = (cursor: Cursor): string => {
  const start = cursor.offset
  const { text } = cursor
  let end = start
  while (end < text.length) {
    const code = text.charCodeAt(end)
    if (code === comma || code === lineFeed || code === carriageReturn) break
    end += 1
  }
  cursor.offset = end
  return text.slice(start, end)
}

/** Skips one line end; false when something else stands there. */
const skipLineEnd = (cursor: Cursor): boolean => {
  if (cursor.text.charCodeAt(cursor.offset) === carriageReturn) cursor.offset += 1
  if (cursor.offset >= cursor.text.length) return true
  if (cursor.text.charCodeAt(cursor.offset) !== lineFeed) return false
  cursor.offset += 1
  newLine(cursor)
  return true
}

const skipComment = (cursor: Cursor): void => {
  const end = cursor.text.indexOf("\n", cursor.offset)
  cursor.offset = end < 0 ? cursor.text.length : end + 1
  newLine(cursor)
}

const readRecord = (cursor: Cursor): Result.Result<CsvRow, CsvProblem> => {
  const { line } = cursor
  const fields: Array<CsvField> = []
  for (;;) {
    const at = { line: cursor.line, character: cursor.offset - cursor.lineStart + 1 }
    const quoted = cursor.text.charCodeAt(cursor.offset) === quote
    const text = quoted ? quotedText(cursor) : plainText(cursor)
    if (text === undefined) return Result.fail(problem(cursor, "ClosingQuote"))
    if (!quoted && text.includes('"')) {
      return Result.fail(problem(cursor, "QuotesAround"))
    }
    fields.push({ text, ...at })
    if (cursor.text.charCodeAt(cursor.offset) === comma) {
      cursor.offset += 1
      continue
    }
    if (!skipLineEnd(cursor)) {
      return Result.fail(problem(cursor, "FieldEnd"))
    }
    return Result.succeed({ line, fields, texts: fields.map((field) => field.text) })
  }
}

/** Skips a comment or a blank line; gives what is wrong with it. */
const skipAside = (cursor: Cursor): CsvProblem | undefined => {
  if (cursor.text.charCodeAt(cursor.offset) === hash) skipComment(cursor)
  else if (!skipLineEnd(cursor)) return problem(cursor, "LineFeed")
  return undefined
}

/** Whether a comment or a blank line starts with this character. */
const startsAside = (code: number): boolean =>
  code === hash || code === lineFeed || code === carriageReturn

/** Where a spreadsheet may take what follows for a formula: at the beginning, and where it cuts at semicolons. */
const formulaStart = /^(?=[\t\r\n])|(^|;)(?=\s*[=+\-@＝＋－＠])/gu

/**
 * A text that a spreadsheet takes for no formula, in files that people open: an apostrophe stands before what it would run.
 * Files that programs read carry texts as they are.
 *
 * ```ts
 * import { formulasMarked } from "../core/table/csv.ts"
 *
 * formulasMarked("=1+1") // => "'=1+1"
 * formulasMarked("AC;=1+1") // => "AC;'=1+1"
 * formulasMarked("AC-2291") // => "AC-2291"
 * ```
 */
export const formulasMarked = (text: string): string => text.replaceAll(formulaStart, "$1'")

/** A text as a field of CSV: quoted where it would end the field, or begin a comment. */
export const csvText = (text: string): string =>
  /[",\r\n]|^#/.test(text) ? `"${text.replaceAll('"', '""')}"` : text

/**
 * A record on one line without quotes. Most records are such, and few are ever asked where their
 * fields are, so that is computed on demand.
 */
class PlainRow implements CsvRow {
  readonly line: number
  readonly texts: ReadonlyArray<string>

  constructor(line: number, texts: ReadonlyArray<string>) {
    this.line = line
    this.texts = texts
  }

  get fields(): ReadonlyArray<CsvField> {
    const { line } = this
    let character = 1
    return this.texts.map((text) => {
      const field = { text, line, character }
      character += text.length + 1
      return field
    })
  }
}

/** Where a character stands next, at an offset or behind it; behind the text where it never does. */
const nextFinder = (text: string, character: string) => {
  let found = -1
  return (offset: number): number => {
    if (found >= offset) return found
    const at = text.indexOf(character, offset)
    found = at < 0 ? text.length : at
    return found
  }
}

/**
 * Reads CSV text (RFC 4180, comma, LF or CRLF; lines that start with `#` are comments, blank lines
 * are skipped) into records with the position of every field; what comes behind the first
 * `recordsMax` of them is not read.
 *
 * ```ts
 * import * as Result from "effect/Result"
 * import { readCsv } from "../core/table/csv.ts"
 *
 * const records = Result.getOrThrow(readCsv('code,name\n# a comment\nEUR,"Euro, the"\n'))
 * records.length // => 2
 * records[1]?.fields[1]?.text // => "Euro, the"
 * records[1]?.line // => 3
 * ```
 */
export const readCsv = (
  source: string,
  recordsMax = Number.POSITIVE_INFINITY,
): Result.Result<ReadonlyArray<CsvRow>, CsvProblem> => {
  const cursor: Cursor = { text: source, offset: 0, line: 1, lineStart: 0 }
  const nextQuote = nextFinder(source, '"')
  const nextReturn = nextFinder(source, "\r")
  const rows: Array<CsvRow> = []
  while (cursor.offset < source.length && rows.length < recordsMax) {
    const { line, offset } = cursor
    const isAside = startsAside(source.charCodeAt(offset))
    const found = source.indexOf("\n", offset)
    const end = found < 0 ? source.length : found
    if (!isAside && nextQuote(offset) >= end && nextReturn(offset) >= end) {
      rows.push(new PlainRow(line, source.slice(offset, end).split(",")))
      cursor.offset = end + 1
      newLine(cursor)
      continue
    }
    if (isAside) {
      const wrong = skipAside(cursor)
      if (wrong !== undefined) return Result.fail(wrong)
      continue
    }
    const row = readRecord(cursor)
    if (Result.isFailure(row)) return Result.fail(row.failure)
    rows.push(row.success)
  }
  return Result.succeed(rows)
}
