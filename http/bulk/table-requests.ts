import { describeExpectation } from "../../core/table/expectation.ts"
import * as Effect from "effect/Effect"
import * as Result from "effect/Result"
import { isAscii } from "node:buffer"
import { stat } from "node:fs/promises"
import { basename } from "node:path"
import { withCommas } from "../../core/spreadsheet-repairs/with-commas.ts"
import { type CsvProblem, readCsv } from "../../core/table/csv.ts"
import { wrongSeparator } from "../../core/table/header.ts"
import type { RequestInput, RequestOrigin } from "./request-origin.ts"
import {
  askedRows,
  columnRows,
  HeaderUnusable,
  type RowBatches,
  rowChunks,
} from "./rows/row-lines.ts"
import {
  type AskedRow,
  type CellHabits,
  isBlankRow,
  type RequestCell,
  type RequestColumns,
  type RequestRow,
  describeHeaderProblem,
} from "./rows/row-request.ts"
import {
  describeSheetKind,
  isWorkbookFault,
  type OpenSheet,
  openWorkbook,
  type ReadCell,
  workbookBytesMax,
  type WorkbookFault,
  type WorkbookRow,
} from "../tables/forms/read-workbook.ts"
import { type CommandRefused, refusal } from "../terminal/command-refused.ts"

/** Opens a table of requests: reads its header, and what its rows ask for as they are read. */
export const tableRequests = Effect.fnUntraced(function* (
  origin: RequestOrigin,
  input: TableInput,
  reading: {
    readonly columns: RequestColumns
    readonly lineBytesMax: number
    readonly unreadable: (cause: unknown) => CommandRefused
  },
) {
  const { columns, lineBytesMax, unreadable } = reading
  const opened = yield* openRows(input, origin.file, lineBytesMax, unreadable)
  const { habits, readBytes, rows: read } = opened
  const place = placeOf(origin)
  const rows = yield* Effect.tryPromise({
    try: () => askedRows(read, columns, habits),
    catch: (cause) =>
      cause instanceof HeaderUnusable
        ? refusal("header-unusable", {
            // Columns that are named before all rows are on none.
            place: cause.line === 0 ? origin.name : `${place}${cause.line}`,
            problems: cause.problems.map(describeHeaderProblem),
          })
        : unreadable(cause),
  })
  if (rows === undefined) {
    return yield* refusal("unreadable", { path: origin.name, reason: { _tag: "Empty" } })
  }
  const lines: TableLines = { place, rows, chunks: rowChunks(rows), readBytes }
  return lines
})

/** Whether a line is the header of a table of requests: one of its cells names a column. */
export const isRequestHeader =
  (columns: RequestColumns) =>
  (line: string): boolean =>
    line.split(/[,;\t]/).some((cell) => columns.byName.has(cell.replaceAll('"', "").trim()))

/**
 * Reads CSV as it comes: it holds a chunk and the record that crosses its end, never more. Its first record tells
 * whether semicolons or tabs stand between its cells; spreadsheets write semicolons where commas stand before decimals.
 * Throws what is wrong with it.
 *
 * @yields the records of a chunk, comments and blank lines left out
 */
export async function* csvRows(
  chunks: AsyncIterable<Uint8Array>,
  recordLengthMax: number,
  onSeparator: (separator: Separator) => void = () => undefined,
): AsyncGenerator<ReadonlyArray<RequestRow>> {
  const decode = makeDecode()
  let separator: Separator | undefined
  const rowsIn = (records: string, firstLine: number): ReadonlyArray<RequestRow> => {
    let text = records
    if (separator === undefined && firstLine === 1) {
      const told = toldSeparator.exec(text)
      separator = told === null ? undefined : knownSeparator(told[1] ?? "")
      // The line stays, so that others keep their numbers.
      if (told !== null) text = text.slice(told[0].length)
    }
    separator ??= separatorOf(text)
    if (separator !== undefined) onSeparator(separator)
    const found = separator ?? ","
    return rowsOf(found === "," ? text : withCommas(text, found), firstLine)
  }
  let rest = ""
  let line = 1
  for await (const chunk of chunks) {
    rest += decode(chunk)
    const end = recordsEnd(rest)
    const whole = rest.slice(0, end)
    yield rowsIn(withoutFileEnd(whole), line)
    line += linesOf(whole)
    rest = rest.slice(end)
    if (rest.length > recordLengthMax) {
      throw new Error(
        loneReturn.test(rest)
          ? `line ${line}: ${returnsAlone}`
          : `line ${line}: a row has at most ${recordLengthMax} characters; is a quote left open?`,
      )
    }
  }
  yield rowsIn(withoutFileEnd(rest + decode()), line)
}

