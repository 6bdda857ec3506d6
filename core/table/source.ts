import * as Result from "effect/Result"
import { type CsvField, type CsvRecord, readCsv } from "./csv.ts"
import { nearest } from "./nearest.ts"
import type { TableError } from "./error.ts"

/** A record of a table whose fields are in the order of the declared columns. */
export interface SourceRecord {
  readonly line: number
  readonly fields: ReadonlyArray<CsvField>
}

/** A table's text cut into records under its declared columns, with every mistake in its shape. */
export interface SourceTable {
  readonly records: ReadonlyArray<SourceRecord>
  readonly errors: ReadonlyArray<TableError>
}

const shapeError = (
  file: string,
  field: Pick<CsvField, "line" | "character">,
  facts: { readonly column: string; readonly cell: string; readonly expected: string },
): TableError => ({
  _tag: "TableError",
  file,
  line: field.line,
  character: field.character,
  ...facts,
})

const headerErrors = (
  file: string,
  header: CsvRecord,
  columns: ReadonlyArray<string>,
): ReadonlyArray<TableError> => {
  const names = header.fields.map((field) => field.text)
  const missing = columns
    .filter((column) => !names.includes(column))
    .map((column) =>
      shapeError(file, header.fields[0] ?? { line: 1, character: 1 }, {
        column,
        cell: names.join(","),
        expected: `a header row with the column ${column}`,
      }),
    )
  const unknown = header.fields
    .filter((field, index) => !columns.includes(field.text) || names.indexOf(field.text) !== index)
    .map((field): TableError => {
      const close = nearest(field.text, columns)
      const error = shapeError(file, field, {
        column: field.text,
        cell: field.text,
        expected: `one column each of ${columns.join(", ")}`,
      })
      return close === undefined ? error : { ...error, nearest: close }
    })
  return [...missing, ...unknown]
}

/**
 * Cuts a table's text into records with their fields in the order of the declared columns. A
 * missing or unknown column, a record of another width and broken CSV are errors with their place.
 */
export const readSource = (
  file: string,
  source: string,
  columns: ReadonlyArray<string>,
): SourceTable => {
  const read = readCsv(source)
  if (Result.isFailure(read)) {
    const { expected, ...place } = read.failure
    return {
      records: [],
      errors: [shapeError(file, place, { column: "", cell: "", expected })],
    }
  }
  const [header, ...body] = read.success
  if (header === undefined) {
    const place = { line: 1, character: 1 }
    const expected = `a header row: ${columns.join(",")}`
    return { records: [], errors: [shapeError(file, place, { column: "", cell: "", expected })] }
  }
  const errors = [...headerErrors(file, header, columns)]
  if (errors.length > 0) return { records: [], errors }
  const order = columns.map((column) => header.fields.findIndex((field) => field.text === column))
  const records: Array<SourceRecord> = []
  for (const record of body) {
    if (record.fields.length === header.fields.length) {
      records.push({
        line: record.line,
        fields: order.flatMap((index) => record.fields[index] ?? []),
      })
    } else {
      errors.push(
        shapeError(file, record.fields[0] ?? { line: record.line, character: 1 }, {
          column: "",
          cell: record.fields.map((field) => field.text).join(","),
          expected: `${header.fields.length} fields, as in the header, not ${record.fields.length}`,
        }),
      )
    }
  }
  return { records, errors }
}
