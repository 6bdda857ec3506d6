import { csvText } from "../../../core/table/csv.ts"
import type { AnswerCell } from "./answer-cells.ts"

/** A text that a spreadsheet would run as a formula. */
const formula = /^[=+\-@\t\r]/

/**
 * A cell as CSV that is safe to open in a spreadsheet: a text that would be run as a formula there has
 * an apostrophe before it. Numbers are as they are.
 *
 * ```ts
 * import { csvCell } from "../http/cli/rows/csv-cell.ts"
 *
 * csvCell("=1+1") // => "'=1+1"
 * csvCell(-1) // => "-1"
 * csvCell("Europe, all") // => '"Europe, all"'
 * csvCell(true) // => "TRUE"
 * csvCell(null) // => ""
 * ```
 */
export const csvCell = (cell: AnswerCell): string => {
  if (cell === null) return ""
  if (typeof cell === "boolean") return cell ? "TRUE" : "FALSE"
  if (typeof cell === "number") return String(cell)
  return csvText(formula.test(cell) ? `'${cell}` : cell)
}

/** A row of cells as a line of CSV, without its end. */
export const csvLine = (cells: ReadonlyArray<AnswerCell>): string => cells.map(csvCell).join(",")
