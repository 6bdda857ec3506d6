import * as Result from "effect/Result"
import { type CsvField, type CsvPosition, type CsvRecord, type CsvRow, readCsv } from "./csv.ts"
import type { ReadingError } from "./error.ts"
import { columnErrors, headerError, shapeError } from "./header.ts"
import { isBlank, isComment, makeFitting, namedWidth } from "./spreadsheet-records.ts"

/** A record of a table whose fields are in the order of the declared columns. */
export interface SourceRecord {
  readonly line: number
  /** One for each declared column; undefined where the header lacks the column. */
  readonly texts: ReadonlyArray<string | undefined>
  /** The texts with their places. */
  readonly fields: ReadonlyArray<CsvField | undefined>
}

/** A table's text cut into records under its declared columns, with every mistake in its shape. */
export interface SourceTable {
  readonly records: ReadonlyArray<SourceRecord>
  /** The caller's own, who adds what is wrong in cells. */
  readonly errors: Array<ReadingError>
  /** The distinct words of a column; undefined where the text does not show all of them. */
  readonly words: (column: string) => ReadonlySet<string> | undefined
}

const start: CsvPosition = { line: 1, character: 1 }

const widthError = (file: string, record: CsvRecord, width: number): ReadingError => {
  const found = record.fields.length
  return shapeError(file, record.fields[0] ?? { line: record.line, character: 1 }, {
    cell: record.fields.map((field) => field.text).join(","),
    expected: { _tag: "FieldCount", width, found },
  })
}

/** The records of a text; where it breaks, those before the line that breaks it, and the break. */
const recordsOf = (
  file: string,
  text: string,
  recordsMax: number,
): { readonly records: ReadonlyArray<CsvRow>; readonly broken: ReadonlyArray<ReadingError> } => {
  const read = readCsv(text, recordsMax)
  if (Result.isSuccess(read)) return { records: read.success, broken: [] }
  const { expected, line, character } = read.failure
  const sound = text.split("\n").slice(0, line - 1)
  return {
    records: Result.getOrElse(readCsv(sound.join("\n"), recordsMax), () => []),
    broken: [shapeError(file, { line, character }, { expected })],
  }
}

/** The distinct words of each column, gathered once per column when first asked for. */
const wordsIn = (header: CsvRow, body: ReadonlyArray<CsvRow>): SourceTable["words"] => {
  const cache = new Map<string, ReadonlySet<string>>()
  return (column) => {
    const known = cache.get(column)
    if (known !== undefined) return known
    const index = header.texts.indexOf(column)
    if (index < 0) return undefined
    const words = new Set<string>()
    for (const { texts } of body) {
      const word = texts[index]
      if (word !== undefined) words.add(word)
    }
    cache.set(column, words)
    return words
  }
}

/** A record whose columns stand in another order in the file. */
class OrderedRecord implements SourceRecord {
  readonly line: number
  readonly texts: ReadonlyArray<string | undefined>
  private readonly row: CsvRow
  private readonly order: ReadonlyArray<number>

  constructor(row: CsvRow, order: ReadonlyArray<number>) {
    this.line = row.line
    this.texts = order.map((index) => row.texts[index])
    this.row = row
    this.order = order
  }

  get fields(): ReadonlyArray<CsvField | undefined> {
    const { fields } = this.row
    return this.order.map((index) => fields[index])
  }
}

/** Unknown columns that are each a mistake of their own; more of them are one mistake together. */
const unknownColumnsMax = 100

/** Records that are read besides rows: the header, comments and empty rows of spreadsheets. */
const asidesMax = 1000

/** Whether a record is one of the table. In a table of one column a hash alone makes no comment. */
export const isRow = (record: CsvRow, columns: number): boolean =>
  (columns === 1 && record.texts.length === 1) || (!isComment(record) && !isBlank(record))

/** How much a table may hold, and whether reading ended before the file did. */
interface Excess {
  readonly columnsMax: number
  readonly rowsMax: number
  readonly isCut: boolean
}

