import { createHash } from "node:crypto"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Result from "effect/Result"
import { inFileOrder } from "../../core/table/error.ts"
import { loadTables, tableFiles, type Tables } from "../../rules/tables/index.ts"
import { tablesFolder } from "../config.ts"
import { TablesInvalid, type TablesUnreadable } from "./errors.ts"
import { readTableFiles } from "./table-files.ts"

/** Tables, the hash of their contents that answers carry as their version, and where they lie. */
export interface Bundle {
  readonly tables: Tables
  readonly hash: string
  readonly folder: string
}

/** The tables in force. */
export class TableBundle extends Context.Service<TableBundle, Bundle>()(
  "viatica/http/tables/TableBundle",
) {
  /** The tables of `TABLES_DIR`. */
  static readonly layer = Layer.effect(
    TableBundle,
    Effect.suspend(() => Effect.flatMap(tablesFolder, loadBundle)),
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

/** Reads the texts of every table from a folder in which every file is present and readable. */
export const readSources = (
  folder: string,
): Effect.Effect<ReadonlyMap<string, string>, TablesUnreadable | TablesInvalid> =>
  Effect.flatMap(readTableFiles(folder, tableFiles), ({ sources, errors }) =>
    errors.length === 0
      ? Effect.succeed(sources)
      : Effect.fail(new TablesInvalid({ folder, errors: inFileOrder(errors) })),
  )

/** Loads the tables of a folder, or every mistake in its files and in the tables at once. */
export const loadBundle = Effect.fn("loadBundle")(function* (
  folder: string,
): Effect.fn.Return<Bundle, TablesUnreadable | TablesInvalid> {
  const { sources, errors } = yield* readTableFiles(folder, tableFiles)
  const loaded = loadTables(sources)
  if (Result.isSuccess(loaded) && errors.length === 0) {
    return { tables: loaded.success, hash: sourcesHash(sources), folder }
  }
  const inTables = Result.isFailure(loaded)
    ? loaded.failure.filter(({ file }) => sources.has(file))
    : []
  return yield* new TablesInvalid({ folder, errors: inFileOrder([...errors, ...inTables]) })
})
