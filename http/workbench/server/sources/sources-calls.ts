import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as Result from "effect/Result"
import * as Schema from "effect/Schema"
import { refusalOf } from "../../../../core/table/error.ts"
import { type Desk, made } from "../desk/desk.ts"
import {
  foundedColumns,
  type SourcesQuestion,
} from "../../../../rules/sources/sources-to-look-at.ts"
import { editTable } from "../table/edit-table.ts"
import { definitionOf } from "../table/table-definition.ts"
import { sourceOrders, type SourcesView } from "../../../../rules/sources/sources-view.ts"
import { sourceProblems } from "../../../../rules/coach/sources/row-source.ts"
import type { SourceCalls, SourceEdit, SourceViews } from "../../protocol/calls.ts"
import type { CallHandlers, ViewHandlers } from "../handler.ts"
import { callRefused } from "../call-refused.ts"

const dayLength = "2026-01-01".length

const today = Effect.map(Clock.currentTimeMillis, (ms) =>
  new Date(ms).toISOString().slice(0, dayLength),
)

/** What answers calls about what figures rest on. */
export const sourceHandlers: CallHandlers<keyof SourceCalls> = {
  sourceEdit: {
    input: Schema.Struct({
      file: Schema.String,
      line: Schema.Int,
      revision: Schema.Int,
      cells: Schema.Array(Schema.Struct({ column: Schema.String, text: Schema.String })),
    }),
    answer: (edit, { desk }) => Effect.map(editSource(desk, edit), made),
  },
}

/** What makes the view of what figures rest on. */
export const sourceViews: ViewHandlers<keyof SourceViews> = {
  sources: {
    input: Schema.Struct({
      market: Schema.NullOr(Schema.String),
      slug: Schema.NullOr(Schema.String),
      problem: Schema.NullOr(Schema.Literals(sourceProblems)),
      file: Schema.NullOr(Schema.String),
      oldMonths: Schema.Int,
      order: Schema.Literals(sourceOrders),
      isDescending: Schema.Boolean,
      limit: Schema.Int,
    }),
    follows: ["tables"],
    calmMs: 0,
    answer: (asked, { answers }) =>
      Effect.flatMap(today, (day) => {
        const question: SourcesQuestion = { ...asked, today: day }
        return Effect.map(answers.ask("sources", question), (view) => view as SourcesView)
      }),
  },
}

/** Writes a new figure of a row with what it rests on, as one step; nothing where a cell cannot be read. */
const editSource = Effect.fnUntraced(function* (
  desk: Desk,
  { cells, file, line, revision }: SourceEdit,
) {
  const columns = new Map(foundedColumns(yield* definitionOf(desk.state(), file)))
  for (const { column, text } of cells) {
    const read = columns.get(column)?.parse(text)
    if (read === undefined || Result.isFailure(read)) {
      return yield* callRefused("FigureUnreadable", {
        file,
        column,
        text,
        expected: read === undefined ? { _tag: "Nothing" } : refusalOf(read.failure).expected,
      })
    }
  }
  const set = cells.map((cell) => ({ ...cell, line }))
  return yield* editTable(desk, {
    file,
    revision,
    action: "source",
    operations: [{ _tag: "Set", cells: set }],
  })
})
