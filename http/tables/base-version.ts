import * as Data from "effect/Data"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import { stat } from "node:fs/promises"
import { join } from "node:path"
import type { AnyDefinition } from "../../core/table/load.ts"
import { isOwnFile } from "../../core/table/own-table.ts"
import { isInRelease } from "../../rules/tables/release.ts"
import { decoded } from "./decoded-text.ts"
import { gathered, readTableFiles, type TablesUnreadable } from "./table-files.ts"
import { batchContents, type GitUnavailable, runGit } from "./git.ts"
import type { Earlier } from "../../rules/check/check-report.ts"
import type { Version } from "../../rules/tables/compare-versions.ts"
import { definitions, tableFiles } from "../../rules/tables/index.ts"

/** Tables to compare with: their texts, and how their places are written. */
export interface BaseVersion extends Version {
  /** What it was asked for as: a folder or a revision. */
  readonly name: string
  /** The commit that a revision means. */
  readonly commit: string | undefined
  /** The branch that was left at that commit, null where none was found; left out of what was named. */
  readonly left?: string | null
  /** The path of a table, such as `HEAD:data/fees.csv` for a revision. */
  readonly pathOf: (file: string) => string
}

/** What was named to compare with is neither a folder nor a revision with tables. */
export class BaseUnknown extends Data.TaggedError("BaseUnknown")<{
  readonly base: string
  readonly folder: string
  readonly problem: "emptyFolder" | "noRepository" | "noRevision" | "noTables"
}> {
  override get message() {
    const base = JSON.stringify(this.base)
    switch (this.problem) {
      case "emptyFolder":
        return `The folder ${base} has no tables`
      case "noRepository":
        return `${base} is not a folder, and ${this.folder} is in no git repository that could have it as a revision`
      case "noRevision":
        return `${base} is neither a folder nor a revision of the git repository of ${this.folder}`
      case "noTables":
        return `The revision ${base} has no tables where ${this.folder} is`
    }
  }
}

const isThere = (path: string, kind: "file" | "folder"): Promise<boolean> =>
  stat(path).then(
    (found) => (kind === "folder" ? found.isDirectory() : true),
    () => false,
  )

const filesIn = (
  folder: string,
  wanted: ReadonlyArray<string> = tableFiles,
): Effect.Effect<ReadonlyArray<string>> =>
  Effect.promise(async () => {
    const there = await Promise.all(wanted.map((file) => isThere(join(folder, file), "file")))
    return wanted.filter((_, index) => there[index])
  })

const inFolder = Effect.fnUntraced(function* (
  base: string,
  wanted: ReadonlyArray<string>,
): Effect.fn.Return<BaseVersion, BaseUnknown | TablesUnreadable> {
  const files = yield* filesIn(base, wanted)
  if (files.length === 0) {
    return yield* new BaseUnknown({ base, folder: base, problem: "emptyFolder" })
  }
  const { errors, sources } = yield* readTableFiles(base, files)
  return {
    name: base,
    commit: undefined,
    pathOf: (file) => join(base, file),
    sources,
    // A file that no table reads today does no harm there.
    errors: errors.filter(({ file }) => files.includes(file) || isOwnFile(file)),
  }
})