/** The first line by which exporters tell a spreadsheet what stands between cells; its end is left. */
const toldSeparator = /^"?sep=([^\r\n])"?(?=\r?\n|$)/i

const knownSeparator = (told: string): Separator => {
  if (told === "," || told === ";" || told === "\t") return told
  throw new Error(
    `line 1: cells are separated by ${JSON.stringify(told)}; save it as CSV separated by commas, or as XLSX`,
  )
}

/** A text without the mark that old programs end a file with, on a line of its own. */
const withoutFileEnd = (text: string): string => {
  let end = text.length
  while (end > 0 && lineEnds.has(text[end - 1])) end -= 1
  if (text[end - 1] !== fileEnd) return text
  while (text[end - 1] === fileEnd) end -= 1
  return end === 0 || text[end - 1] === "\n" ? text.slice(0, end) : text
}

const lineEnds: ReadonlySet<string | undefined> = new Set(["\r", "\n"])

/** Ctrl-Z. */
const fileEnd = "\u001a"

const loneReturn = /\r(?!\n)/

const returnsAlone =
  "lines end with a carriage return alone, as on old Macs; save it as CSV UTF-8, or as XLSX"

/** What stands between the cells of CSV. */
type Separator = "," | ";" | "\t"

/** What stands between the cells of the first record; undefined where there is none. */
const separatorOf = (records: string): Separator | undefined => {
  const first = /^(?![#\r\n]).+/m.exec(records)?.[0]
  if (first === undefined) return undefined
  return wrongSeparator(first.replaceAll(/"(?:[^"]|"")*"/g, "").split(",")) ?? ","
}

type TableInput = Extract<RequestInput, { readonly _tag: "Table" }>

/** The rows of a table as they are read. */
interface OpenRows {
  readonly rows: RowBatches
  /** How much of the input has been read, in bytes. */
  readonly readBytes: () => number
  /** How its cells are written, once the first of them are read. */
  readonly habits?: () => CellHabits
}

const openRows = Effect.fnUntraced(function* (
  { chunks, form }: TableInput,
  file: string | undefined,
  lineBytesMax: number,
  unreadable: (cause: unknown) => CommandRefused,
): Effect.fn.Return<OpenRows, CommandRefused> {
  switch (form) {
    case "csv": {
      const source = counted(chunks)
      let decimals: CellHabits["decimals"] = "point"
      const rows = csvRows(source.chunks, lineBytesMax, (separator) => {
        if (separator === ";") decimals = "comma"
      })
      return {
        rows: filledBatches(rows),
        readBytes: source.readBytes,
        habits: () => ({ days: "from1900", decimals }),
      }
    }
    case "arrow":
      return yield* Effect.tryPromise({ try: () => arrowRows(chunks, file), catch: unreadable })
    case "parquet":
      return yield* Effect.tryPromise({ try: () => parquetRows(file), catch: unreadable })
    case "xlsx": {
      const bytes = yield* Effect.tryPromise({ try: () => collect(chunks), catch: unreadable })
      const { habits, readBytes, rows } = yield* Effect.mapError(workbookRows(bytes), unreadable)
      return { rows: filledBatches(rows), readBytes, habits }
    }
  }
})

/** Chunks, and how many bytes of them went by. */
const counted = (chunks: AsyncIterable<Uint8Array>) => {
  let read = 0
  async function* counting(): AsyncGenerator<Uint8Array> {
    for await (const chunk of chunks) {
      read += chunk.length
      yield chunk
    }
  }
  return { chunks: counting(), readBytes: () => read }
}

async function* filledBatches(
  batches: AsyncIterable<ReadonlyArray<RequestRow>>,
): AsyncGenerator<ReadonlyArray<RequestRow>> {
  for await (const rows of batches) yield filled(rows)
}

/** Rows that hold anything. */
const filled = (rows: ReadonlyArray<RequestRow>): ReadonlyArray<RequestRow> =>
  rows.filter((row) => !isBlankRow(row))

/** The rows of an Arrow stream as it comes, and of a file by its index. */
const arrowRows = async (chunks: AsyncIterable<Uint8Array>, file: string | undefined) => {
  const { isArrowFile, readArrow, readArrowFile } =
    await import("../tables/forms/arrow/read-arrow.ts")
  if (file !== undefined && (await isArrowFile(file))) {
    const { readBytes, ...source } = await readArrowFile(file)
    return { rows: columnRows(source), readBytes }
  }
  const source = counted(chunks)
  return { rows: columnRows(await readArrow(source.chunks)), readBytes: source.readBytes }
}

/** The rows of a Parquet file, which ends with what has to be known first. */
const parquetRows = async (file: string | undefined) => {
  if (file === undefined) {
    throw new Error("Parquet is read from a file, as @requests.parquet: it ends with its index")
  }
  const { readParquet } = await import("../tables/forms/parquet/read-parquet.ts")
  const source = await readParquet(file)
  const { size: inputBytes } = await stat(file)
  return paced(columnRows(source), { inputBytes, rowCount: source.rowCount })
}

/** Batches of rows, and the share of the input that went by with them, of so many rows in all. */
const paced = (
  batches: RowBatches,
  { inputBytes, rowCount }: { readonly inputBytes: number; readonly rowCount: number },
) => {
  let taken = 0
  async function* pacing(): AsyncGenerator<ReadonlyArray<RequestRow>> {
    for await (const rows of batches) {
      taken += rows.length
      yield rows
    }
  }
  const readBytes = () =>
    Math.round((inputBytes * Math.min(taken, rowCount)) / Math.max(1, rowCount))
  return { rows: pacing(), readBytes }
}

const collect = async (chunks: AsyncIterable<Uint8Array>): Promise<Uint8Array> => {
  const parts: Array<Uint8Array> = []
  let length = 0
  for await (const chunk of chunks) {
    length += chunk.length
    if (length > workbookBytesMax) throw new Error("a workbook has at most 64 MiB; save it as CSV")
    parts.push(chunk)
  }
  return Buffer.concat(parts)
}

/**
 * The rows of the first sheet of a workbook that is shown and not empty, by their numbers, as the sheet is
 * read, and how much of the file went by with them. The rows end with an error in words.
 */
const workbookRows = Effect.fnUntraced(function* (bytes: Uint8Array) {
  const { bytesRead, days, sheets } = yield* Effect.mapError(openWorkbook(bytes), reasonOf)
  async function* rows(): AsyncGenerator<ReadonlyArray<RequestRow>> {
    try {
      for await (const some of filledSheet(sheets)) {
        for (let from = 0; from < some.length; from += rowsAtOnce) {
          yield some.slice(from, from + rowsAtOnce).map(rowOf)
        }
      }
    } catch (cause) {
      throw isWorkbookFault(cause) ? reasonOf(cause) : cause
    }
  }
  const habits: CellHabits = { days, decimals: "point" }
  return { rows: rows(), readBytes: bytesRead, habits: () => habits }
})

/** Why a workbook is not read, behind the name of its file. */
const reasonOf = (fault: WorkbookFault): Error =>
  new Error(
    fault._tag === "WorkbookUnreadable" ? `it is no XLSX workbook: ${fault.reason}` : fault.message,
  )

async function* filledSheet(
  sheets: ReadonlyArray<OpenSheet>,
): AsyncGenerator<ReadonlyArray<WorkbookRow>> {
  const passed: Array<string> = []
  for (const { hidden, kind, name, rows } of sheets) {
    const other = describeSheetKind(kind) ?? (hidden ? "is hidden" : undefined)
    if (other !== undefined) {
      passed.push(`sheet ${name} ${other}`)
      continue
    }
    let isFound = false
    for await (const some of rows()) {
      isFound ||= some.some(isFilled)
      if (isFound) yield some
    }
    if (isFound) return
  }
  if (passed.length > 0) throw new Error(`no sheet holds rows; ${passed.join(", ")}`)
}

const isFilled = ({ cells }: WorkbookRow): boolean =>
  cells.some((cell) => cell !== null && cell !== "")

/** Rows are handed on so many at a time: those of a whole piece of a sheet would outlive young memory. */
const rowsAtOnce = 256

const rowOf = ({ cells, number }: WorkbookRow): RequestRow => ({
  line: number,
  cells: cells.map(cellOf),
})

const cellOf = (cell: ReadCell): RequestCell => cell ?? ""

/** What rows are called in reports: by the name of the file, or `row ` of standard input. */
const placeOf = ({ name }: RequestOrigin): string =>
  name === "standard input" ? "row " : `${basename(name)}:`

/** Requests of a table, to be read once: by their rows, or as lines of JSON. */
interface TableLines {
  /** What stands before the number of a row: `trips.csv:`. */
  readonly place: string
  readonly rows: AsyncIterable<ReadonlyArray<AskedRow>>
  /** Each request on the line of its row. */
  readonly chunks: AsyncIterable<Uint8Array>
  /** How much of the input has been read, in bytes. */
  readonly readBytes: () => number
}

/**
 * Decodes chunks of UTF-8. What is plain ASCII is decoded as such where no character is cut before it: that
 * is fast, and its texts take a byte a character.
 */
const makeDecode = () => {
  const decoder = new TextDecoder("utf-8", { fatal: true })
  let isCut = true
  return (bytes?: Uint8Array): string => {
    if (bytes !== undefined && !isCut && isAscii(bytes)) return asBuffer(bytes).toString("latin1")
    isCut = (bytes?.at(-1) ?? 0) >= beyondAscii
    try {
      return decoder.decode(bytes, { stream: bytes !== undefined })
    } catch {
      throw new Error(utf8Only)
    }
  }
}

const asBuffer = (bytes: Uint8Array): Buffer =>
  Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length)

/** The first byte that is no character by itself. */
const beyondAscii = 0x80

const utf8Only = "it is not in UTF-8: save it as CSV UTF-8, or as XLSX"

/** The offset behind the last line that ends a record; 0 where none does. */
const recordsEnd = (text: string): number => {
  let end = 0
  let isOpen = false
  let quote = text.indexOf('"')
  for (let from = 0; from < text.length;) {
    const found = text.indexOf("\n", from)
    if (found < 0) break
    const isComment = !isOpen && text.charCodeAt(from) === hash
    for (; quote >= 0 && quote < found; quote = text.indexOf('"', quote + 1)) {
      if (!isComment) isOpen = !isOpen
    }
    from = found + 1
    if (!isOpen) end = from
  }
  return end
}

const hash = 35

/** The rows of whole records, of which the first begins on a line. */
const rowsOf = (text: string, firstLine: number): ReadonlyArray<RequestRow> => {
  const read = readCsv(text)
  if (Result.isFailure(read)) throw csvFault(text, firstLine, read.failure)
  return read.success.map(({ line, texts }) => ({ line: firstLine + line - 1, cells: texts }))
}

/** What is wrong with records, by the habit of the program that wrote them where that is known. */
const csvFault = (
  text: string,
  firstLine: number,
  { character, expected, line }: CsvProblem,
): Error => {
  const place = `line ${firstLine + line - 1}`
  const before = (text.split("\n")[line - 1] ?? "").slice(0, character - 1)
  if (before.endsWith("\r")) return new Error(`${place}: ${returnsAlone}`)
  const formula = expected._tag === "QuotesAround" ? /="[^,]*$/.exec(before) : null
  return formula === null
    ? new Error(`${place}, character ${character}: expected ${describeExpectation(expected)}`)
    : new Error(`${place}, character ${formula.index + 1}: ${asFormula}`)
}

/** Some exporters write `="007"`, so that a spreadsheet takes it for no number. */
const asFormula =
  'a text is written as a formula, ="…", which is for spreadsheets alone; write it without ='

const linesOf = (text: string): number => text.split("\n").length - 1
