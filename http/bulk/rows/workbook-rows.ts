import * as Effect from "effect/Effect"
import {
  isWorkbookFault,
  type OpenSheet,
  openWorkbook,
  type ReadCell,
  type WorkbookRow,
  type WorkbookFault,
} from "../../tables/forms/read-workbook.ts"
import type { RequestCell } from "./read-cell.ts"
import type { RequestRow } from "./row-request.ts"

const cellOf = (cell: ReadCell): RequestCell => cell ?? ""

const rowOf = ({ cells, number }: WorkbookRow): RequestRow => ({
  line: number,
  cells: cells.map(cellOf),
})

/** Rows are handed on so many at a time: those of a whole piece of a sheet would outlive young memory. */
const rowsAtOnce = 256

/** Why a workbook is not read, behind the name of its file. */
const reasonOf = (fault: WorkbookFault): Error =>
  new Error(
    fault._tag === "WorkbookUnreadable" ? `it is no XLSX workbook: ${fault.reason}` : fault.message,
  )

const isFilled = ({ cells }: WorkbookRow): boolean =>
  cells.some((cell) => cell !== null && cell !== "")

async function* filledSheet(
  sheets: ReadonlyArray<OpenSheet>,
): AsyncGenerator<ReadonlyArray<WorkbookRow>> {
  for (const { hidden, rows } of sheets) {
    if (hidden) continue
    let isFound = false
    for await (const some of rows()) {
      isFound ||= some.some(isFilled)
      if (isFound) yield some
    }
    if (isFound) return
  }
}

/**
 * The rows of the first sheet of a workbook that is shown and not empty, by their numbers, as the sheet is
 * read, and how much of the file went by with them. The rows end with an error in words.
 */
export const workbookRows = Effect.fnUntraced(function* (bytes: Uint8Array) {
  const { bytesRead, sheets } = yield* Effect.mapError(openWorkbook(bytes), reasonOf)
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
  return { rows: rows(), readBytes: bytesRead }
})
