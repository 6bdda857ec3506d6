import * as Effect from "effect/Effect"
import { tablesFolder } from "../config/table-settings.ts"
import { checkFiles, readAnsweringFiles } from "../tables/table-bundle.ts"

/** The tables of `TABLES_DIR` as they lie there, and the texts by file that they were loaded from. */
export const answeringTables = Effect.gen(function* () {
  const folder = yield* tablesFolder
  const files = yield* readAnsweringFiles(folder)
  const bundle = yield* Effect.fromResult(checkFiles(folder, files))
  return { ...bundle, sources: files.sources }
})
