import * as Effect from "effect/Effect"
import * as Result from "effect/Result"
import { inFileOrder } from "../../core/table/error.ts"
import { loadDefinitions } from "../../core/table/load.ts"
import { makeBilanRenderer } from "../../rules/messages/render.ts"
import { renderingDefinitions, renderingFiles } from "../../rules/messages/rendering-tables.ts"
import { tableFiles } from "../../rules/tables/index.ts"
import { TablesInvalid } from "./folder-errors.ts"
import { allMistakes, readTableFiles } from "./table-files.ts"
import { compileText } from "../messages/icu.ts"

/** Renders bilans with the texts of a folder of tables; a mistake in their files fails. */
export const rendererOf = Effect.fn("rendererOf")(function* (folder: string) {
  const files = yield* readTableFiles(folder, renderingFiles, tableFiles)
  const loaded = loadDefinitions(renderingDefinitions, files.sources)
  if (Result.isSuccess(loaded) && files.errors.length === 0) {
    return makeBilanRenderer({ texts: loaded.success, format: compileText })
  }
  const inTables = Result.isFailure(loaded) ? loaded.failure : []
  return yield* new TablesInvalid({ folder, errors: inFileOrder(allMistakes(files, inTables)) })
})
