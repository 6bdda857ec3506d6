import * as Effect from "effect/Effect"
import type { Person } from "../../../../rules/changes/reviewed-change.ts"
import type { GitUnavailable } from "../../../tables/git.ts"
import { orderGit } from "./git-said.ts"
import { commitMessage, type Trailers } from "../../../../rules/changes/change-commits.ts"
import { type CallRefused } from "../call-refused.ts"

/** A commit to be made. */
export interface Commit {
  readonly subject: string
  readonly trailers: Trailers
  readonly by: Person
}

const committing = ({ by }: Commit): ReadonlyArray<string> => [
  "-c",
  `user.name=${by.name}`,
  "-c",
  `user.email=${by.mail}`,
  "commit",
  "--quiet",
  // What is staged elsewhere in the repository stays staged, and out of this commit.
  "--only",
  "--cleanup=whitespace",
  "--file",
  "-",
]

/** Commits everything that has changed in a folder, and nothing that lies outside of it. */
export const commitFolder = Effect.fnUntraced(function* (
  folder: string,
  commit: Commit,
): Effect.fn.Return<void, CallRefused | GitUnavailable> {
  yield* orderGit(folder, ["add", "--all", "--", "."])
  const message = commitMessage(commit.subject, commit.trailers)
  yield* orderGit(folder, [...committing(commit), "--", "."], message)
})

/**
 * Commits words alone. A commit without files is fetched, pushed and merged like any other, so that a
 * colleague with the branch has it: notes of git are left behind by both unless somebody sets that up.
 */
export const commitWords = (
  folder: string,
  commit: Commit,
): Effect.Effect<void, CallRefused | GitUnavailable> =>
  Effect.asVoid(
    orderGit(
      folder,
      [...committing(commit), "--allow-empty"],
      commitMessage(commit.subject, commit.trailers),
    ),
  )
