import * as Effect from "effect/Effect"
import { release } from "../batch/release.ts"
import { AnswersUnwritable, type LineSinks } from "../batch/run-lines.ts"
import { makeAnswerWriter } from "../outputs/answer-writer.ts"
import type { AnswerForm } from "../rows/answer-form.ts"
import type { FrameSink } from "./frame-sink.ts"
import { workerFrames } from "./protocol.ts"

/**
 * Where the answers to one frame go: lines as they are, record batches as one whole Arrow stream, cut
 * into frames as it is written.
 */
export const openFrameAnswers = Effect.fnUntraced(function* (
  form: AnswerForm,
  sink: FrameSink,
): Effect.fn.Return<Pick<LineSinks, "answers" | "end">> {
  if (form.format === "ndjson") {
    const answers: LineSinks["answers"] = (bytes) =>
      Effect.map(sink.bytes(workerFrames.answers, bytes), () => release(bytes))
    return { answers }
  }
  const writer = yield* Effect.promise(() =>
    makeAnswerWriter(form, {
      write: (bytes) => Effect.runPromise(sink.bytes(workerFrames.answers, bytes)),
      finish: () => Promise.resolve(),
    }),
  )
  const writing = (work: () => Promise<void>) =>
    Effect.tryPromise({
      try: work,
      catch: (cause) =>
        cause instanceof AnswersUnwritable ? cause : new AnswersUnwritable({ cause }),
    })
  return {
    answers: (bytes) =>
      Effect.map(
        writing(() => writer.write(bytes)),
        () => release(bytes),
      ),
    end: writing(writer.end),
  }
})
