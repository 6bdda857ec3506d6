import { csvText, formulasMarked } from "../../../core/table/csv.ts"
import type { AnswerCell } from "./answer-cells.ts"

/**
 * A cell as CSV, text byte for byte as it came. For people to open in a spreadsheet, what that would run as a formula is
 * marked. Numbers are as they are.
 *
 * ```ts
 * import { csvCell } from "../http/bulk/rows/csv-cell.ts"
 *
 * csvCell("=1+1") // => "=1+1"
 * csvCell("=1+1", true) // => "'=1+1"
 * csvCell(-1, true) // => "-1"
 * csvCell("Europe, all") // => '"Europe, all"'
 * csvCell(true) // => "TRUE"
 * csvCell(null) // => ""
 * ```
 */
export const csvCell = (cell: AnswerCell, forPeople = false): string => {
  if (cell === null) return ""
  if (typeof cell === "boolean") return cell ? "TRUE" : "FALSE"
  if (typeof cell === "number") return String(cell)
  return csvText(forPeople ? formulasMarked(cell) : cell)
}

/** A row of cells as a line of CSV, without its end. */
export const csvLine = (cells: ReadonlyArray<AnswerCell>): string =>
  cells.map((cell) => csvCell(cell)).join(",")
