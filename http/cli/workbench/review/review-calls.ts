import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import type {
  ReviewCalls,
  ReviewProgress,
  ReviewReport,
} from "../../../pages/workbench/protocol/review.ts"
import type { CallHandlers } from "../call-handlers.ts"
import { approveChange } from "./approve-change.ts"
import { answerComment, commentOnChange, resolveComment } from "./comment-change.ts"
import { checkNow, commitChange } from "./commit-change.ts"
import { versionNames } from "./review-pages.ts"
import { reviewView } from "./review-view.ts"

const nothing = Schema.Struct({})
const text = Schema.String
const you = Schema.NullOr(Schema.Struct({ name: text, mail: text }))

/** What answers calls about the change, its comments and its approval. */
export const reviewHandlers: CallHandlers<keyof ReviewCalls> = {
  review: { input: nothing, answer: (_, { desk }) => reviewView(desk) },
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
