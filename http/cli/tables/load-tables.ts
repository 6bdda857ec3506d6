import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Result from "effect/Result"
import * as Flag from "effect/cli/Flag"
import type { WordsOf } from "../../../core/analysis/space.ts"
import type { Decision } from "../../../core/table/decision.ts"
import type { TableDefinition } from "../../../core/table/definition.ts"
import { inFileOrder } from "../../../core/table/error.ts"
import type { AnyDefinition } from "../../../core/table/load.ts"
import {
  type AllTables,
  definitionsIn,
  loadAllTables,
  tableFiles,
} from "../../../rules/tables/index.ts"
import { wordsOfSources } from "../../../rules/tables/compare-versions.ts"
import { tablesFolder } from "../../config/table-settings.ts"
import { readTableFiles, TablesInvalid } from "../../tables/table-files.ts"
import { allMistakes } from "../../../rules/tables/table-named.ts"

/** `--tables DIR`: the folder of tables that a command looks at. */
export const tablesFlag = Flag.String("tables").pipe(
  Flag.withDescription("Folder of the tables; TABLES_DIR when left out"),
  Flag.optional,
)

/** The folder that `--tables` names; `TABLES_DIR` where it is left out. */
export const folderFrom = Effect.fnUntraced(function* (given: Option.Option<string>) {
  return Option.isSome(given) ? given.value : yield* tablesFolder
})

/** Tables with the texts that they were read from, and the words that references may name. */
export interface LoadedTables {
  readonly folder: string
  readonly sources: ReadonlyMap<string, string>
  readonly tables: AllTables
  /** The decision tables. */
  readonly decisions: ReadonlyArray<Decision>
  /** The definitions of all other tables. */
  readonly plain: ReadonlyArray<TableDefinition>
  readonly wordsOf: WordsOf
}

const isPlain = (definition: AnyDefinition): definition is TableDefinition =>
  definition._tag === "TableDefinition"

const decisionsIn = (tables: AllTables): ReadonlyArray<Decision> =>
  Object.values(tables).flatMap((table) =>
    "definition" in table ? (table as unknown as Decision) : [],
  )

/**
 * Loads tables to look at them: mistakes in cells, keys and references are refused, findings such as
 * gaps are not.
 */
export const loadForAnalysis = Effect.fn("loadForAnalysis")(function* (
  given: Option.Option<string>,
) {
  const folder = yield* folderFrom(given)
  const files = yield* readTableFiles(folder, tableFiles)
  const { errors, sources } = files
  const loaded = loadAllTables(sources)
  if (Result.isFailure(loaded) || errors.length > 0) {
    const inTables = Result.isFailure(loaded) ? loaded.failure : []
    return yield* new TablesInvalid({ folder, errors: inFileOrder(allMistakes(files, inTables)) })
  }
  const all: ReadonlyArray<AnyDefinition> = Object.values(definitionsIn(sources))
  const tables = loaded.success
  return {
    folder,
    sources,
    tables,
    decisions: decisionsIn(tables),
    plain: all.filter(isPlain),
    wordsOf: wordsOfSources(all, sources),
  } satisfies LoadedTables
})
