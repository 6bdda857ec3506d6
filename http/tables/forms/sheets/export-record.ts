import type { ReadSheet } from "../read-workbook.ts"
import type { WrittenSheet } from "../write-workbook.ts"

/** The hidden sheet that tells what a workbook was made from. */
export const recordSheet = "_viatica"

/** What one sheet was made from. */
export interface ExportedTable {
  readonly sheet: string
  readonly file: string
  /** The hash of the table's text, and the one of what its cells say. */
  readonly textHash: string
  readonly cellsHash: string
}

const title = "viatica tables"
const version = 1

/** The record of an export as a sheet of its own. */
export const recordOf = (tables: ReadonlyArray<ExportedTable>): WrittenSheet => ({
  name: recordSheet,
  hidden: true,
  rows: [
    [title, version],
    ...tables.map(({ cellsHash, file, sheet, textHash }) => [sheet, file, textHash, cellsHash]),
  ],
})

/** The record of an export in the sheets of a workbook; undefined where there is none that is known. */
export const readRecord = (
  sheets: ReadonlyArray<ReadSheet>,
): ReadonlyArray<ExportedTable> | undefined => {
  const rows = sheets.find(({ name }) => name === recordSheet)?.rows ?? []
  const [first = [], ...tables] = rows
  if (first[0] !== title || first[1] !== version) return undefined
  return tables.flatMap(([sheet, file, textHash, cellsHash]) =>
    typeof sheet === "string" && typeof file === "string"
      ? [{ sheet, file, textHash: String(textHash), cellsHash: String(cellsHash) }]
      : [],
  )
}
