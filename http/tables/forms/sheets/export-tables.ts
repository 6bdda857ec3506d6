import type * as Effect from "effect/Effect"
import * as Result from "effect/Result"
import { layoutOf } from "../../../../core/table/layout.ts"
import { type AnyDefinition, columnsOf } from "../../../../core/table/load.ts"
import { wordsOfSources } from "../../../../rules/tables/source-words.ts"
import { definitions } from "../../../../rules/tables/index.ts"
import { type WrittenSheet, writeWorkbook } from "../write-workbook.ts"
import { type ExportedTable, recordOf } from "./export-record.ts"
import { hashOf, tableSignature } from "./signatures.ts"
import { tableSheet } from "./table-sheet.ts"
import { makeWordLists, type WordLists } from "./word-lists.ts"

const all: ReadonlyArray<AnyDefinition> = Object.values(definitions)

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
    names,
  )
}
