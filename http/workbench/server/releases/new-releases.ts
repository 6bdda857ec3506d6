import * as Effect from "effect/Effect"
import { type Release, releaseFile, releasesFolder } from "../../../../rules/tables/release.ts"
import type { TablesUnreadable } from "../../../tables/table-files.ts"
import type { GitUnavailable } from "../../../tables/git.ts"
import { readReleases } from "../../../tables/releases.ts"
import type { Desk } from "../desk/desk.ts"
import { askGit } from "../repository/git-said.ts"

/** The names of the releases that lie beside the tables in a commit. */
const namesInCommit = Effect.fnUntraced(function* (
  folder: string,
  commit: string,
): Effect.fn.Return<ReadonlySet<string>, GitUnavailable> {
  const tree = ["ls-tree", "-r", "-z", "--name-only", commit, "--", `${releasesFolder}/`]
  const paths = ((yield* askGit(folder, tree)) ?? "").split("\0")
  return new Set(
    paths.flatMap((path) => {
      const [, name, file] = path.split("/")
      return name !== undefined && file === releaseFile ? [name] : []
    }),
  )
})

/** The releases that the change brings: those that the version before has not, and that stand. */
export const newReleases = Effect.fnUntraced(function* ({
  before,
  folder,
}: Pick<Desk, "before" | "folder">): Effect.fn.Return<
  ReadonlyArray<Release>,
  GitUnavailable | TablesUnreadable
> {
  const all = yield* readReleases(folder)
  const { commit } = before
  if (all.length === 0 || commit === undefined) return []
  const known = yield* namesInCommit(folder, commit)
  return all.filter(({ facts, name }) => !known.has(name) && facts?.withdrawnOn === null)
})
