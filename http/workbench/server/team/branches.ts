import { basename, dirname, join } from "node:path"
import * as Effect from "effect/Effect"
import { branchNameOf } from "../../../../rules/changes/change-commits.ts"
import { percentDecoded } from "../../../platform/read-url.ts"
import type { GitUnavailable } from "../../../tables/git.ts"
import { callRefused, type CallRefused } from "../call-refused.ts"
import { isTrunkAmong, trunkNames } from "../desk/version-before.ts"
import { askGit, orderGit } from "../repository/git-said.ts"

/** A branch that a team can have a desk of. */
export interface TeamBranch {
  readonly name: string
  /** Whether changes are merged into it, so that it is read alone. */
  readonly isTrunk: boolean
  /** Its newest commit. */
  readonly last: { readonly at: string; readonly by: string; readonly subject: string }
}

/** The branches of the repository in which a folder of tables lies, each with a worktree of its own. */
export interface TeamBranches {
  /** The branches, those that were written last first. */
  readonly list: Effect.Effect<ReadonlyArray<TeamBranch>, GitUnavailable>
  /** Makes a branch of a name, where the newest of what changes are merged into is; one that is there is taken. */
  readonly make: (name: string) => Effect.Effect<string, CallRefused | GitUnavailable>
  /** The folder of tables in the worktree of a branch, which is made where there is none. */
  readonly folderOf: (branch: string) => Effect.Effect<string, CallRefused | GitUnavailable>
}

/**
 * A branch as one part of an address. No name of git's has a `~`, so that one stands for each slash.
 *
 * ```ts
 * import { branchPart, partBranch } from "../http/workbench/server/team/branches.ts"
 *
 * branchPart("lea/été-2027") // => "lea~%C3%A9t%C3%A9-2027"
 * partBranch("lea~%C3%A9t%C3%A9-2027") // => "lea/été-2027"
 * ```
 */
export const branchPart = (branch: string): string =>
  branch.split("/").map(encodeURIComponent).join("~")

/** The branch that a part of an address names; undefined where it is none. */
export const partBranch = (part: string): string | undefined =>
  percentDecoded(part)?.replaceAll("~", "/")

/** More branches are not listed. */
const branchesMax = 200

/** Finds the branches of the repository of a folder; undefined where it lies in none. */
export const findTeamBranches = Effect.fnUntraced(function* (
  folder: string,
): Effect.fn.Return<TeamBranches | undefined, GitUnavailable> {
  const top = (yield* askGit(folder, ["rev-parse", "--show-toplevel"]))?.trim()
  if (top === undefined) return undefined
  const prefix = (yield* askGit(folder, ["rev-parse", "--show-prefix"]))?.trim() ?? ""

  const list = Effect.gen(function* () {
    const trunks = yield* trunkNames(folder)
    const heads = yield* refsBelow(folder, "refs/heads")
    const remote = (yield* refsBelow(folder, "refs/remotes")).map((branch) => ({
      ...branch,
      name: branch.name.replace(/^[^/]+\//, ""),
    }))
    const found = new Map([...remote, ...heads].map((branch) => [branch.name, branch]))
    return [...found.values()]
      .toSorted((one, other) => Date.parse(other.last.at) - Date.parse(one.last.at))
      .map((branch) => ({ ...branch, isTrunk: isTrunkAmong(trunks, branch.name) }))
  })

  const isThere = (branch: string) =>
    Effect.map(list, (branches) => branches.some(({ name }) => name === branch))

  const make = Effect.fnUntraced(function* (name: string) {
    const branch = branchNameOf(name)
    if (branch === "") return yield* callRefused("ChangeUnnamed", {})
    if (yield* isThere(branch)) return branch
    const made = orderGit(folder, ["branch", "--no-track", branch, yield* newestTrunk(folder)])
    // Somebody else may make it at the same moment.
    return yield* Effect.catchTag(made, "CallRefused", (failure) =>
      Effect.flatMap(isThere(branch), (there) => (there ? Effect.void : Effect.fail(failure))),
    ).pipe(Effect.as(branch))
  })

  const folderOf = Effect.fnUntraced(function* (branch: string) {
    const known = (yield* worktreesOf(folder)).get(branch)
    if (known !== undefined) return join(known, prefix)
    const path = join(dirname(top), `${basename(top)}-desks`, branchPart(branch))
    // A worktree whose folder somebody has deleted is no longer in the way.
    yield* askGit(folder, ["worktree", "prune"])
    yield* orderGit(folder, ["worktree", "add", "--quiet", path, branch])
    return join(path, prefix)
  })

  return { list, make, folderOf }
})

const refFormat =
  "%(refname:short)%00%(symref)%00%(committerdate:iso-strict)%00%(authorname)%00%(subject)"

const refsBelow = (folder: string, place: string) =>
  Effect.map(
    askGit(folder, [
      "for-each-ref",
      "--sort=-committerdate",
      `--count=${branchesMax}`,
      `--format=${refFormat}`,
      place,
    ]),
    (printed = "") =>
      printed.split("\n").flatMap((line) => {
        const [name = "", symref = "", at = "", by = "", subject = ""] = line.split("\0")
        return name === "" || symref !== "" ? [] : [{ name, last: { at, by, subject } }]
      }),
  )

/** The folders of worktrees by their branches. */
const worktreesOf = (folder: string) =>
  Effect.map(askGit(folder, ["worktree", "list", "--porcelain"]), (printed = "") => {
    const found = new Map<string, string>()
    for (const block of printed.split("\n\n")) {
      const path = /^worktree (.+)$/m.exec(block)?.[1]
      const branch = /^branch refs\/heads\/(.+)$/m.exec(block)?.[1]
      const isGone = /^prunable/m.test(block)
      if (path !== undefined && branch !== undefined && !isGone) found.set(branch, path)
    }
    return found
  })

/** Of what changes are merged into, here and at remotes, the one that has all of the others; else the first. */
const newestTrunk = Effect.fnUntraced(function* (folder: string) {
  const there: Array<string> = []
  for (const name of yield* trunkNames(folder)) {
    const commit = yield* askGit(folder, ["rev-parse", "--verify", "--quiet", `${name}^{commit}`])
    if (commit !== undefined) there.push(commit.trim())
  }
  const [first = "HEAD"] = there
  if (there.length < 2) return first
  const newest = yield* askGit(folder, ["merge-base", "--independent", ...there])
  return newest?.split("\n")[0] ?? first
})
