import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import { type BaseVersion, folderWithTables, readBase } from "../../tables/base-version.ts"
import { readTableFiles } from "../../tables/table-files.ts"
import { tableFiles } from "../../../rules/tables/index.ts"
import { folderFrom } from "./load-tables.ts"
import { shownPath } from "../../tables/shown-path.ts"
import { wrongUsage } from "../../terminal/command-refused.ts"

/** What an invocation names to compare: two versions, or one against the tables of the folder. */
export interface NamedVersions {
  readonly base: Option.Option<string>
  readonly before: Option.Option<string>
  readonly after: Option.Option<string>
  readonly tables: Option.Option<string>
}

/** The versions on both sides of a comparison, and the folder that revisions are looked for in. */
export interface TwoVersions {
  readonly before: BaseVersion
  readonly after: BaseVersion
  readonly folder: string
}

/** The tables of the folder as they lie there; one that is missing is a mistake. */
const workingTables = Effect.fnUntraced(function* (folder: string) {
  const { errors, sources } = yield* readTableFiles(folder, tableFiles)
  const version: BaseVersion = {
    name: shownPath(folder, ""),
    commit: undefined,
    pathOf: (file) => shownPath(folder, file),
    sources,
    errors,
  }
  return version
})

/** A version by its name; a revision is looked for in the repository of the other side, then of the folder. */
const versionNamed = Effect.fnUntraced(function* (name: string, other: string, folder: string) {
  const beside = yield* folderWithTables(other)
  const inFolder = readBase(name, folder)
  if (beside === undefined) return yield* inFolder
  return yield* readBase(name, beside).pipe(
    Effect.catchTag("BaseUnknown", (error) => Effect.mapError(inFolder, () => error)),
  )
})

/** Reads both versions: those of two names, or a base and the tables of the folder. */
export const readVersions = Effect.fn("readVersions")(function* (named: NamedVersions) {
  const { after, base, before, tables } = named
  const folder = yield* folderFrom(tables)
  const first = Option.orElse(base, () => before)
  if (Option.isNone(first)) {
    return yield* wrongUsage(
      "tables diff needs two versions, or a base: tables diff A B, or tables diff --base REV|DIR",
    )
  }
  if (Option.isSome(base) && Option.isSome(before)) {
    return yield* wrongUsage("tables diff takes either two versions or --base, not both")
  }
  if (Option.isNone(after)) {
    const versions: TwoVersions = {
      before: yield* readBase(first.value, folder),
      after: yield* workingTables(folder),
      folder,
    }
    return versions
  }
  const versions: TwoVersions = {
    before: yield* versionNamed(first.value, after.value, folder),
    after: yield* versionNamed(after.value, first.value, folder),
    folder,
  }
  return versions
})
