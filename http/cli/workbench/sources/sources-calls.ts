import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import { markets } from "../../../../rules/coach/coach-vocabulary.ts"
import { sourceProblems } from "../../../../rules/coach/sources/row-source.ts"
import {
  type SourceCalls,
  sourceOrders,
  type SourcesView,
} from "../../../pages/workbench/protocol/sources.ts"
import type { CallHandlers } from "../call-handlers.ts"
import { editSource } from "./edit-source.ts"
import type { SourcesQuestion } from "./sources-view.ts"

const dayLength = "2026-01-01".length

const today = Effect.map(Clock.currentTimeMillis, (ms) =>
  new Date(ms).toISOString().slice(0, dayLength),
)

/** What answers calls about what figures rest on. */
export const sourceHandlers: CallHandlers<keyof SourceCalls> = {
  sources: {
    input: Schema.Struct({
      market: Schema.NullOr(Schema.Literals(markets)),
      slug: Schema.NullOr(Schema.String),
      problem: Schema.NullOr(Schema.Literals(sourceProblems)),
      file: Schema.NullOr(Schema.String),
      oldMonths: Schema.Int,
      order: Schema.Literals(sourceOrders),
      isDescending: Schema.Boolean,
      limit: Schema.Int,
    }),
    answer: (asked, { answers }) =>
      Effect.flatMap(today, (day) => {
        const question: SourcesQuestion = { ...asked, today: day }
        return Effect.map(answers.ask("sources", question), (view) => view as SourcesView)
      }),
  },
  sourceEdit: {
    input: Schema.Struct({
      file: Schema.String,
      line: Schema.Int,
      revision: Schema.Int,
      cells: Schema.Array(Schema.Struct({ column: Schema.String, text: Schema.String })),
    }),
    answer: (edit, { desk, session }) => Effect.andThen(editSource(desk, edit), session),
  },
}
