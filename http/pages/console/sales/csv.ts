import { csvText, formulasMarked } from "../../../../core/table/csv.ts"

/** A cell of an export: a text of anybody, or a number that is written as it is. */
export type CsvCell = string | { readonly plainNumber: string } | null

/**
 * A cell of a CSV file by RFC 4180. A text that a spreadsheet would take for a formula gets an
 * apostrophe before it, so that it stays a text.
 *
 * ```ts
 * import { csvCell } from "../http/pages/console/sales/csv.ts"
 *
 * csvCell("AC-2291") // => "AC-2291"
 * csvCell("a,\"b\"") // => "\"a,\"\"b\"\"\""
 * csvCell("=1+1") // => "'=1+1"
 * csvCell({ plainNumber: "-0.05" }) // => "-0.05"
 * csvCell(null) // => ""
 * ```
 */
export const csvCell = (cell: CsvCell): string => {
  if (cell === null) return ""
  if (typeof cell !== "string") return cell.plainNumber
  return csvText(formulasMarked(cell))
}

/**
 * A line of a CSV file, its end included.
 *
 * ```ts
 * import { csvLine } from "../http/pages/console/sales/csv.ts"
 *
 * csvLine(["order", { plainNumber: "12.50" }, null]) // => "order,12.50,\r\n"
 * ```
 */
export const csvLine = (cells: ReadonlyArray<CsvCell>): string =>
  `${cells.map(csvCell).join(",")}\r\n`
