import * as Result from "effect/Result"
import { readFileSync } from "node:fs"
import { fileURLToPath } from "node:url"
import { describeTableError } from "../../core/table/error.ts"
import { type AllTables, loadAllTables, tableFiles } from "../../rules/tables/index.ts"

const folder = fileURLToPath(new URL("../../data/", import.meta.url))

/** The texts of the shipped tables, by their names under data/. */
export const shippedSources = (): ReadonlyMap<string, string> =>
  new Map(tableFiles.map((file) => [file, readFileSync(`${folder}${file}`, "utf8")]))

const load = (): AllTables => {
  const tables = loadAllTables(shippedSources())
  if (Result.isSuccess(tables)) return tables.success
  throw new Error(tables.failure.slice(0, 20).map(describeTableError).join("\n"))
}

/** The shipped tables, loaded once per test file. */
export const shippedTables: AllTables = load()
