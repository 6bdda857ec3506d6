import * as Result from "effect/Result"
import { describeTableError } from "../../core/table/error.ts"
import { type AllTables, loadAllTables } from "../../rules/tables/index.ts"
import { shippedSources } from "./shipped-sources.ts"

const load = (): AllTables => {
  const tables = loadAllTables(shippedSources())
  if (Result.isSuccess(tables)) return tables.success
  throw new Error(tables.failure.slice(0, 20).map(describeTableError).join("\n"))
}

/** The shipped tables, loaded once per test file. */
export const shippedTables: AllTables = load()
