import type * as Effect from "effect/Effect"
import * as Result from "effect/Result"
import { layoutOf } from "../../../../core/table/layout.ts"
import { type AnyDefinition, columnsOf } from "../../../../core/table/load.ts"
import type { ReadSheet } from "../read-workbook.ts"
import { sheetLimits } from "../xlsx/sheet-rows.ts"
import { hashOf, makeWordLists, tableSheet, tableSignature, type WordLists } from "./table-sheet.ts"
import { type NamedList, writeWorkbook, type WrittenSheet } from "../write-workbook.ts"
import { definitionsIn } from "../../../../rules/tables/index.ts"
import { wordsOfSources } from "../../../../rules/tables/compare-versions.ts"

const exportOne = (
  definition: AnyDefinition,
  source: string,
  lists: WordLists,
): ReadonlyArray<readonly [WrittenSheet, ExportedTable]> => {
  const sheet = tableSheet(definition, source, lists)
  if (sheet === undefined) return []
  const layout = layoutOf(source, Object.keys(columnsOf(definition)).length)
  const pieces = Result.getOrElse(layout, () => [])
  const { file } = definition
  const cellsHash = tableSignature(definition, pieces)
  return [[sheet, { sheet: sheet.name, file, textHash: hashOf(source), cellsHash }]]
}

/** Tables as a workbook: a sheet for each, one with the words of drop-downs, and the record of it all. */
export const exportTables = (
  sources: ReadonlyMap<string, string>,
  files: ReadonlyArray<string>,
): Effect.Effect<Uint8Array> => {
  const all: ReadonlyArray<AnyDefinition> = Object.values(definitionsIn(sources))
  const lists = makeWordLists(wordsOfSources(all, sources))
  const exported = all
    .filter(({ file }) => files.includes(file))
    .flatMap((definition) => exportOne(definition, sources.get(definition.file) ?? "", lists))
  const { names, sheet } = lists.sheet()
  return writeWorkbook(
    [
      ...exported.map(([each]) => each),
      ...(names.length === 0 ? [] : [sheet]),
      recordOf(exported.map(([, record]) => record)),
    ],
    [...names, ...exported.map(([{ name }], at) => markOf(name, at))],
  )
}

/** A name for the first column of an exported sheet, by which it is found when it is called otherwise. */
const markOf = (sheet: string, at: number): NamedList => ({
  name: markAt(at),
  sheet,
  column: 0,
  rows: [0, sheetLimits.rows - 1],
})

const markAt = (at: number): string => `${recordSheet}_${at + 1}`

/** Whether a name of a workbook leads to an exported sheet. */
export const isMark = (name: string): boolean => name.startsWith(`${recordSheet}_`)

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

/** What a record says about one sheet, and the name that leads to it. */
export interface RecordedTable extends ExportedTable {
  readonly mark: string
}

const title = "viatica tables"
const version = 1

/** The record of an export as a sheet of its own. */
const recordOf = (tables: ReadonlyArray<ExportedTable>): WrittenSheet => ({
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
): ReadonlyArray<RecordedTable> | undefined => {
  const rows = sheets.find(({ name }) => name === recordSheet)?.rows ?? []
  const [first = [], ...tables] = rows
  if (first[0] !== title || first[1] !== version) return undefined
  return tables.flatMap(([sheet, file, textHash, cellsHash], at) =>
    typeof sheet === "string" && typeof file === "string"
      ? [
          {
            sheet,
            file,
            textHash: String(textHash),
            cellsHash: String(cellsHash),
            mark: markAt(at),
          },
        ]
      : [],
  )
}
