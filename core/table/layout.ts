import * as Result from "effect/Result"
import { wholeComment } from "./directives.ts"
import { type CsvProblem, type CsvRow, csvText, readCsv } from "./csv.ts"
import { isRow } from "./source.ts"
import { makeFitting, namedWidth } from "./spreadsheet-records.ts"

/** A part of a table's text that takes whole lines, in the order of the file. */
export interface Piece {
  readonly kind: "comment" | "blank" | "header" | "row"
  /** Its first line, from 1. */
  readonly line: number
  /** Its lines as written, without the end of the last one. */
  readonly raw: string
  /** The cells of a header or a row in the order of the file; the one text of a comment. */
  readonly texts: ReadonlyArray<string>
}

/** How many lines a record takes: one, and one for each line feed in its cells. */
const linesOf = ({ texts }: CsvRow): number => texts.join("").split("\n").length

/** A comment as a spreadsheet leaves it has at least as many cells as the table has columns. */
const commentText = (raw: string, width: number): string =>
  raw.startsWith('"') || raw.split(",").length >= width ? wholeComment(raw) : raw

/**
 * Cuts a table's text with line feeds at line ends into comments, blank lines, header and rows, all
 * of them, each at the width of the table: `columns` says how many it has.
 *
 * ```ts
 * import * as Result from "effect/Result"
 * import { layoutOf } from "../core/table/layout.ts"
 *
 * const pieces = Result.getOrThrow(layoutOf('code,name,\n"# a, b",,\n,,\nFR,France,\n', 2))
 * pieces.map(({ kind, texts }) => [kind, ...texts]) // => [["header", "code", "name"], ["comment", "# a, b"], ["blank"], ["row", "FR", "France"]]
 * ```
 */
export const layoutOf = (
  source: string,
  columns: number,
): Result.Result<ReadonlyArray<Piece>, CsvProblem> => {
  const read = readCsv(source)
  if (Result.isFailure(read)) return Result.fail(read.failure)
  const rows = read.success.filter((record) => isRow(record, columns))
  const [header] = rows
  const width = header === undefined ? columns : namedWidth(header)
  const fit = makeFitting(rows, width)
  const byLine = new Map(read.success.map((record) => [record.line, record]))
  const known = new Set(rows)
  const lines = source.replace(/\n$/, "").split("\n")
  const pieces: Array<Piece> = []
  for (let line = 1; line <= lines.length;) {
    const record = byLine.get(line)
    const count = record === undefined ? 1 : linesOf(record)
    const raw = lines.slice(line - 1, line - 1 + count).join("\n")
    if (record !== undefined && known.has(record)) {
      const { texts } = record.texts.length === width ? record : (fit(record) ?? record)
      pieces.push({ kind: record === header ? "header" : "row", line, raw, texts })
    } else if (/^"?#/.test(raw)) {
      pieces.push({ kind: "comment", line, raw, texts: [commentText(raw, width)] })
    } else pieces.push({ kind: "blank", line, raw, texts: [] })
    line += count
  }
  return Result.succeed(pieces)
}

/**
 * A table's text under other columns, by their names: cells of new ones are empty, and comments and
 * blank lines stay where they are. `width` says how many columns it has. A text that is no CSV stays as it is.
 *
 * ```ts
 * import { underColumns } from "../core/table/layout.ts"
 *
 * underColumns("code,name\n# A country.\nFR,France\n", 2, ["name", "zone", "code"]) // => "name,zone,code\n# A country.\nFrance,,FR\n"
 * underColumns('code\n"FR\n', 1, ["name"]) // => 'code\n"FR\n'
 * ```
 */
export const underColumns = (
  source: string,
  width: number,
  columns: ReadonlyArray<string>,
): string => {
  const layout = layoutOf(source, width)
  if (Result.isFailure(layout)) return source
  const pieces = layout.success
  const header = pieces.find(({ kind }) => kind === "header")?.texts ?? []
  const lines = pieces.map(({ kind, raw, texts }) => {
    if (kind === "header") return columns.join(",")
    if (kind !== "row") return raw
    return columns.map((column) => csvText(texts[header.indexOf(column)] ?? "")).join(",")
  })
  return `${lines.join("\n")}\n`
}
