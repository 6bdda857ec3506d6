import * as Effect from "effect/Effect"
import { type LoggedCommit, readTrailers } from "../../../../rules/changes/change-commits.ts"
import { approvalsFile, releasePath } from "../../../../rules/tables/release.ts"
import type { GitUnavailable } from "../../../tables/git.ts"
import { branchOf, isTrunkAmong, trunkNames } from "../desk/version-before.ts"
import { askGit } from "./git-said.ts"

const format = "%H%n%an%n%ae%n%aI%n%s%n%(trailers:only=true,unfold=true)"

const readCommit = (printed: string, touching: ReadonlySet<string>): LoggedCommit => {
  const [commit = "", name = "", mail = "", at = "", subject = "", ...rest] = printed.split("\n")
  return {
    commit,
    by: { name, mail },
    at,
    subject,
    trailers: readTrailers(rest.join("\n")),
    hasTables: touching.has(commit),
  }
}

/** More commits are no change that somebody could read. */
const commitsMax = 1_000

/** Where the change is in history: what HEAD has, and neither the version before nor a trunk. */
const rangeOf = Effect.fnUntraced(function* (
  folder: string,
  before: string | undefined,
): Effect.fn.Return<ReadonlyArray<string> | undefined, GitUnavailable> {
  const branch = yield* branchOf(folder)
  const names = yield* trunkNames(folder)
  const isTrunk = branch !== null && isTrunkAmong(names, branch)
  if (isTrunk && before === undefined) return undefined
  const others: Array<string> = before === undefined ? [] : [before]
  for (const trunk of names) {
    if (trunk === branch) continue
    const place = trunk.includes("/") ? `refs/remotes/${trunk}` : `refs/heads/${trunk}`
    const found = yield* askGit(folder, ["rev-parse", "--verify", "--quiet", place])
    if (found !== undefined) others.push(found.trim())
  }
  return ["HEAD", ...others.map((other) => `^${other}`)]
})

/** The commits of the change, newest first; those of colleagues that were merged into it included. */
export const changeLog = Effect.fnUntraced(function* (
  folder: string,
  before: string | undefined,
): Effect.fn.Return<ReadonlyArray<LoggedCommit>, GitUnavailable> {
  const range = yield* rangeOf(folder, before)
  if (range === undefined) return []
  return yield* commitsIn(folder, range, commitsMax)
})

/** The commits of a range, newest first. */
export const commitsIn = Effect.fnUntraced(function* (
  folder: string,
  range: ReadonlyArray<string>,
  countMax: number,
): Effect.fn.Return<ReadonlyArray<LoggedCommit>, GitUnavailable> {
  const log = ["log", "--topo-order", "-z", `--max-count=${countMax}`]
  const printed = yield* askGit(folder, [...log, `--format=${format}`, ...range, "--"])
  if (printed === undefined || printed === "") return []
  // Who stands for a release has not changed a table with it.
  const tables = [".", `:(exclude,glob)${releasePath("*", approvalsFile)}`]
  const touchingTables = [...log, "--full-history", "--format=%H", ...range, "--", ...tables]
  const own = yield* askGit(folder, touchingTables)
  const touching = new Set((own ?? "").split("\0"))
  return printed
    .split("\0")
    .filter((each) => each !== "")
    .map((each) => readCommit(each, touching))
})
