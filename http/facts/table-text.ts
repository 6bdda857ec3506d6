import { csvText } from "../../core/table/csv.ts"

/** A table to write: its file under data/, its columns, its comment lines and its rows of cells. */
export interface TableText {
  readonly file: string
  readonly columns: ReadonlyArray<string>
  readonly comments?: ReadonlyArray<string>
  readonly rows: ReadonlyArray<ReadonlyArray<string | number | null>>
}

const lineText = (cells: ReadonlyArray<string | number | null>): string =>
  cells.map((value) => csvText(String(value ?? ""))).join(",")

/**
 * The CSV text of a table: header row, comment lines, rows; LF line ends.
 *
 * ```ts
 * import { tableText } from "../http/facts/table-text.ts"
 *
 * tableText({ file: "a.csv", columns: ["code", "name"], rows: [["FR", "a, b"]] }) // => 'code,name\nFR,"a, b"\n'
 * ```
 */
export const tableText = (table: TableText): string =>
  [
    lineText(table.columns),
    ...(table.comments ?? []).map((comment) => `# ${comment}`),
    ...table.rows.map(lineText),
    "",
  ].join("\n")

/** The order of two texts by code point, the same on every machine and in every locale. */
export const byText = (left: string, right: string): number =>
  left < right ? -1 : left > right ? 1 : 0
