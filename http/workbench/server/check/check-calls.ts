import * as Effect from "effect/Effect"
import * as Result from "effect/Result"
import * as Schema from "effect/Schema"
import { readCsv } from "../../../../core/table/csv.ts"
import type { CheckCalls, CheckViews, CommentStep } from "../../protocol/check.ts"
import { type Desk, type DeskState, made } from "../desk/desk.ts"
import { refuseOutdated } from "../table/shown-table.ts"
import { definitionOf } from "../table/table-definition.ts"
import { commented } from "../../../../rules/check/remedies/remedy-candidates.ts"
import type { CallHandlers, ViewHandlers } from "../handler.ts"
import { callRefused, type CallRefused } from "../call-refused.ts"

/** Whether a comment may be written above a line, or taken from it: not within a cell of many lines. */
const hasPlace = (source: string, { comment }: CommentStep): boolean => {
  const lines = source.split("\n")
  if (comment._tag === "Remove") return /^"?#/.test(lines[comment.line - 1] ?? "")
  const rows = Result.getOrElse(readCsv(source), () => [])
  const isEnd = comment.aboveLine > lines.length - 1
  return isEnd || rows.slice(1).some(({ line }) => line === comment.aboveLine)
}

/** Writes a comment into a table, or takes one away, as one step. */
const takeComment = Effect.fnUntraced(function* (
  desk: Desk,
  step: CommentStep,
): Effect.fn.Return<DeskState, CallRefused> {
  const { comment, file, reason, revision } = step
  const state = desk.state()
  yield* definitionOf(state, file)
  yield* refuseOutdated(state, { file, revision })
  const source = state.sources.get(file) ?? ""
  if (!hasPlace(source, step)) {
    const line = comment._tag === "Add" ? comment.aboveLine : comment.line
    return yield* callRefused("CommentMisplaced", { file, line })
  }
  const texts = new Map([[file, commented(source, comment, reason.trim())]])
  return yield* desk.take({ label: { action: "declare", file, count: 1 }, texts })
})

const oneLine = Schema.String.check(Schema.isPattern(/^[^\r\n]*$/))

const commentStep: Schema.ConstraintDecoder<CommentStep> = Schema.Struct({
  file: Schema.String,
  revision: Schema.Number,
  comment: Schema.Union([
    Schema.TaggedStruct("Add", {
      aboveLine: Schema.Int,
      text: Schema.String.check(Schema.isPattern(/^# [^\r\n]*$/)),
    }),
    Schema.TaggedStruct("Remove", { line: Schema.Int }),
  ]),
  reason: oneLine,
})

/** What answers calls about what was found. */
export const checkHandlers: CallHandlers<keyof CheckCalls> = {
  comment: {
    input: commentStep,
    answer: (step, { desk }) => Effect.map(takeComment(desk, step), made),
  },
}

/** What makes the view of what was found. */
export const checkViews: ViewHandlers<keyof CheckViews> = {
  checked: {
    input: Schema.Struct({}),
    follows: ["checks"],
    answer: (_, { checks }) => Effect.sync(checks.last),
  },
}
