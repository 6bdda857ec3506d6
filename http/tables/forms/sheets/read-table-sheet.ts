import * as Result from "effect/Result"
import { nearest } from "../../../../core/table/nearest.ts"
import { type AnyDefinition, columnsOf } from "../../../../core/table/load.ts"
import { cellName } from "../cell-name.ts"
import type { ReadCell, ReadSheet } from "../read-workbook.ts"
import type { SoundCell } from "./signatures.ts"

/** A row of a sheet that is not empty: a comment, or the cells in the order of the declared columns. */
export type SheetRow = {
  /** From 0, as in the sheet. */
  readonly row: number
} & (
  | { readonly kind: "comment"; readonly text: string }
  | { readonly kind: "row"; readonly cells: ReadonlyArray<SoundCell> }
)

/** A sheet as a table: its rows, and where each declared column stands in it. */
export interface TableRows {
  readonly sheet: string
  readonly places: ReadonlyArray<number>
  readonly rows: ReadonlyArray<SheetRow>
}

/** A cell or a sheet that cannot be read, in words: `sandbox.tariffs!C14 holds the error #REF!`. */
export type SheetFault = string

const isEmpty = (cell: ReadCell | undefined): boolean =>
  cell === null || cell === undefined || cell === ""

const commentIn = (cells: ReadonlyArray<ReadCell>): string | undefined => {
  const [first, ...rest] = cells
  if (typeof first !== "string" || !first.startsWith("#")) return undefined
  return first.startsWith("# ") || rest.every(isEmpty) ? first : undefined
}

const placesOf = (
  sheet: string,
  row: number,
  header: ReadonlyArray<ReadCell>,
  columns: ReadonlyArray<string>,
): Result.Result<ReadonlyArray<number>, ReadonlyArray<SheetFault>> => {
  const names = header.map((cell) => (typeof cell === "string" ? cell.trim() : cell))
  const missing = columns.filter((column) => !names.includes(column))
  const faults = [
    ...missing.map((column) => `${sheet} has no column ${column} in its header, row ${row + 1}`),
    ...names.flatMap((name, at) => {
      if (isEmpty(name) || columns.includes(String(name))) return []
      const close = nearest(String(name), missing)
      const hint = close === undefined ? "" : `; did you mean ${close}?`
      return `${sheet}!${cellName(row, at)} is no column of the table: ${JSON.stringify(name)}${hint}`
    }),
  ]
  return faults.length > 0
    ? Result.fail(faults)
    : Result.succeed(columns.map((column) => names.indexOf(column)))
}

/** Reads a sheet as the rows of a table, or says of each cell that cannot be read where it is. */
export const readTableSheet = (
  definition: AnyDefinition,
  { name: sheet, rows }: ReadSheet,
): Result.Result<TableRows, ReadonlyArray<SheetFault>> => {
  const columns = Object.keys(columnsOf(definition))
  const head = rows.findIndex((cells) => !cells.every(isEmpty) && commentIn(cells) === undefined)
  const read = placesOf(sheet, Math.max(head, 0), rows[head] ?? [], columns)
  if (Result.isFailure(read)) return Result.fail(read.failure)
  const places = read.success
  const faults: Array<SheetFault> = []
  const sound = (cell: ReadCell | undefined, row: number, at: number): SoundCell => {
    if (typeof cell !== "object" || cell === null) return cell ?? null
    faults.push(`${sheet}!${cellName(row, at)} holds ${cell.fault}`)
    return null
  }
  const found = rows.flatMap((cells, row): ReadonlyArray<SheetRow> => {
    if (row === head || cells.every(isEmpty)) return []
    const text = commentIn(cells)
    if (text !== undefined) return [{ row, kind: "comment", text }]
    const beside = cells.findIndex((cell, at) => !isEmpty(cell) && !places.includes(at))
    if (beside >= 0) faults.push(`${sheet}!${cellName(row, beside)} stands under no column`)
    return [{ row, kind: "row", cells: places.map((at) => sound(cells[at], row, at)) }]
  })
  return faults.length > 0 ? Result.fail(faults) : Result.succeed({ sheet, places, rows: found })
}
