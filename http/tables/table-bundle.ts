import { createHash } from "node:crypto"
import { readFile } from "node:fs/promises"
import { join } from "node:path"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Result from "effect/Result"
import { loadTables, tableFiles, type Tables } from "../../rules/tables/index.ts"
import { tablesFolder } from "../config.ts"
import { TablesInvalid, TablesUnreadable } from "./errors.ts"

/** The tables in force, and the hash of their contents that answers carry as their version. */
export class TableBundle extends Context.Service<
  TableBundle,
  { readonly tables: Tables; readonly hash: string; readonly folder: string }
>()("viatica/http/tables/TableBundle") {
  /** The tables of `TABLES_DIR`. */
  static readonly layer = Layer.effect(
    TableBundle,
    Effect.suspend(() => loadBundle),
  )
}

/** Hex digits of the hash that a version shows. */
const hashDigits = 12

/**
 * The hash of a set of table texts: SHA-256 over names and contents in the order of their names,
 * its first 12 hex digits.
 */
export const sourcesHash = (sources: ReadonlyMap<string, string>): string => {
  const hash = createHash("sha256")
  for (const [file, text] of [...sources].sort(([left], [right]) => (left < right ? -1 : 1))) {
    hash.update(`${file}\0${text.length}\0${text}`)
  }
  return hash.digest("hex").slice(0, hashDigits)
}

/** Reads the texts of every table from a folder. */
export const readSources = (
  folder: string,
): Effect.Effect<ReadonlyMap<string, string>, TablesUnreadable> =>
  Effect.tryPromise({
    try: async () =>
      new Map(
        await Promise.all(
          tableFiles.map(
            async (file) => [file, await readFile(join(folder, file), "utf8")] as const,
          ),
        ),
      ),
    catch: (cause) =>
      new TablesUnreadable({
        folder,
        reason: cause instanceof Error ? cause.message : String(cause),
      }),
  })

const loadBundle = Effect.gen(function* () {
  const folder = yield* tablesFolder
  const sources = yield* readSources(folder)
  const tables = loadTables(sources)
  if (Result.isFailure(tables)) {
    return yield* new TablesInvalid({ folder, errors: tables.failure })
  }
  return { tables: tables.success, hash: sourcesHash(sources), folder }
})
