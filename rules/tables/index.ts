import * as Result from "effect/Result"
import { inFileOrder, type TableError } from "../../core/table/error.ts"
import { loadDefinitions, type TablesOf } from "../../core/table/load.ts"
import { manifest, manifestErrors } from "./bundle.ts"
import * as coach from "./coach.ts"
import * as corpus from "./corpus.ts"
import { countries } from "./countries.ts"
import * as money from "./money.ts"
import * as pricing from "./pricing.ts"
import * as reference from "./reference.ts"

/** Every table there is, by the name under which rules read it. */
export const definitions = {
  manifest,
  ...coach,
  ...corpus,
  ...reference,
  countries,
  ...money,
  ...pricing,
}

/** All tables, typed, compiled and consistent with each other. */
export type Tables = TablesOf<typeof definitions>

/** The files under data/ that {@link loadTables} reads. */
export const tableFiles: ReadonlyArray<string> = Object.values(definitions).map(({ file }) => file)

/** Loads all tables from their texts by file name: the tables, or every error in them at once. */
export const loadTables = (
  sources: ReadonlyMap<string, string>,
): Result.Result<Tables, ReadonlyArray<TableError>> => {
  const loaded = loadDefinitions(definitions, sources)
  const inManifest = manifestErrors(sources.get(manifest.file) ?? "")
  if (inManifest.length === 0) return loaded
  const others = Result.isFailure(loaded) ? loaded.failure : []
  return Result.fail(inFileOrder([...others, ...inManifest]))
}
