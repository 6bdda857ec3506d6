import * as Result from "effect/Result"
import { type CsvPosition, type CsvRecord, csvText, readCsv } from "../table/csv.ts"

/** A piece of a text to be replaced: offsets from 0, the end excluded. */
export interface Edit {
  readonly start: number
  readonly end: number
  readonly text: string
}

/** A text with its records by their lines, so that single cells and rows can be edited. */
export interface EditableTable {
  readonly source: string
  /** The offset of each line. */
  readonly lineStarts: ReadonlyArray<number>
  readonly recordAt: ReadonlyMap<number, CsvRecord>
}

/** Prepares the text of a sound table for edits. */
export const prepareEdits = (source: string): EditableTable => {
  const lineStarts = [0]
  for (let at = source.indexOf("\n"); at >= 0; at = source.indexOf("\n", at + 1)) {
    lineStarts.push(at + 1)
  }
  const records = Result.getOrElse(readCsv(source), () => [])
  return { source, lineStarts, recordAt: new Map(records.map((record) => [record.line, record])) }
}

const offsetOf = ({ lineStarts }: EditableTable, { character, line }: CsvPosition): number =>
  (lineStarts[line - 1] ?? 0) + character - 1

/** The offset behind a field as written, its quotes included. */
const fieldEnd = ({ source }: EditableTable, start: number): number => {
  if (source[start] !== '"') {
    const found = /[,\r\n]/g
    found.lastIndex = start
    return found.exec(source)?.index ?? source.length
  }
  let at = start + 1
  while (at < source.length) {
    if (source[at] !== '"') at += 1
    else if (source[at + 1] === '"') at += 2
    else return at + 1
  }
  return source.length
}

/** The edit that writes another text into a field. */
export const fieldEdit = (table: EditableTable, field: CsvPosition, text: string): Edit => {
  const start = offsetOf(table, field)
  return { start, end: fieldEnd(table, start), text: csvText(text) }
}

/** Where the record that begins on a line lies, without the end of its last line. */
const recordRange = (
  table: EditableTable,
  line: number,
): readonly [start: number, end: number] | undefined => {
  const last = table.recordAt.get(line)?.fields.at(-1)
  if (last === undefined) return undefined
  return [offsetOf(table, { line, character: 1 }), fieldEnd(table, offsetOf(table, last))]
}

/** The text of the row on a line after some edits of its fields, and where the row ends. */
export const rowText = (
  table: EditableTable,
  line: number,
  edits: ReadonlyArray<Edit>,
): { readonly text: string; readonly end: number } => {
  const [start, end] = recordRange(table, line) ?? [0, 0]
  const moved = edits.map((edit) => ({
    ...edit,
    start: edit.start - start,
    end: edit.end - start,
  }))
  return { text: applyEdits(table.source.slice(start, end), moved), end }
}

/** The edits that leave the lines of a row empty, so that all other rows keep their lines. */
export const rowRemoval = (table: EditableTable, line: number): ReadonlyArray<Edit> => {
  const range = recordRange(table, line)
  if (range === undefined) return []
  const [start, end] = range
  const breaks = table.source.slice(start, end).split("\n").length - 1
  return [{ start, end, text: "\n".repeat(breaks) }]
}

/** The edits that exchange two rows. */
export const rowSwap = (table: EditableTable, line: number, other: number): ReadonlyArray<Edit> => {
  const [one, two] = [recordRange(table, line), recordRange(table, other)]
  if (one === undefined || two === undefined) return []
  const textOf = ([start, end]: readonly [number, number]): string => table.source.slice(start, end)
  return [
    { start: one[0], end: one[1], text: textOf(two) },
    { start: two[0], end: two[1], text: textOf(one) },
  ]
}

/**
 * A text after some edits that do not overlap.
 *
 * ```ts
 * import { applyEdits, fieldEdit, prepareEdits, rowRemoval } from "../core/editing/table-edits.ts"
 *
 * const table = prepareEdits("age,fare\n<18,5\n>=18,9\n")
 * applyEdits(table.source, [fieldEdit(table, { line: 2, character: 1 }, "<=18")]) // => "age,fare\n<=18,5\n>=18,9\n"
 * applyEdits(table.source, rowRemoval(table, 2)) // => "age,fare\n\n>=18,9\n"
 * ```
 */
export const applyEdits = (source: string, edits: ReadonlyArray<Edit>): string => {
  let text = source
  for (const edit of edits.toSorted((left, right) => right.start - left.start)) {
    text = text.slice(0, edit.start) + edit.text + text.slice(edit.end)
  }
  return text
}
