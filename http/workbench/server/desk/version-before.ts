import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import { tableFiles } from "../../../../rules/tables/index.ts"
import { type BaseUnknown, type BaseVersion, readBase } from "../../../tables/base-version.ts"
import { readTableFiles, type TablesUnreadable } from "../../../tables/table-files.ts"
import { type GitUnavailable, runGit } from "../../../tables/git.ts"

/** Branches that changes are usually merged into. */
const trunks: ReadonlyArray<string> = ["main", "master"]

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

/**
 * What changes are merged into, by the names that it may have here: the branch that each remote calls its own, and
 * the usual ones, which a fresh clone of another branch has of its remote alone.
 */
export const trunkNames = Effect.fnUntraced(function* (
  folder: string,
): Effect.fn.Return<ReadonlyArray<string>, GitUnavailable> {
  const found = yield* printed(folder, [
    "for-each-ref",
    "--format=%(if)%(symref)%(then)%(symref:short)%(else)%(refname:short)%(end)",
    ...["HEAD", ...trunks].map((name) => `refs/remotes/*/${name}`),
  ])
  const remotes = found?.split("\n").filter((name) => name !== "") ?? []
  return [...new Set([...remotes, ...trunks])]
})

/** Whether a branch is the one that changes are merged into, here or at a remote. */
export const isTrunkAmong = (names: ReadonlyArray<string>, branch: string): boolean =>
  names.some((name) => name === branch || name.replace(/^[^/]+\//, "") === branch)

/**
 * Where the work of today left what changes are merged into, and that one's name; undefined on it. Of several, such
 * as a branch here that is older than that of its remote, the one that was left last.
 */
const forkPoint = Effect.fnUntraced(function* (folder: string) {
  const branch = yield* branchOf(folder)
  const names = yield* trunkNames(folder)
  if (branch !== null && isTrunkAmong(names, branch)) return undefined
  const forks = (yield* Effect.forEach(names, (left) =>
    Effect.map(printed(folder, ["merge-base", "HEAD", left]), (revision) => ({ revision, left })),
  )).flatMap(({ left, revision }) => (revision === undefined ? [] : { left, revision }))
  const revisions = forks.map(({ revision }) => revision)
  const last =
    revisions.length < 2
      ? revisions[0]
      : yield* printed(folder, ["merge-base", "--independent", ...revisions])
  const fork = forks.find(({ revision }) => last?.includes(revision) === true)
  return fork ?? { revision: "HEAD", left: null }
})

/** More names are not offered: they would take longer to read than to type. */
const namesMax = 60

/** The branches and tags of a repository, those that were written last first. */
export const baseNames = (folder: string): Effect.Effect<ReadonlyArray<string>> =>
  printed(folder, [
    "for-each-ref",
    "--sort=-creatordate",
    `--count=${namesMax}`,
    "--format=%(if)%(symref)%(then)%(else)%(refname:short)%(end)",
    "refs/heads",
    "refs/remotes",
    "refs/tags",
  ]).pipe(
    Effect.map((names) => names?.split("\n").filter((name) => name !== "") ?? []),
    Effect.orElseSucceed(() => []),
  )

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
    Effect.flatMap((fork) =>
      Effect.map(readBase(fork?.revision ?? "HEAD", folder), (base) =>
        fork === undefined ? base : { ...base, left: fork.left },
      ),
    ),
    Effect.catchTags({
      BaseUnknown: () => asTheyAre(folder),
      GitUnavailable: () => asTheyAre(folder),
    }),
  )
})
