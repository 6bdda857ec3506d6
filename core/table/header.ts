import * as Result from "effect/Result"
import { type CsvField, type CsvPosition, type CsvRecord, readCsv } from "./csv.ts"
import type { ReadingError } from "./error.ts"
import type { TableExpectation } from "./expectation.ts"
import { nearest } from "./nearest.ts"

/** The header of a CSV text, field by field with places; empty where there is none. */
export const headerOf = (source: string): ReadonlyArray<CsvField> => {
  let [start, line] = [0, 1]
  while (start < source.length) {
    const end = source.indexOf("\n", start)
    const text = source.slice(start, end < 0 ? undefined : end)
    if (text.trim() !== "" && !/^"?#/.test(text)) {
      const header = Result.getOrElse(readCsv(text), () => [])[0]
      const at = line
      return header?.fields.map((field) => ({ ...field, line: at })) ?? []
    }
    if (end < 0) break
    start = end + 1
    line += 1
  }
  return []
}

/** What can be said of a mistake in the shape of a table. */
interface ShapeFacts {
  readonly column?: string
  readonly cell?: string
  readonly expected: TableExpectation
  readonly nearest?: string
}

/** A mistake in the shape of a table: its header, the width of a row, its separators. */
export const shapeError = (
  file: string,
  { character, line }: CsvPosition,
  facts: ShapeFacts,
): ReadingError => ({ _tag: "TableError", file, line, character, column: "", cell: "", ...facts })

/**
 * The separator that stands in place of commas in a header row; undefined where there is none.
 *
 * ```ts
 * import { wrongSeparator } from "../core/table/header.ts"
 *
 * wrongSeparator(["code;name"]) // => ";"
 * wrongSeparator(["code", "name"]) // => undefined
 * ```
 */
export const wrongSeparator = (texts: ReadonlyArray<string>): ";" | "\t" | undefined => {
  const found = texts.length === 1 ? /[;\t]/.exec(texts[0] ?? "")?.[0] : undefined
  return found === ";" || found === "\t" ? found : undefined
}

/** What keeps a table from being read at all by its header: other separators, or none of its columns. */
export const headerError = (
  file: string,
  header: CsvRecord,
  columns: ReadonlyArray<string>,
): ReadingError | undefined => {
  const texts = header.fields.map(({ text }) => text)
  const place = header.fields[0] ?? { line: header.line, character: 1 }
  const separator = wrongSeparator(texts)
  if (separator !== undefined) {
    return shapeError(file, place, { expected: { _tag: "Commas", found: separator } })
  }
  if (columns.some((column) => texts.includes(column))) return undefined
  if (texts.some((text) => nearest(text, columns) !== undefined)) return undefined
  return shapeError(file, place, {
    cell: texts.join(","),
    expected: { _tag: "HeaderRow", columns, hasOther: true },
  })
}

/** A column of the header that the table does not have, and the missing one that it was before. */
interface Renamed {
  readonly field: CsvField
  readonly was: string
}

/** Missing columns whose likely new names stand in the header: alike, or one in the place of the other. */
const renamedIn = (
  fields: ReadonlyArray<CsvField>,
  unknown: ReadonlyArray<CsvField>,
  columns: ReadonlyArray<string>,
): ReadonlyArray<Renamed> => {
  const names = fields.map(({ text }) => text)
  const missing = new Set(columns.filter((column) => !names.includes(column)))
  const pair = (
    some: ReadonlyArray<CsvField>,
    find: (field: CsvField) => string | undefined,
  ): ReadonlyArray<Renamed> =>
    some.flatMap((field) => {
      const was = find(field)
      if (was === undefined || !missing.delete(was)) return []
      return { field, was }
    })
  const alike = pair(unknown, ({ text }) => nearest(text, missing))
  const paired = new Set(alike.map(({ field }) => field))
  const left = unknown.filter((field) => !paired.has(field))
  return [...alike, ...pair(left, (field) => columns[fields.indexOf(field)])]
}

/**
 * Whether a column is one of the analysts' own beside those of a table: it is kept and shown, and nothing
 * reads it.
 *
 * ```ts
 * import { isCarried } from "../core/table/header.ts"
 *
 * isCarried("own_note") // => true
 * isCarried("own_") // => false
 * ```
 */
export const isCarried = (column: string): boolean => /^own_[a-z0-9_]+$/.test(column)

/**
 * What is wrong with single columns of a header: each missing, unknown, repeated or renamed one. A table may
 * have more columns than it has.
 */
export const columnErrors = (
  file: string,
  { fields, line }: CsvRecord,
  columns: ReadonlyArray<string>,
  mayHave: ReadonlyArray<string> = columns,
): ReadonlyArray<ReadingError> => {
  const place = fields[0] ?? { line, character: 1 }
  const names = fields.map(({ text }) => text)
  const repeated = fields.filter(({ text }, index) => names.indexOf(text) !== index)
  const unknown = fields.filter(
    (field) => !columns.includes(field.text) && !repeated.includes(field) && !isCarried(field.text),
  )
  const renamed = renamedIn(fields, unknown, columns)
  const found = [...names, ...renamed.map(({ was }) => was)]
  const missing = columns.filter((column) => !found.includes(column))
  return [
    ...missing.map((column) =>
      shapeError(file, place, { expected: { _tag: "HeaderColumn", column } }),
    ),
    ...repeated.map((field) =>
      shapeError(file, field, {
        column: field.text,
        cell: field.text,
        expected: { _tag: "NewColumn" },
      }),
    ),
    ...unknown.map((field) => {
      const free = mayHave.filter((column) => !names.includes(column))
      const was = renamed.find((one) => one.field === field)?.was ?? nearest(field.text, free)
      const expected = { _tag: "OneOfColumns", columns: mayHave } as const
      const facts: ShapeFacts = { cell: field.text, expected }
      return shapeError(file, field, was === undefined ? facts : { ...facts, nearest: was })
    }),
  ]
}
