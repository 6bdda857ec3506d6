import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import { tableFiles } from "../../../../rules/tables/index.ts"
import { type BaseUnknown, type BaseVersion, readBase } from "../../../tables/base-version.ts"
import { readTableFiles, type TablesUnreadable } from "../../../tables/table-files.ts"
import { type GitUnavailable, runGit } from "../../../tables/git.ts"

/** Branches that changes are merged into. */
export const trunks: ReadonlyArray<string> = ["main", "master"]

const printed = (
  folder: string,
  args: ReadonlyArray<string>,
): Effect.Effect<string | undefined, GitUnavailable> =>
  Effect.map(runGit(folder, args), ({ status, stdout }) => {
    const text = stdout.toString("utf8").trim()
    return status === 0 && text !== "" ? text : undefined
  })

/** The branch that a folder's repository is on; null where there is no repository, or no branch. */
export const branchOf = (folder: string): Effect.Effect<string | null> =>
  printed(folder, ["symbolic-ref", "--quiet", "--short", "HEAD"]).pipe(
    Effect.map((branch) => branch ?? null),
    Effect.orElseSucceed(() => null),
  )

/** Where the branch of today left the one that changes are merged into; `HEAD` on that one itself. */
const forkPoint = Effect.fnUntraced(function* (folder: string) {
  const branch = yield* branchOf(folder)
  if (branch === null || trunks.includes(branch)) return "HEAD"
  for (const trunk of trunks) {
    const found = yield* printed(folder, ["merge-base", "HEAD", trunk])
    if (found !== undefined) return found
  }
  return "HEAD"
})

const asTheyAre = (folder: string): Effect.Effect<BaseVersion, TablesUnreadable> =>
  Effect.map(readTableFiles(folder, tableFiles), (files) => ({
    ...files,
    name: "start",
    commit: undefined,
    pathOf: (file: string) => file,
  }))

/**
 * The tables that a change is compared with: the named ones, else those of the commit at which the
 * branch began; in no repository those that the folder holds now.
 */
export const readVersionBefore = Effect.fnUntraced(function* (
  folder: string,
  named: Option.Option<string>,
): Effect.fn.Return<BaseVersion, BaseUnknown | GitUnavailable | TablesUnreadable> {
  if (Option.isSome(named)) return yield* readBase(named.value, folder)
  return yield* forkPoint(folder).pipe(
    Effect.flatMap((revision) => readBase(revision, folder)),
    Effect.catchTags({
      BaseUnknown: () => asTheyAre(folder),
      GitUnavailable: () => asTheyAre(folder),
    }),
  )
})
