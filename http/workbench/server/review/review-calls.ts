import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import type { Bench } from "../bench.ts"
import { keepApproval } from "../releases/change-release.ts"
import { newReleases } from "../releases/new-releases.ts"
import { usableDay } from "../releases/prepare-release.ts"
import { commitFolder, commitWords } from "../repository/commit.ts"
import { personWhoCommits } from "../repository/people.ts"
import { readyToCommit, repositoryCalmMs } from "../repository/repository-state.ts"
import { answerComment, commentOnChange, resolveComment } from "./comment-change.ts"
import { checkNow, commitChange, withoutErrors } from "./commit-change.ts"
import { versionNames } from "./review-pages.ts"
import { reviewView } from "./review-view.ts"
import type { Person, ReviewReport } from "../../../../rules/changes/reviewed-change.ts"
import type { ReviewCalls, ReviewProgress, ReviewViews } from "../../protocol/review.ts"
import { isSamePerson, personText } from "../../../../rules/changes/change-commits.ts"
import type { CallHandlers, ViewHandlers } from "../handler.ts"
import { callRefused } from "../call-refused.ts"

const nothing = Schema.Struct({})
const text = Schema.String
const you = Schema.NullOr(Schema.Struct({ name: text, mail: text }))

/** What answers calls about the change, its comments and its approval. */
export const reviewHandlers: CallHandlers<keyof ReviewCalls> = {
  reviewCheck: { input: nothing, answer: (_, bench) => checkNow(bench) },
  reviewReport: {
    input: nothing,
    answer: (_, { desk, publish, reviewer, situations }) =>
      Effect.gen(function* () {
        const names = yield* versionNames({ desk, situations })
        const report = yield* reviewer.ask("report", names, (part) =>
          publish({ type: "review-progress", progress: part as ReviewProgress }),
        )
        return report as ReviewReport
      }),
  },
  reviewCommit: {
    input: Schema.Struct({
      name: text,
      reason: text,
      warnings: Schema.Array(Schema.Struct({ id: text, reason: text })),
      you,
    }),
    answer: (asked, bench) => commitChange(bench, asked),
  },
  reviewComment: {
    input: Schema.Struct({
      text,
      place: Schema.NullOr(Schema.Struct({ file: text, line: Schema.Number })),
      you,
    }),
    answer: (asked, bench) => commentOnChange(bench, asked),
  },
  reviewAnswer: {
    input: Schema.Struct({ id: text, text, you }),
    answer: (asked, bench) => answerComment(bench, asked),
  },
  reviewResolve: {
    input: Schema.Struct({ id: text, you }),
    answer: (asked, bench) => resolveComment(bench, asked),
  },
  reviewApprove: {
    input: Schema.Struct({ from: text, you }),
    answer: (asked, bench) => approveChange(bench, asked),
  },
}

/** What makes the view of how the change stands. */
export const reviewViews: ViewHandlers<keyof ReviewViews> = {
  review: {
    input: nothing,
    follows: ["tables", "repository"],
    calmMs: repositoryCalmMs,
    answer: (_, { desk }) => reviewView(desk),
  },
}

/**
 * Records that a second person approves the tables as they are committed, for a day. A person who changed
 * them is refused, and any later edit withdraws it: it names the hash of the tables.
 */
const approveChange = Effect.fnUntraced(function* (
  bench: Bench,
  { from, you }: { readonly from: string; readonly you: Person | null },
) {
  const { desk } = bench
  yield* readyToCommit(desk.folder)
  yield* usableDay(from)
  const view = yield* reviewView(desk)
  if (view.changedTables.length === 0) return yield* callRefused("NothingToApprove", {})
  const { length: files } = view.uncommitted
  if (files > 0) return yield* callRefused("ChangeUncommitted", { files })
  const by = yield* personWhoCommits(desk.folder, you)
  if (view.authors.some((author) => isSamePerson(author, by))) {
    return yield* callRefused("OwnApproval", { name: by.name })
  }
  yield* withoutErrors(bench)
  const fresh = yield* newReleases(desk)
  yield* keepApproval(bench, fresh, { by, from })
  const commit = fresh.length > 0 ? commitFolder : commitWords
  yield* commit(desk.folder, {
    subject: `Approve for ${from}`,
    by,
    trailers: [
      ["Approved-by", personText(by)],
      ["Effective-from", from],
      ["Approved-tables", view.hash],
      ...fresh.map(({ name }) => ["Release", name] as const),
    ],
  })
  bench.changed("repository")
  return yield* reviewView(desk)
})
