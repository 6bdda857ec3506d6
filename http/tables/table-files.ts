import * as Data from "effect/Data"
import * as Effect from "effect/Effect"
import { describeTableError, fileError, type TableError } from "../../core/table/error.ts"
import { nearest } from "../../core/table/nearest.ts"
import { isOwnFile } from "../../core/table/own-table.ts"
import { errorCode } from "../platform/system-error.ts"
import {
  type FileBytes,
  filesBelow,
  folderBounds,
  readBounded,
  unreadableReason,
} from "./bounded-files.ts"
import { decoded, type FileRead } from "./decoded-text.ts"
import { tableBounds } from "../../rules/tables/index.ts"
import { isInRelease } from "../../rules/tables/release.ts"
import type { TableFiles } from "../../rules/tables/table-named.ts"

/** What was read of a file: its text, or why there is none. */
export const fileRead = (read: FileBytes): FileRead =>
  "bytes" in read ? decoded(read.file, read.bytes) : { file: read.file, errors: [read.error] }

const unknownFile = (file: string, missing: ReadonlyArray<string>): TableError => {
  const error = fileError(file, { _tag: "KnownFile", within: "tables" })
  const close = nearest(file, missing)
  return close === undefined ? error : { ...error, nearest: close }
}

/** The files that were read, together: the texts that there are, and all that is wrong in them. */
export const gathered = (read: ReadonlyArray<FileRead>): TableFiles => ({
  sources: new Map(
    read.flatMap(({ file, text }) => (text === undefined ? [] : [[file, text] as const])),
  ),
  errors: read.flatMap(({ errors }) => errors),
})

/** Why a folder of tables cannot be read. */
export const unreadableFolder =
  (folder: string) =>
  (cause: unknown): TablesUnreadable => {
    const absent = errorCode(cause) === "ENOENT"
    const reason = absent ? "no such folder" : unreadableReason(cause)
    return new TablesUnreadable({ folder, reason })
  }

/** Whether a file belongs to the tables themselves, and to no release of them. */
const isBaseTable = (file: string): boolean =>
  (file.endsWith(".csv") || isOwnFile(file)) && !isInRelease(file)

/**
 * Reads the named tables from a folder, and all tables of one's own that lie there. A file that is missing, too large, unreadable or not UTF-8, and
 * a CSV file in the folder that is not even known, are errors with their place; only the folder itself
 * being unreadable is a failure.
 */
export const readTableFiles = (
  folder: string,
  files: ReadonlyArray<string>,
  known: ReadonlyArray<string> = files,
): Effect.Effect<TableFiles, TablesUnreadable> =>
  Effect.tryPromise({
    try: async () => {
      const present = (await filesBelow(folder)).filter(isBaseTable)
      const own = present.filter(isOwnFile)
      const wanted = [...new Set([...files, ...own])].map((file) => ({
        file,
        bytesMax: tableBounds(file).bytesMax,
      }))
      const read = await readBounded(folder, wanted, folderBounds.tableBytesMax)
      const missing = files.filter((file) => !present.includes(file))
      const unknown = present.filter((file) => !known.includes(file) && !isOwnFile(file))
      const { errors, sources } = gathered(read.map(fileRead))
      return {
        sources,
        errors: [...errors, ...unknown.map((file) => unknownFile(file, missing))],
      }
    },
    catch: unreadableFolder(folder),
  })

/** The folder of tables cannot be read. */
export class TablesUnreadable extends Data.TaggedError("TablesUnreadable")<{
  readonly folder: string
  readonly reason: string
}> {
  override get message() {
    return `The tables in ${this.folder} cannot be read: ${this.reason}`
  }
}

/** The tables hold mistakes: all of them, by file and line; the message shows the first. */
export class TablesInvalid extends Data.TaggedError("TablesInvalid")<{
  readonly folder: string
  readonly errors: ReadonlyArray<TableError>
}> {
  override get message() {
    const [first, ...more] = this.errors.map(describeTableError)
    const others =
      more.length === 0 ? "" : `, and ${more.length} more; viatica tables check lists them`
    return `Mistakes in the tables in ${this.folder}: ${first}${others}`
  }
}

/** The tables could not be judged: it took too much time or memory, or failed here. */
export class TablesUnjudged extends Data.TaggedError("TablesUnjudged")<{
  readonly folder: string
  readonly takes:
    | { readonly _tag: "TooMuchMemory" }
    | { readonly _tag: "LongerThan"; readonly timeoutMs: number }
}> {
  /** Why, as the end of a sentence. */
  get reason(): string {
    return this.takes._tag === "TooMuchMemory"
      ? "it takes too much memory"
      : `it takes longer than ${this.takes.timeoutMs} ms`
  }

  override get message() {
    return `The tables in ${this.folder} cannot be judged: ${this.reason}`
  }
}

/** The tables are sound, and their first day is still to come. */
export class TablesPending extends Data.TaggedError("TablesPending")<{
  readonly folder: string
  readonly effectiveFrom: string
  readonly today: string
}> {
  override get message() {
    const { effectiveFrom, folder, today } = this
    return `The tables in ${folder} are in force from ${effectiveFrom} (effective_from in bundle.csv); today is ${today} in UTC`
  }
}
