import * as Effect from "effect/Effect"
import * as Result from "effect/Result"
import { createHash } from "node:crypto"
import { checkTables } from "../../core/check/check.ts"
import type { CheckMemory } from "../../core/check/check-memory.ts"
import type { CheckQuestion } from "../../core/check/finding.ts"
import { severityOf } from "../../core/check/severity.ts"
import { isCaseFile } from "../../core/table/case-table.ts"
import { inFileOrder, type TableError } from "../../core/table/error.ts"
import { loadDefinitions, type LoadMemory } from "../../core/table/load.ts"
import { isOwnFile } from "../../core/table/own-table.ts"
import { compileText } from "../messages/icu.ts"
import type { Bundle } from "../ports/table-bundle.ts"
import { checkedDigest } from "./checked-tables.ts"
import { readTableFiles, TablesInvalid, type TablesUnreadable } from "./table-files.ts"
import { makeBilanRenderer } from "../../rules/messages/render.ts"
import { renderingDefinitions } from "../../rules/messages/rendering-tables.ts"
import { decisiveErrors, manifestOf } from "../../rules/tables/bundle.ts"
import {
  answeringFiles,
  answeringIn,
  loadCheckedTables,
  loadTables,
  saysHowShown,
  tableFiles,
  type Tables,
} from "../../rules/tables/index.ts"
import { findingError } from "../../core/check/tell/english.ts"
import { type TableFiles, allMistakes } from "../../rules/tables/table-named.ts"

/** Hex digits of the hash that a version shows. */
const hashDigits = 12

/** SHA-256 over the names and contents of a set of table texts in the order of their names, in hex. */
export const digestOf = (sources: ReadonlyMap<string, string>): string => {
  const hash = createHash("sha256")
  for (const [file, text] of [...sources].sort(([left], [right]) => (left < right ? -1 : 1))) {
    hash.update(`${file}\0${text.length}\0${text}`)
  }
  return hash.digest("hex")
}

/** The hash of a set of table texts: the first 12 hex digits of their digest. */
export const sourcesHash = (sources: ReadonlyMap<string, string>): string =>
  digestOf(sources).slice(0, hashDigits)

/** The digest of the tables that answers are made of, and of all of one's own; what says how to try them does not count. */
export const tablesDigest = (sources: ReadonlyMap<string, string>): string =>
  digestOf(
    new Map(
      [...sources].filter(
        ([file]) => answeringFiles.includes(file) || (isOwnFile(file) && !isCaseFile(file)),
      ),
    ),
  )

/** The hash of the tables that answers are made of. */
export const tablesHash = (sources: ReadonlyMap<string, string>): string =>
  tablesDigest(sources).slice(0, hashDigits)

/** Reads the files of the tables that answers are made of. */
export const readAnsweringFiles = (folder: string): Effect.Effect<TableFiles, TablesUnreadable> =>
  readTableFiles(folder, answeringFiles, tableFiles)

/** The bundle of tables in whose texts nothing is wrong: each is read when it is first asked for. */
export const soundBundle = (
  folder: string,
  sources: ReadonlyMap<string, string>,
  hash: string,
): Bundle => {
  const tables = loadCheckedTables(sources)
  return { tables, hash, manifest: manifestOf(tables), folder, releases: [] }
}

/** Checks what a folder holds: its bundle, or everything that forbids to use it. */
export type CheckFiles = (folder: string, files: TableFiles) => Result.Result<Bundle, TablesInvalid>

/**
 * Makes a check of what a folder holds, now and under its releases. Mistakes in the files, cells, keys
 * and references come first, findings in sound tables after them; tables for another schema have that
 * one mistake. Tables that the build has found nothing wrong in are not checked again, and each is read
 * when it is first asked for; of others only those are read and judged that differ from the last time.
 */
export const makeCheckFiles = (): CheckFiles => {
  const loading: LoadMemory = new Map()
  const judging: CheckMemory = new Map()
  return (folder, files) => checkFiles(folder, files, loading, judging)
}

const checkFiles = (
  folder: string,
  files: TableFiles,
  loading: LoadMemory,
  judging: CheckMemory,
): Result.Result<Bundle, TablesInvalid> => {
  const { errors, sources } = files
  const invalid = (found: ReadonlyArray<TableError>) =>
    Result.fail(new TablesInvalid({ folder, errors: decisiveErrors(inFileOrder(found)) }))
  const digest = tablesDigest(sources)
  const hash = digest.slice(0, hashDigits)
  const isChecked = digest === checkedDigest && errors.length === 0
  if (isChecked) return Result.succeed(soundBundle(folder, sources, hash))
  const loaded = loadTables(sources, loading)
  if (Result.isFailure(loaded)) return invalid(allMistakes(files, loaded.failure))
  if (errors.length > 0) return invalid(errors)
  const tables = loaded.success
  const forbidden = refusals(answeringIn(sources), sources, tables, judging)
  return forbidden.length > 0
    ? invalid(forbidden)
    : Result.succeed({ tables, hash, manifest: manifestOf(tables), folder, releases: [] })
}

/** The questions whose answers can forbid to use tables. */
const decisive: ReadonlyArray<CheckQuestion> = ["gaps", "overlaps", "required rows"]

/** What each question may look at in each table while a server loads it: a fraction of a second. */
const loadBudget = 5_000_000

/**
 * The findings that forbid to put sound tables in force, besides mistakes in cells, keys and
 * references: facts that no row applies to, rows that disagree, and rows that the rules need and
 * that are missing. A text or a colour that is missing forbids nothing: answers are right without it.
 * What cannot be told in the time forbids nothing either; `tables check` takes longer.
 */
const refusals = (
  definitions: ReturnType<typeof answeringIn>,
  sources: ReadonlyMap<string, string>,
  tables: Tables,
  memory: CheckMemory,
): ReadonlyArray<TableError> =>
  checkTables({ definitions, sources, tables }, { asked: decisive, budget: loadBudget, memory })
    .filter((finding) => severityOf(finding) === "error" && !saysHowShown(finding.file))
    .map(findingError)

/** Renders bilans with the texts that were read from a folder of tables; a mistake in them fails. */
export const rendererOf = Effect.fn("rendererOf")(function* (
  folder: string,
  sources: ReadonlyMap<string, string>,
) {
  const loaded = loadDefinitions(renderingDefinitions, sources)
  if (Result.isSuccess(loaded)) {
    return makeBilanRenderer({ texts: loaded.success, format: compileText })
  }
  return yield* new TablesInvalid({ folder, errors: inFileOrder(loaded.failure) })
})
