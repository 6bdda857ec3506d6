import * as Result from "effect/Result"
import { describeTableError } from "../../core/table/error.ts"
import { type ReleaseState, undoneFiles } from "../../rules/tables/release.ts"
import { type FolderTables, inForceOn } from "./in-force.ts"

/** A release as lists show it, and how it stands on a day. */
export interface ListedRelease {
  readonly name: string
  readonly effectiveFrom: string | null
  readonly state: ReleaseState
  readonly author: string | null
  readonly reason: string | null
  readonly withdrawnOn: string | null
  readonly tables: ReadonlyArray<string>
  /** What is wrong with it, in words. */
  readonly mistakes: ReadonlyArray<string>
  /** Files that a later release holds whole, so that it undoes them. */
  readonly undoneBy: ReadonlyArray<{ readonly by: string; readonly file: string }>
}

/** The releases beside the tables, in the order in which they come into force. */
export const listReleases = (held: FolderTables, today: string): ReadonlyArray<ListedRelease> => {
  const inForce = inForceOn(held, today)
  const standings = Result.isSuccess(inForce) ? inForce.success.bundle.releases : []
  const undone = undoneFiles(held.releases)
  return held.releases.map(({ errors, facts, name, sources }) => {
    const standing = standings.find((each) => each.name === name)
    const mistakes = standing?.mistakes ?? errors
    return {
      name,
      effectiveFrom: facts?.effectiveFrom ?? null,
      state: standing?.state ?? "refused",
      author: facts?.author ?? null,
      reason: facts?.reason ?? null,
      withdrawnOn: facts?.withdrawnOn ?? null,
      tables: [...sources.keys()],
      mistakes: mistakes.map(describeTableError),
      undoneBy: undone.filter((each) => each.undone === name).map(({ by, file }) => ({ by, file })),
    }
  })
}
