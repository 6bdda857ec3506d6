import * as Result from "effect/Result"
import { layoutOf, type Piece } from "../../../../core/table/layout.ts"
import { type AnyDefinition, columnsOf } from "../../../../core/table/load.ts"
import { lineText } from "../../../../core/table/tidy.ts"
import type { SheetRow, TableRows } from "./read-table-sheet.ts"
import { hashOf, inDeclaredOrder, rowSignature } from "./signatures.ts"
import { cellText, usualDecimals } from "./typed-cell.ts"

/** A table's text made from a sheet, and the row of the sheet, from 0, that each of its lines is from. */
export interface MergedText {
  readonly text: string
  readonly rowOfLine: ReadonlyMap<number, number>
}

/** Pieces by what they say, those that say the same one behind the other. */
const makeQueues = (entries: ReadonlyArray<readonly [key: string, at: number]>) => {
  const queues = new Map<string, Array<number>>()
  for (const [key, at] of entries) queues.set(key, [...(queues.get(key) ?? []), at])
  return (key: string): number | undefined => queues.get(key)?.shift()
}

const keyOf = (definition: AnyDefinition, row: SheetRow): string =>
  row.kind === "comment" ? row.text : rowSignature(definition, row.cells)

/** What a sheet says as a hash that does not depend on how a spreadsheet writes its cells. */
export const sheetSignature = (definition: AnyDefinition, { rows }: TableRows): string =>
  hashOf(rows.map((row) => keyOf(definition, row)).join("\n"))

const asComment = (text: string): string =>
  text
    .split(/\r?\n/)
    .map((line) => (line.startsWith("#") ? line : `# ${line}`))
    .join("\n")

/** The rows of a table as it lies on disk, prepared to be found again. */
const prepare = (definition: AnyDefinition, source: string) => {
  const columns = Object.entries(columnsOf(definition))
  const layout = layoutOf(source, columns.length)
  const pieces: ReadonlyArray<Piece> = Result.getOrElse(layout, () => [])
  const header = pieces.find(({ kind }) => kind === "header")
  const names = header?.texts ?? columns.map(([name]) => name)
  const cellsOf = ({ texts }: Piece): ReadonlyArray<string> =>
    inDeclaredOrder(definition, names, texts)
  const keys = pieces.flatMap((piece, at): ReadonlyArray<readonly [string, number]> => {
    if (piece.kind === "comment") return [[piece.texts[0] ?? "", at]]
    return piece.kind === "row" ? [[rowSignature(definition, cellsOf(piece)), at]] : []
  })
  const decimals = columns.map(([, column], at) =>
    usualDecimals(
      column,
      pieces.flatMap((piece) => (piece.kind === "row" ? [cellsOf(piece)[at] ?? ""] : [])),
    ),
  )
  return { columns, pieces, header, names, cellsOf, keys, decimals }
}

type Prepared = ReturnType<typeof prepare>

/** Some lines of a text, and the row of the sheet that they are from. */
interface Lines {
  readonly text: string
  readonly row?: number
}

/** A row that says something new, near the one that stood there before. */
const newLines = (
  { cellsOf, columns, decimals, names }: Prepared,
  row: SheetRow,
  near: Piece | undefined,
): string => {
  if (row.kind === "comment") return asComment(row.text)
  const before = near?.kind === "row" ? cellsOf(near) : undefined
  const cells = new Map(
    columns.map(([name, column], at) => [
      name,
      cellText(column, row.cells[at] ?? null, before?.[at], decimals[at] ?? 0),
    ]),
  )
  return lineText(names.map((name) => cells.get(name) ?? ""))
}

/** The blank lines behind a piece. */
const blanksBehind = ({ pieces }: Prepared, at: number): ReadonlyArray<Lines> => {
  const end = pieces.findIndex(({ kind }, index) => index > at && kind !== "blank")
  return pieces.slice(at + 1, end < 0 ? undefined : end).map(() => ({ text: "" }))
}

/** The lines of a sheet's rows, each as it was where it says the same, around the header. */
const mergedLines = (
  definition: AnyDefinition,
  prepared: Prepared,
  rows: ReadonlyArray<SheetRow>,
): ReadonlyArray<Lines> => {
  const { header, keys, names, pieces } = prepared
  const head = header === undefined ? -1 : pieces.indexOf(header)
  const take = makeQueues(keys)
  const matched = rows.map((row) => take(keyOf(definition, row)))
  const taken = new Set(matched)
  let last = head
  const lines = rows.map((row, index): ReadonlyArray<Lines> => {
    const at = matched[index]
    if (at !== undefined) {
      last = at
      return [{ text: pieces[at]?.raw ?? "", row: row.row }, ...blanksBehind(prepared, at)]
    }
    // Which row stood here before decides only how cells are written that say the same.
    const near = taken.has(last + 1) ? undefined : pieces[last + 1]
    if (near !== undefined) last += 1
    return [{ text: newLines(prepared, row, near), row: row.row }]
  })
  const above = matched.findIndex((at) => at === undefined || at > head)
  const first = above < 0 ? lines.length : above
  const headLines = [{ text: header?.raw ?? lineText(names) }, ...blanksBehind(prepared, head)]
  return [...lines.slice(0, first), headLines, ...lines.slice(first)].flat()
}

/**
 * A table's text with what a sheet says: lines that say the same stay as they were written, byte by
 * byte; others are written in the house's form, and cells in them that say the same as they were.
 */
export const mergeSheet = (
  definition: AnyDefinition,
  source: string,
  { rows }: TableRows,
): MergedText => {
  const lines = mergedLines(definition, prepare(definition, source), rows)
  const rowOfLine = new Map<number, number>()
  let line = 1
  for (const { row, text } of lines) {
    if (row !== undefined) rowOfLine.set(line, row)
    line += text.split("\n").length
  }
  const end = source.endsWith("\n") || source === "" ? "\n" : ""
  return { text: `${lines.map(({ text }) => text).join("\n")}${end}`, rowOfLine }
}
