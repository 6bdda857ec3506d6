import * as Result from "effect/Result"
import { type CellPlace, likelyCell } from "../spreadsheet-repairs/likely-cell.ts"
import type { Column } from "./column.ts"
import { readTest } from "./condition.ts"
import { csvText } from "./csv.ts"
import type { ReadingError } from "./error.ts"
import type { Input } from "./input.ts"
import { layoutOf, type Piece } from "./layout.ts"
import { type AnyDefinition, columnsOf } from "./load.ts"
import { readSource } from "./source.ts"
import { readTruth } from "./cell.ts"

/** A cell that is written in another way: its place in the text as it was. */
export interface CellChange {
  readonly line: number
  readonly column: string
  readonly before: string
  readonly after: string
}

/** A table's text in the house's form, and the cells that it writes in another way. */
export interface Tidied {
  readonly text: string
  readonly cells: ReadonlyArray<CellChange>
}

/** A column of a plain table or an output, or a condition. */
export type AnyColumn = Column<unknown> | Input<unknown>

/** Whether a column reads a cell, as it is written. */
export const takesCell = (column: AnyColumn, cell: string): boolean =>
  "parse" in column
    ? Result.isSuccess(column.parse(cell))
    : Result.isSuccess(readTest(column, cell))

const placeOf = (column: AnyColumn): CellPlace => ({
  accepts: (cell) => takesCell(column, cell),
  unit: column.unit,
})

const isTruth = (column: AnyColumn): boolean =>
  column.kind === "boolean" || column.kind === "boolean, or empty"

/**
 * A cell as the house writes it: typeset where its column is; one that cannot be read, and is not surely
 * meant so, stays.
 */
export const tidyCell = (column: AnyColumn, cell: string, decimalComma: boolean): string => {
  const read = readableCell(column, cell, decimalComma)
  return "parse" in column ? (column.typeset?.(read) ?? read) : read
}

const readableCell = (column: AnyColumn, cell: string, decimalComma: boolean): string => {
  if (cell === "") return cell
  if (isTruth(column)) {
    const value = readTruth(cell)
    if (value !== undefined) return String(value)
  }
  const place = placeOf(column)
  if (place.accepts(cell)) return cell
  const likely = likelyCell(cell, place)
  const isSure = likely?.isSure === true || (decimalComma && /^-?\d+,\d+$/.test(cell))
  return isSure ? (likely?.write[0] ?? cell) : cell
}

/** A hash begins a comment only where a line begins. */
const fieldText = (cell: string, index: number): string =>
  index > 0 && cell.startsWith("#") ? csvText(`-${cell}`).replace("-", "") : csvText(cell)

/** Cells as a line of a table, quoted where they must be. */
export const lineText = (cells: ReadonlyArray<string>): string => cells.map(fieldText).join(",")

/** Reads each different cell of a column once. */
const makeTidier = (column: AnyColumn, decimalComma: boolean): ((cell: string) => string) => {
  const known = new Map<string, string>()
  return (cell) => {
    const tidy = known.get(cell) ?? tidyCell(column, cell, decimalComma)
    known.set(cell, tidy)
    return tidy
  }
}

/** Whether numbers in a text have a comma that parts no thousands: then no comma there does. */
const hasDecimalCommas = (
  pieces: ReadonlyArray<Piece>,
  header: ReadonlyArray<string>,
  columns: Readonly<Record<string, AnyColumn>>,
): boolean => {
  const places = header.flatMap((name, at) =>
    /^(?:decimal|number)/.test(columns[name]?.kind ?? "") ? [at] : [],
  )
  return pieces.some(
    ({ kind, texts }) =>
      kind === "row" && places.some((at) => /^-?\d+,(?:\d{1,2}|\d{4,})$/.test(texts[at] ?? "")),
  )
}

const withoutEnd = (pieces: ReadonlyArray<Piece>): ReadonlyArray<Piece> => {
  const last = pieces.findLastIndex(({ kind }) => kind !== "blank")
  return pieces.slice(0, last + 1)
}

/**
 * Rewrites a table's text to the house's form: columns in their declared order and no others, quotes
 * only where they must be, comments whole, truth values in lower case, and what is surely meant where
 * a cell cannot be read. Rows keep their order. A text whose header or rows are not those of the table
 * is refused with what is wrong in it. `decimalComma` says that the text comes from where a comma
 * never parts thousands.
 *
 * ```ts
 * import * as Result from "effect/Result"
 * import * as Column from "../core/table/column.ts"
 * import { defineTable } from "../core/table/definition.ts"
 * import { tidied } from "../core/table/tidy.ts"
 *
 * const fees = defineTable({ file: "fees.csv", about: "Fees.", key: ["fee"], columns: { fee: Column.text({ about: "Its name." }), eur: Column.decimal({ about: "Its size." }), due: Column.boolean({ about: "Whether it is due." }) } })
 * const { cells, text } = Result.getOrThrow(tidied(fees, 'eur,fee,due,\n"# a, b",,,\n"5,46",basic,TRUE,\n'))
 * text // => "fee,eur,due\n# a, b\nbasic,5.46,true\n"
 * cells[0] // => { line: 3, column: "eur", before: "5,46", after: "5.46" }
 * ```
 */
export const tidied = (
  definition: AnyDefinition,
  source: string,
  decimalComma = false,
): Result.Result<Tidied, ReadonlyArray<ReadingError>> => {
  const columns = columnsOf(definition)
  const names = Object.keys(columns)
  const { errors } = readSource(definition.file, source, names)
  const layout = layoutOf(source, names.length)
  if (errors.length > 0 || Result.isFailure(layout)) return Result.fail(errors)
  const pieces = withoutEnd(layout.success)
  const header = pieces.find(({ kind }) => kind === "header")?.texts ?? []
  const isComma = decimalComma || hasDecimalCommas(pieces, header, columns)
  const tidiers = Object.entries(columns).map(([name, column]) => ({
    name,
    at: header.indexOf(name),
    tidy: makeTidier(column, isComma),
  }))
  const cells: Array<CellChange> = []
  const rowText = ({ line, texts }: Piece): string =>
    lineText(
      tidiers.map(({ at, name, tidy }) => {
        const before = texts[at] ?? ""
        const after = tidy(before)
        if (after !== before) cells.push({ line, column: name, before, after })
        return after
      }),
    )
  const lines = pieces.map((piece) => {
    if (piece.kind === "header") return lineText(names)
    return piece.kind === "row" ? rowText(piece) : (piece.texts[0] ?? "")
  })
  return Result.succeed({ text: `${lines.join("\n")}\n`, cells })
}
