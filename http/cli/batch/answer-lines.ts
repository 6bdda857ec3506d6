import * as Effect from "effect/Effect"
import type { AnswerBytes } from "../request-reader.ts"
import type { RefusalTelling, WriteLine } from "./answer-batch.ts"
import { answerHere, makeAnswerer } from "./answerer.ts"
import { type BatchSizes, type LineBatch, lineBatches } from "./line-batches.ts"
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
  readonly unreadable: (cause: unknown) => E
  readonly inputBytes: number | undefined
  readonly lineBytesMax: number
  readonly noun: string
  readonly answer: AnswerBytes<WriteLine>
  readonly telling: RefusalTelling
  readonly job: WorkerJob
  readonly workers: number
  readonly sinks: LineSinks
  /** How much of the input has been read, where its lines are not the input itself. */
  readonly readBytes?: () => number
}

/**
 * Tells of batches how much of the input went by since the one before.
 *
 * @yields the same batches
 */
async function* measured(
  batches: AsyncIterable<LineBatch>,
  readBytes: () => number,
): AsyncGenerator<LineBatch> {
  let before = 0
  for await (const batch of batches) {
    const now = readBytes()
    yield { ...batch, inputBytes: now - before }
    before = now
  }
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
    const here = answerHere(lines.answer, lines.telling)
    const batches = lineBatches(lines.chunks, { ...batchSizes, lineBytesMax })
    // This thread is one of those that answer.
    const start = startWorkers(workers - 1, () => startThread(job))
    return yield* runLines({
      batches: lines.readBytes === undefined ? batches : measured(batches, lines.readBytes),
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