/** Reads the tables that a revision has in the place of a folder of today; all of them, or those that are wanted. */
export const readRevision = Effect.fnUntraced(function* (
  base: string,
  folder: string,
  wanted: ReadonlyArray<string> = tableFiles,
): Effect.fn.Return<BaseVersion, BaseUnknown | GitUnavailable> {
  const unknown = (problem: BaseUnknown["problem"]) => new BaseUnknown({ base, folder, problem })
  const inside = yield* runGit(folder, ["rev-parse", "--show-prefix"])
  if (inside.status !== 0) return yield* unknown("noRepository")
  const prefix = inside.stdout.toString("utf8").replace(/\n$/, "")
  const commits = ["rev-parse", "--verify", "--quiet", "--end-of-options", `${base}^{commit}`]
  const found = yield* runGit(folder, commits)
  if (found.status !== 0) return yield* unknown("noRevision")
  const commit = found.stdout.toString("utf8").trim()
  const own = yield* ownFilesOf(folder, commit, prefix)
  const files = [...wanted, ...own]
  const asked = files.map((file) => `${commit}:${prefix}${file}\n`).join("")
  const printed = yield* runGit(folder, ["cat-file", "--batch"], asked)
  const contents = batchContents(printed.stdout)
  const read = files.flatMap((file, index) => {
    const bytes = contents[index]
    return bytes === undefined ? [] : [decoded(file, bytes)]
  })
  if (read.length === 0) return yield* unknown("noTables")
  return {
    name: base,
    commit,
    pathOf: (file) => `${base}:${prefix}${file}`,
    ...gathered(read),
  }
})

/** The tables of one's own, and the cases of tables, that a commit has below a folder of its repository. */
const ownFilesOf = Effect.fnUntraced(function* (
  folder: string,
  commit: string,
  prefix: string,
): Effect.fn.Return<ReadonlyArray<string>, GitUnavailable> {
  const listing = ["ls-tree", "-r", "-z", "--name-only", "--full-tree", commit]
  const listed = yield* runGit(folder, prefix === "" ? listing : [...listing, prefix])
  return listed.stdout
    .toString("utf8")
    .split("\u0000")
    .flatMap((path) => (path.startsWith(prefix) ? path.slice(prefix.length) : []))
    .filter((file) => isOwnFile(file) && !isInRelease(file))
})

/** The folder that holds the tables: the named one, or its `data`, as a project names itself by its root. */
export const folderWithTables = Effect.fn("folderWithTables")(function* (
  folder: string,
): Effect.fn.Return<string | undefined> {
  if (!(yield* Effect.promise(() => isThere(folder, "folder")))) return undefined
  if ((yield* filesIn(folder)).length > 0) return folder
  const below = join(folder, "data")
  return (yield* filesIn(below)).length > 0 ? below : folder
})

/**
 * Reads the tables to compare with: those of a folder, or of its `data`, or those that a revision has
 * in the place of a folder of today; all of them, or those that are wanted. A folder wins over a
 * revision of the same name.
 */
export const readBase = Effect.fn("readBase")(function* (
  base: string,
  folder: string,
  wanted: ReadonlyArray<string> = tableFiles,
): Effect.fn.Return<BaseVersion, BaseUnknown | GitUnavailable | TablesUnreadable> {
  const own = yield* folderWithTables(base)
  return own === undefined
    ? yield* readRevision(base, folder, wanted)
    : yield* inFolder(own, wanted)
})

/** The revision that tables are compared with where none is named. */
export const usualBase = "HEAD"

/** The tables whose figures move little from one version to the next. */
const steadyFiles = Object.values<AnyDefinition>(definitions)
  .filter(({ means }) => means?.some(({ _tag }) => _tag === "Steady"))
  .map(({ file }) => file)

/** Whether a version is known, and has none of the tables that are compared with it. */
const hasNone = (error: BaseUnknown | GitUnavailable | TablesUnreadable): boolean =>
  error instanceof BaseUnknown && (error.problem === "emptyFolder" || error.problem === "noTables")

/**
 * Reads the tables of the version before that figures are compared with: of a folder, or of a revision
 * of the repository that the tables are in. One that is named must be there; the usual one need not.
 */
export const readEarlier = (
  base: Option.Option<string>,
  folder: string,
): Effect.Effect<Earlier, BaseUnknown | GitUnavailable | TablesUnreadable> =>
  readBase(
    Option.getOrElse(base, () => usualBase),
    folder,
    steadyFiles,
  ).pipe(
    Effect.map(({ name, sources }): Earlier => ({ name, sources })),
    Effect.catch((error) =>
      Option.isNone(base) || hasNone(error)
        ? Effect.succeed<Earlier>({ problem: error.message })
        : Effect.fail(error),
    ),
  )
