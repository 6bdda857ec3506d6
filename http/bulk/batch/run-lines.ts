import * as Data from "effect/Data"
import * as Effect from "effect/Effect"
import * as Stream from "effect/Stream"
import { errorCode, systemReason } from "../../platform/system-error.ts"
import type { BatchAnswers } from "./answer-batch.ts"
import type { AnswerBatch } from "./answerer.ts"
import type { LineBatch } from "./line-batches.ts"
import type { ProgressLine } from "./progress.ts"
import type { Progress } from "./progress-text.ts"
import { makeUnreadCounts, type UnreadCounts } from "./unread-counts.ts"

/** How many lines were answered and refused, and how many answers have warnings of what. */
export interface LineCounts {
  readonly answered: number
  readonly refused: number
  readonly warned: number
  readonly unread: UnreadCounts
}

/** Answers or reports cannot be written. */
export class AnswersUnwritable extends Data.TaggedError("AnswersUnwritable")<{
  readonly cause: unknown
}> {
  override get message() {
    return `Cannot write the answers: ${systemReason(this.cause)}`
  }
  /** Whether nobody reads them any more. */
  get unread(): boolean {
    return errorCode(this.cause) === "EPIPE"
  }
}

/** Where answers and reports go; each write ends when the bytes have left, and are gone for good. */
export interface LineSinks {
  readonly answers: (bytes: Uint8Array<ArrayBuffer>) => Effect.Effect<void, AnswersUnwritable>
  readonly reports: (bytes: Uint8Array<ArrayBuffer>) => Effect.Effect<void, AnswersUnwritable>
  readonly progress: ProgressLine
  /** Writes what comes behind all answers. */
  readonly end?: Effect.Effect<void, AnswersUnwritable>
}

/** What a run of lines takes. */
export interface LineRun<E> {
  readonly batches: AsyncIterable<LineBatch>
  readonly unreadable: (cause: unknown) => E
  readonly answer: AnswerBatch
  /** How many batches may be under way, counting those that wait for earlier ones to be written. */
  readonly window: number
  readonly sinks: LineSinks
  readonly noun: string
  readonly inputBytesTotal: number | undefined
}

/**
 * Answers batches, several at the same time, and writes what they come to in their order. Nothing
 * piles up: input is read as batches leave, and a batch leaves when the one before it is written.
 * The answers before a failure are written.
 */
export const runLines = Effect.fnUntraced(function* <E>(run: LineRun<E>) {
  const { inputBytesTotal, noun, sinks } = run
  let progress: Progress = { noun, answered: 0, refused: 0, inputBytes: 0, inputBytesTotal }
  let warned = 0
  const unread = makeUnreadCounts()
  const write = Effect.fnUntraced(function* (batch: LineBatch, found: BatchAnswers) {
    if (found.answers.length > 0) yield* sinks.answers(found.answers)
    if (found.reports.length > 0) yield* sinks.reports(found.reports)
    progress = {
      ...progress,
      answered: progress.answered + found.answered,
      refused: progress.refused + found.refused,
      inputBytes: progress.inputBytes + batch.inputBytes,
    }
    warned += found.warned
    unread.addAll(found.unread)
    sinks.progress.show(progress)
  })
  // A failure waits for its turn too, so that it does not overtake answers before it.
  const answered = (batch: LineBatch) =>
    Effect.map(Effect.exit(run.answer(batch)), (exit) => ({ batch, exit }))
  yield* Stream.fromAsyncIterable(run.batches, run.unreadable).pipe(
    Stream.mapEffect(answered, { concurrency: run.window }),
    Stream.runForEach(({ batch, exit }) => Effect.flatMap(exit, (found) => write(batch, found))),
    Effect.ensuring(Effect.sync(sinks.progress.clear)),
  )
  if (sinks.end !== undefined) yield* sinks.end
  const { answered: given, refused } = progress
  const counts: LineCounts = { answered: given, refused, warned, unread: unread.counts }
  return counts
})
