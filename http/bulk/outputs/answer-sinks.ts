import * as Effect from "effect/Effect"
import { release } from "../batch/release.ts"
import { AnswersUnwritable, type LineSinks } from "../batch/run-lines.ts"
import { standardSinks } from "../batch/standard-sinks.ts"
import type { AnswerForm } from "../rows/answer-form.ts"
import { fileTarget, standardTarget } from "./answer-target.ts"
import { makeAnswerWriter } from "./answer-writer.ts"

/**
 * Answers in their format to a file, or to standard output where none is named; reports and progress
 * as ever. A file stands there once all answers have been written, or not at all.
 */
export const openSinks = Effect.fnUntraced(function* (form: AnswerForm, file: string | undefined) {
  const standard = standardSinks()
  if (file === undefined && form.columns === undefined) return standard
  const target = file === undefined ? standardTarget : yield* fileTarget(file)
  const writer = yield* Effect.promise(() => makeAnswerWriter(form, target))
  const writing = (work: () => Promise<void>) =>
    Effect.tryPromise({ try: work, catch: (cause) => new AnswersUnwritable({ cause }) })
  const sinks: LineSinks = {
    ...standard,
    answers: (bytes) =>
      Effect.map(
        writing(() => writer.write(bytes)),
        () => release(bytes),
      ),
    end: writing(writer.end),
  }
  return sinks
})