/** What keeps a text from being read as a table at all: more columns or rows than it may have. */
const excessError = (
  file: string,
  header: CsvRow,
  body: ReadonlyArray<CsvRow>,
  { columnsMax, isCut, rowsMax }: Excess,
): ReadingError | undefined => {
  if (header.texts.length > columnsMax) {
    const place = { line: header.line, character: 1 }
    return shapeError(file, place, {
      expected: { _tag: "AtMost", count: columnsMax, of: "columns" },
    })
  }
  const first = body[rowsMax] ?? (isCut ? body.at(-1) : undefined)
  if (first === undefined) return undefined
  return shapeError(
    file,
    { line: first.line, character: 1 },
    { expected: { _tag: "AtMost", count: rowsMax, of: "rows" } },
  )
}

/** What a record holds under no name, as an error at its first such cell. */
const namelessError = (
  file: string,
  { fields }: CsvRow,
  width: number,
): ReadingError | undefined => {
  const field = fields.find(({ text }, index) => index >= width && text !== "")
  if (field === undefined) return undefined
  return shapeError(file, field, {
    cell: field.text,
    expected: { _tag: "NothingBelowNoColumn" },
  })
}

const nothing = (errors: ReadonlyArray<ReadingError>): SourceTable => ({
  records: [],
  errors: [...errors],
  words: () => undefined,
})

/** Records under the columns of their table. */
interface CutRecords {
  readonly records: ReadonlyArray<SourceRecord>
  /** All of them, those of another width too, in the order of the file's columns. */
  readonly rows: ReadonlyArray<CsvRow>
  readonly errors: ReadonlyArray<ReadingError>
}

/** The records below a header, each at its width and in the order of the columns. */
const cutRecords = (
  file: string,
  header: CsvRow,
  body: ReadonlyArray<CsvRow>,
  columns: ReadonlyArray<string>,
): CutRecords => {
  const width = namedWidth(header)
  const order = columns.map((column) => header.texts.indexOf(column))
  const isInOrder = order.length === width && order.every((at, index) => at === index)
  const errors: Array<ReadingError> = []
  const records: Array<SourceRecord> = []
  const rows: Array<CsvRow> = []
  let fit: ReturnType<typeof makeFitting> | undefined
  for (const record of body) {
    let fitted: CsvRow | undefined = record
    if (record.texts.length !== width) {
      fit ??= makeFitting([header, ...body], width)
      fitted = fit(record)
    }
    rows.push(fitted ?? record)
    if (fitted === undefined) {
      const nameless = header.texts.length > width ? namelessError(file, record, width) : undefined
      errors.push(nameless ?? widthError(file, record, width))
    } else records.push(isInOrder ? fitted : new OrderedRecord(fitted, order))
  }
  return { records, rows, errors }
}

/**
 * Cuts a table's text into records with their fields in the order of the declared columns. A missing
 * or unknown column, a record of another width and broken CSV are errors with their place; what can
 * still be read is read, so that its mistakes show too; of a table with more than `rowsMax` rows that
 * is nothing. What spreadsheets add on their own (empty rows and columns, quotes around comments) does
 * not count. A table that may have more columns than it has names those where one is unknown.
 */
export const readSource = (
  file: string,
  source: string,
  columns: ReadonlyArray<string>,
  rowsMax = Number.POSITIVE_INFINITY,
  mayHave: ReadonlyArray<string> = columns,
): SourceTable => {
  const recordsMax = rowsMax + asidesMax
  const { records, broken } = recordsOf(file, source, recordsMax)
  const [header, ...body] = records.filter((record) => isRow(record, columns.length))
  if (header === undefined) {
    const missing = shapeError(file, start, {
      expected: { _tag: "HeaderRow", columns, hasOther: false },
    })
    return nothing(broken.length > 0 ? broken : [missing])
  }
  const wrong = headerError(file, header, columns)
  if (wrong !== undefined) return nothing([wrong])
  const columnsMax = columns.length + unknownColumnsMax
  const isCut = records.length === recordsMax
  const excess = excessError(file, header, body, { columnsMax, rowsMax, isCut })
  if (excess !== undefined) return nothing([excess])
  const width = namedWidth(header)
  const named = { line: header.line, fields: header.fields.slice(0, width) }
  const cut = cutRecords(file, header, body, columns)
  return {
    records: cut.records,
    errors: [...broken, ...columnErrors(file, named, columns, mayHave), ...cut.errors],
    words: broken.length > 0 ? () => undefined : wordsIn(header, cut.rows),
  }
}
