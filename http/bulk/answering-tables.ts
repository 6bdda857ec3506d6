import * as Effect from "effect/Effect"
import { tablesFolder } from "../config/table-settings.ts"
import { loadInForce } from "../tables/load-bundle.ts"

/** The tables of `TABLES_DIR` that are in force today, and the texts by file that they were loaded from. */
export const answeringTables = Effect.gen(function* () {
  const { bundle, sources } = yield* loadInForce(yield* tablesFolder)
  return { ...bundle, sources }
})
