import * as Result from "effect/Result"
import { type CsvField, type CsvPosition, type CsvRecord, type CsvRow, readCsv } from "./csv.ts"
import { nearest } from "./nearest.ts"
import type { TableError } from "./error.ts"

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
  readonly errors: ReadonlyArray<TableError>
  /** The distinct words of a column; undefined where the text does not show all of them. */
  readonly words: (column: string) => ReadonlySet<string> | undefined
}

const start: CsvPosition = { line: 1, character: 1 }

const shapeError = (
  file: string,
  { line, character }: CsvPosition,
  facts: { readonly column?: string; readonly cell?: string; readonly expected: string },
): TableError => ({ _tag: "TableError", file, line, character, column: "", cell: "", ...facts })

const headerErrors = (
  file: string,
  header: CsvRecord,
  columns: ReadonlyArray<string>,
): ReadonlyArray<TableError> => {
  const place = header.fields[0] ?? start
  const names = header.fields.map((field) => field.text)
  const separator = names.length === 1 ? /[;\t]/.exec(names[0] ?? "")?.[0] : undefined
  if (separator !== undefined) {
    const expected = `columns separated by commas, not by ${separator === ";" ? "semicolons" : "tabs"}`
    return [shapeError(file, place, { expected })]
  }
  const missing = columns.filter((column) => !names.includes(column))
  const unknown = header.fields.flatMap((field, index): ReadonlyArray<TableError> => {
    const facts = { column: field.text, cell: field.text }
    if (names.indexOf(field.text) !== index) {
      return [shapeError(file, field, { ...facts, expected: "a column that is not there yet" })]
    }
    if (columns.includes(field.text)) return []
    const close = nearest(field.text, missing)
    const expected = `one of the columns ${columns.join(", ")}`
    const error = shapeError(file, field, { ...facts, column: "", expected })
    return [close === undefined ? error : { ...error, nearest: close }]
  })
  return [
    ...missing.map((column) =>
      shapeError(file, place, { expected: `a column ${column} in the header row` }),
    ),
    ...unknown,
  ]
}

const widthError = (file: string, record: CsvRecord, width: number): TableError =>
  shapeError(file, record.fields[0] ?? { line: record.line, character: 1 }, {
    cell: record.fields.map((field) => field.text).join(","),
    expected: `${width} fields, as in the header, not ${record.fields.length}`,
  })

/** The records of a text; where it breaks, those before the line that breaks it, and the break. */
const recordsOf = (
  file: string,
  text: string,
  recordsMax: number,
): { readonly records: ReadonlyArray<CsvRow>; readonly broken: ReadonlyArray<TableError> } => {
  const read = readCsv(text, recordsMax)
  if (Result.isSuccess(read)) return { records: read.success, broken: [] }
  const { expected, line, character } = read.failure
  const sound = text.split("\n").slice(0, line - 1)
  return {
    records: Result.getOrElse(readCsv(sound.join("\n"), recordsMax), () => []),
    broken: [shapeError(file, { line, character }, { expected })],
  }
}

/**
 * Whether a record is a comment that a spreadsheet has quoted and brought to the width of the table.
 * A comment as written never becomes a record. In a table of one column it would be a row.
 */
const isComment = ({ texts }: CsvRow): boolean =>
  texts[0]?.startsWith("#") === true && texts.every((text, index) => index === 0 || text === "")

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

/** What keeps a text from being read as a table at all: more columns or rows than it may have. */
const excessError = (
  file: string,
  header: CsvRow,
  body: ReadonlyArray<CsvRow>,
  { columnsMax, rowsMax }: { readonly columnsMax: number; readonly rowsMax: number },
): TableError | undefined => {
  if (header.texts.length > columnsMax) {
    const expected = `at most ${columnsMax} columns`
    return shapeError(file, { line: header.line, character: 1 }, { expected })
  }
  const first = body[rowsMax]
  if (first === undefined) return undefined
  return shapeError(
    file,
    { line: first.line, character: 1 },
    { expected: `at most ${rowsMax} rows` },
  )
}

/**
 * Cuts a table's text into records with their fields in the order of the declared columns. A missing
 * or unknown column, a record of another width and broken CSV are errors with their place; what can
 * still be read is read, so that its mistakes show too; of a table with more than `rowsMax` rows that
 * is nothing.
 */
export const readSource = (
  file: string,
  source: string,
  columns: ReadonlyArray<string>,
  rowsMax = Number.POSITIVE_INFINITY,
): SourceTable => {
  // The header, and the first row that is one too many.
  const { records, broken } = recordsOf(file, source, rowsMax + 2)
  const errors = [...broken]
  const [header, ...body] = records.filter((record) => columns.length === 1 || !isComment(record))
  if (header === undefined) {
    const expected = `a header row: ${columns.join(",")}`
    const empty = broken.length > 0 ? [] : [shapeError(file, start, { expected })]
    return { records: [], errors: [...errors, ...empty], words: () => undefined }
  }
  const columnsMax = columns.length + unknownColumnsMax
  const excess = excessError(file, header, body, { columnsMax, rowsMax })
  if (excess !== undefined) return { records: [], errors: [excess], words: () => undefined }
  errors.push(...headerErrors(file, header, columns))
  const width = header.texts.length
  const order = columns.map((column) => header.texts.indexOf(column))
  const isInOrder = order.length === width && order.every((at, index) => at === index)
  const cut: Array<SourceRecord> = []
  for (const record of body) {
    if (record.texts.length === width) {
      cut.push(isInOrder ? record : new OrderedRecord(record, order))
    } else errors.push(widthError(file, record, width))
  }
  return {
    records: cut,
    errors,
    words: broken.length > 0 ? () => undefined : wordsIn(header, body),
  }
}
