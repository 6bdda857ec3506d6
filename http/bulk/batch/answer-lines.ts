import * as Effect from "effect/Effect"
import type { AnswerBytes } from "../request-reader.ts"
import type { AskedRow } from "../rows/row-request.ts"
import type { AnswerRow, RefusalTelling, WriteLine } from "./answer-batch.ts"
import { answerHere, makeAnswerer } from "./answerer.ts"
import { type BatchSizes, lineBatches } from "./line-batches.ts"
import { rowBatches } from "./row-batches.ts"
import { AnswersUnwritable, type LineCounts, type LineSinks, runLines } from "./run-lines.ts"
import { startThread, type WorkerJob } from "./worker-thread.ts"
import { batchesPerWorker, startWorkers } from "./workers.ts"

/**
 * Answers are some forty times the size of their requests, so that a small batch is work enough to
 * make sending it cheap, and the few that are under way stay small in memory.
 */
export const batchSizes: Omit<BatchSizes, "lineBytesMax"> = { batchBytes: 16_384, lingerMs: 5 }

/**
 * Up to this much input, in bytes, is answered sooner by one thread: a worker starts, compiles and makes
 * the first bilan of each card by itself, which slows down the others where there are few processors.
 */
const workersAfterBytes = 4_194_304

/** Lines of requests, and how to answer them. */
export interface RequestLines<E> {
  readonly chunks: AsyncIterable<Uint8Array>
  /** The rows that they stand for, and how much of the input was read for them, where they are a table. */
  readonly rows?: AsyncIterable<ReadonlyArray<AskedRow>>
  readonly readBytes?: () => number
  readonly unreadable: (cause: unknown) => E
  readonly inputBytes: number | undefined
  readonly lineBytesMax: number
  readonly noun: string
  readonly answer: AnswerBytes<WriteLine>
  readonly answerRow: AnswerRow
  readonly telling: RefusalTelling
  readonly job: WorkerJob
  readonly workers: number
  readonly sinks: LineSinks
}

const none: LineCounts = { answered: 0, refused: 0, warned: 0, unread: new Map() }

/**
 * Answers lines where its sinks lead, on as many threads as asked for, until they end or until nobody
 * reads the answers any more.
 */
export const answerLines = <E>(lines: RequestLines<E>) =>
  Effect.gen(function* () {
    const { inputBytes, job, lineBytesMax, noun, unreadable, workers } = lines
    const batchesMax = (workers - 1) * batchesPerWorker
    const window = workers === 1 ? 1 : 2 * (batchesMax + 1)
    const here = answerHere(lines.answer, lines.telling, lines.answerRow)
    const batches =
      lines.rows === undefined || lines.readBytes === undefined
        ? lineBatches(lines.chunks, { ...batchSizes, lineBytesMax })
        : rowBatches(lines.rows, lines.readBytes)
    // This thread is one of those that answer.
    const start = startWorkers(workers - 1, () => startThread(job))
    return yield* runLines({
      batches,
      unreadable,
      answer:
        workers === 1
          ? here
          : yield* makeAnswerer(here, {
              start,
              afterBytes: workersAfterBytes,
              inputBytes,
              batchesMax,
            }),
      window,
      sinks: lines.sinks,
      noun,
      inputBytesTotal: inputBytes,
    })
  }).pipe(
    Effect.scoped,
    Effect.catchIf(
      (error) => error instanceof AnswersUnwritable && error.unread,
      () => Effect.succeed(none),
    ),
  )
