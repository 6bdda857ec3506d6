import * as Result from "effect/Result"
import { headerOf } from "../../../../core/check/check-rows.ts"
import type { Finding } from "../../../../core/check/finding.ts"
import { readCsv } from "../../../../core/table/csv.ts"
import type { MeantRow } from "../../../../core/check/meaning/table-cells.ts"
import type { GhostRow } from "../../protocol/check.ts"
import type { CheckedTexts } from "./checked-texts.ts"
import { inputsOf } from "../../../../rules/check/tell/column-words.ts"

/** The cells of a row of CSV in the order of a header; `?` stands for what is still to be filled in. */
const cellsIn = (header: ReadonlyArray<string>, row: string): Readonly<Record<string, string>> => {
  // In a table of one column a hash alone would make a comment of it, and an empty cell no row.
  const [record] = Result.getOrElse(readCsv(row), () => [])
  return Object.fromEntries(
    header.flatMap((column, index) => {
      const text = record?.texts[index] ?? ""
      return text === "?" || text === "" ? [] : [[column, text]]
    }),
  )
}

/** Where a number condition begins; words have no place. */
const startOf = (cell: string): number | undefined => {
  const figure = /-?\d+(?:\.\d+)?/.exec(cell)
  return figure === null ? undefined : Number(figure[0]) + (cell.startsWith(">") ? 0.5 : 0)
}

/** How much a row has in common with the cells of another, and whether it comes before them. */
const likeness = (
  row: MeantRow,
  cells: Readonly<Record<string, string>>,
  columns: ReadonlyArray<string>,
): { readonly alike: number; readonly isBefore: boolean } => {
  let alike = 0
  let isBefore = true
  for (const [index, column] of columns.entries()) {
    // The first columns say most of what a row is about: its tariff before its ages.
    const weight = 2 * (columns.length - index) + 2
    const [own, wanted] = [row.cell(column), cells[column] ?? ""]
    if (own === wanted) alike += weight
    else if (wanted !== "" && own !== "" && own.split("|").includes(wanted)) {
      alike += weight / 2
    }
    const [start, other] = [startOf(own), startOf(wanted)]
    if (own !== wanted && start !== undefined && other !== undefined && start > other) {
      isBefore = false
    }
  }
  return { alike, isBefore }
}

/** The row that most resembles some cells, and whether it comes before them; of equals the last. */
export const nearestRow = (
  rows: ReadonlyArray<MeantRow>,
  cells: Readonly<Record<string, string>>,
  columns: ReadonlyArray<string>,
): { readonly row: MeantRow; readonly isBefore: boolean } | undefined => {
  let best: { row: MeantRow; alike: number; isBefore: boolean } | undefined
  for (const row of rows) {
    const one = likeness(row, cells, columns)
    const isBetter =
      best === undefined ||
      one.alike > best.alike ||
      (one.alike === best.alike && (one.isBefore || !best.isBefore))
    if (isBetter) best = { row, ...one }
  }
  return best
}

/** A row that is missing, as it would stand: behind the row that it most resembles. */
export const ghostOf = (finding: Finding, texts: CheckedTexts): GhostRow | null => {
  if (finding._tag !== "Gap" && finding._tag !== "MissingRow") return null
  const definition = texts.definitionOf(finding.file)
  if (finding.row === null || definition === undefined) return null
  const header = headerOf(texts.sources.get(finding.file) ?? "")
  const cells = cellsIn(
    header.map(({ text }) => text),
    finding.row,
  )
  const inputs = Object.keys(inputsOf(definition))
  const columns = inputs.length > 0 ? inputs : Object.keys(cells)
  const rows = texts.rowsOf(finding.file)
  const nearest = nearestRow(rows, cells, columns)
  const headerLine = header[0]?.line ?? 1
  if (nearest === undefined) return { afterLine: headerLine, cells }
  const { isBefore, row } = nearest
  if (isBefore) return { afterLine: row.line, cells }
  const above = rows[rows.indexOf(row) - 1]
  return { afterLine: above?.line ?? headerLine, cells }
}
