import * as Effect from "effect/Effect"
import { type ReadCell, type ReadSheet, readWorkbook } from "../../spreadsheets/read-workbook.ts"
import type { RequestCell } from "./read-cell.ts"
import type { RequestRow } from "./row-request.ts"

const cellOf = (cell: ReadCell): RequestCell => cell ?? ""

const isFilled = ({ hidden, rows }: ReadSheet): boolean =>
  !hidden && rows.some((row) => row.some((cell) => cell !== null && cell !== ""))

/** The rows of the first sheet of a workbook that is shown and not empty, by their numbers. */
export const workbookRows = Effect.fnUntraced(function* (bytes: Uint8Array) {
  const sheets = yield* readWorkbook(bytes)
  const rows = sheets.find(isFilled)?.rows ?? []
  return rows.map((row, index): RequestRow => ({ line: index + 1, cells: row.map(cellOf) }))
})
