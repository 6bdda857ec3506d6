import * as Result from "effect/Result"
import { type CsvField, type CsvRow, readCsv } from "./csv.ts"

/**
 * Whether a record is a comment that a spreadsheet has quoted or cut at its commas. A comment as
 * written never becomes a record; a value that begins with a hash has no space behind it.
 */
export const isComment = ({ texts }: CsvRow): boolean => {
  const [first = ""] = texts
  if (!first.startsWith("#")) return false
  return first.startsWith("# ") || texts.every((text, index) => index === 0 || text === "")
}

/** Whether a record is an empty row of a spreadsheet: separators and nothing else. */
export const isBlank = ({ texts }: CsvRow): boolean =>
  texts.length > 1 && texts.every((text) => text === "")

/** How many columns a header names: what is empty behind the last name does not count. */
export const namedWidth = ({ texts }: CsvRow): number => {
  let width = texts.length
  while (width > 1 && texts[width - 1] === "") width -= 1
  return width
}

/** A record brought to the width of its table. */
class FittedRow implements CsvRow {
  readonly line: number
  readonly texts: ReadonlyArray<string>
  private readonly row: CsvRow

  constructor(row: CsvRow, texts: ReadonlyArray<string>) {
    this.line = row.line
    this.texts = texts
    this.row = row
  }

  get fields(): ReadonlyArray<CsvField> {
    const { fields } = this.row
    const last = fields.at(-1) ?? { line: this.line, character: 1 }
    return this.texts.map((text, index) => ({ ...last, ...fields[index], text }))
  }
}

/** Spreadsheets decide for as many rows at once how many separators they write. */
const blockRows = 16

const blockOf = ({ line }: CsvRow): number => Math.trunc((line - 1) / blockRows)

/**
 * Brings records to the width of their table where a spreadsheet has made them wider, with empty
 * cells; shorter, without the separators of cells that are empty in all rows of a block; or a single
 * cell that holds all of the row. Undefined where the record is of another width by mistake.
 */
export const makeFitting = (records: ReadonlyArray<CsvRow>, width: number) => {
  let widths: Map<number, ReadonlyArray<number>> | undefined
  const widthsIn = (block: number): ReadonlyArray<number> => {
    if (widths === undefined) {
      widths = new Map()
      for (const record of records) {
        const at = blockOf(record)
        widths.set(at, [...(widths.get(at) ?? []), record.texts.length])
      }
    }
    return widths.get(block) ?? []
  }
  return (record: CsvRow): CsvRow | undefined => {
    const { texts } = record
    if (texts.length > width) {
      const rest = texts.slice(width)
      return rest.every((text) => text === "")
        ? new FittedRow(record, texts.slice(0, width))
        : undefined
    }
    const block = widthsIn(blockOf(record))
    if (block.length > 1 && block.every((each) => each === texts.length)) {
      return new FittedRow(record, [...texts, ...Array<string>(width - texts.length).fill("")])
    }
    const [only] = texts.length === 1 ? Result.getOrElse(readCsv(texts[0] ?? ""), () => []) : []
    return only?.texts.length === width ? new FittedRow(record, only.texts) : undefined
  }
}
