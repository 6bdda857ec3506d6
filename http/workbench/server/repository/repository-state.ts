import { stat } from "node:fs/promises"
import { join } from "node:path"
import * as Effect from "effect/Effect"
import type { RepositoryProblem } from "../../../../rules/changes/reviewed-change.ts"
import type { GitUnavailable } from "../../../tables/git.ts"
import { askGit } from "./git-said.ts"
import { callRefused, type CallRefused } from "../call-refused.ts"

/** Edits come in bursts; what git says of them is asked for once they have paused for so long. */
export const repositoryCalmMs = 400

/** What lies in the folder of git itself while something is under way. */
const underWay: ReadonlyArray<readonly [file: string, problem: RepositoryProblem]> = [
  ["MERGE_HEAD", "merge"],
  ["rebase-merge", "rebase"],
  ["rebase-apply", "rebase"],
  ["CHERRY_PICK_HEAD", "cherry-pick"],
  ["REVERT_HEAD", "revert"],
]

const isThere = (path: string): Promise<boolean> =>
  stat(path).then(
    () => true,
    () => false,
  )

/** Why nothing can be committed in a folder; null where it can. */
export const repositoryProblem = (folder: string): Effect.Effect<RepositoryProblem | null> =>
  Effect.gen(function* () {
    const own = (yield* askGit(folder, ["rev-parse", "--absolute-git-dir"]))?.trim()
    if (own === undefined) return "no-repository"
    for (const [file, problem] of underWay) {
      if (yield* Effect.promise(() => isThere(join(own, file)))) return problem
    }
    return null
  }).pipe(Effect.catchTag("GitUnavailable", () => Effect.succeed<RepositoryProblem>("no-git")))

/** Refuses what a repository is not ready for. */
export const readyToCommit = Effect.fnUntraced(function* (
  folder: string,
): Effect.fn.Return<void, CallRefused> {
  const problem = yield* repositoryProblem(folder)
  if (problem !== null) return yield* callRefused("RepositoryBusy", { problem })
})

/**
 * The paths that git's short status prints, ended by NUL; of a renamed file both.
 *
 * ```ts
 * import { statusPaths } from "../http/workbench/server/repository/repository-state.ts"
 *
 * statusPaths(" M data/fees.csv\0R  data/b.csv\0data/a.csv\0?? data/c.csv\0") // => ["data/fees.csv", "data/b.csv", "data/a.csv", "data/c.csv"]
 * ```
 */
export const statusPaths = (printed: string): ReadonlyArray<string> => {
  const paths: Array<string> = []
  let isSecond = false
  for (const entry of printed.split("\0")) {
    if (entry === "") continue
    paths.push(isSecond ? entry : entry.slice(3))
    isSecond = !isSecond && /^(?:[RC].|.[RC]) /.test(entry)
  }
  return paths
}

/** The files of a folder that differ from the newest commit, named from the folder. */
export const uncommittedFiles = Effect.fnUntraced(function* (
  folder: string,
): Effect.fn.Return<ReadonlyArray<string>, GitUnavailable> {
  const prefix = (yield* askGit(folder, ["rev-parse", "--show-prefix"]))?.trim() ?? ""
  const status = ["status", "--porcelain", "-z", "--untracked-files=all", "--", "."]
  const printed = (yield* askGit(folder, status)) ?? ""
  return statusPaths(printed).map((path) =>
    path.startsWith(prefix) ? path.slice(prefix.length) : path,
  )
})
