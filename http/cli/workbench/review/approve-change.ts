import * as Effect from "effect/Effect"
import type { Person } from "../../../pages/workbench/protocol/review.ts"
import type { Bench } from "../bench.ts"
import { newReleases } from "../releases/new-releases.ts"
import { usableDay } from "../releases/prepare-release.ts"
import { commitWords } from "../repository/commit.ts"
import { isSamePerson, personText, personWhoCommits } from "../repository/people.ts"
import { readyToCommit } from "../repository/repository-state.ts"
import { withoutErrors } from "./commit-change.ts"
import { ChangeUncommitted, NothingToApprove, OwnApproval } from "./review-errors.ts"
import { reviewView } from "./review-view.ts"

/**
 * Records that a second person approves the tables as they are committed, for a day. Whoever changed
 * them is refused, and any later edit withdraws it: it names the hash of the tables.
 */
export const approveChange = Effect.fnUntraced(function* (
  bench: Bench,
  { from, you }: { readonly from: string; readonly you: Person | null },
) {
  const { desk } = bench
  yield* readyToCommit(desk.folder)
  yield* usableDay(from)
  const view = yield* reviewView(desk)
  if (view.changedTables.length === 0) return yield* new NothingToApprove()
  const { length: files } = view.uncommitted
  if (files > 0) return yield* new ChangeUncommitted({ files })
  const by = yield* personWhoCommits(desk.folder, you)
  if (view.authors.some((author) => isSamePerson(author, by))) {
    return yield* new OwnApproval({ name: by.name })
  }
  yield* withoutErrors(bench)
  const fresh = yield* newReleases(desk)
  yield* commitWords(desk.folder, {
    subject: `Approve for ${from}`,
    by,
    trailers: [
      ["Approved-by", personText(by)],
      ["Effective-from", from],
      ["Approved-tables", view.hash],
      ...fresh.map(({ name }) => ["Release", name] as const),
    ],
  })
  return yield* reviewView(desk)
})
