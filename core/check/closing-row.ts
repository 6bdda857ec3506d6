import * as Result from "effect/Result"
import { type CsvField, csvText, readCsv } from "../table/csv.ts"

/** The header of a CSV text, field by field with places; empty where there is none. */
export const headerOf = (source: string): ReadonlyArray<CsvField> => {
  const lines = source.split("\n")
  const index = lines.findIndex((line) => line.trim() !== "" && !/^"?#/.test(line))
  const header = Result.getOrElse(readCsv(lines[index] ?? ""), () => [])[0]
  return header?.fields.map((field) => ({ ...field, line: index + 1 })) ?? []
}

/**
 * A row as CSV in the order of a header, given some of its cells by column: conditions that are not
 * given are empty, which takes anything, and everything else is `?`, to be filled in.
 *
 * ```ts
 * import { closingRow } from "../core/check/closing-row.ts"
 *
 * closingRow(["zone", "days", "rate"], ["zone", "days"], { zone: "not(a|b)" }) // => "not(a|b),,?"
 * ```
 */
export const closingRow = (
  header: ReadonlyArray<string>,
  conditions: ReadonlyArray<string>,
  cells: Readonly<Record<string, string>>,
): string =>
  header
    .map((column) => cells[column] ?? (conditions.includes(column) ? "" : "?"))
    .map(csvText)
    .join(",")

/**
 * The comment that declares a gap as intended, up to the reason.
 *
 * ```ts
 * import { gapDirective } from "../core/check/closing-row.ts"
 *
 * gapDirective({ zone: "not(a|b)", days: ">3" }) // => "# gap zone=not(a|b) days=>3 : "
 * ```
 */
export const gapDirective = (cells: Readonly<Record<string, string>>): string => {
  const conditions = Object.entries(cells).map(([column, cell]) => `${column}=${cell}`)
  return `# gap ${conditions.join(" ")} : `
}
