import * as Data from "effect/Data"
import * as Effect from "effect/Effect"
import * as Scope from "effect/Scope"
import * as Semaphore from "effect/Semaphore"
import * as Stream from "effect/Stream"
import {
  answerBatch,
  type AnswerRow,
  answerRows,
  type BatchAnswers,
  makeUnreadCounts,
  type RefusalTelling,
  type UnreadCounts,
  type WriteLine,
} from "./answer-batch.ts"
import { type BatchSizes, type LineBatch, lineBatches, rowBatches } from "./line-batches.ts"
import type { Progress, ProgressLine } from "./progress.ts"
import { release } from "./text-bytes.ts"
import {
  batchesPerWorker,
  startThread,
  startWorkers,
  type WorkerJob,
  type Workers,
} from "./workers.ts"
import type { AnswerBytes } from "../request-reader.ts"
import type { AskedRow } from "../rows/row-request.ts"
import { errorCode, systemReason } from "../../platform/system-error.ts"
import type { CommandRefused } from "../../terminal/command-refused.ts"

/**
 * Answers are some forty times the size of their requests, so that a small batch is work enough to
 * make sending it cheap, and the few that are under way stay small in memory.
 */
export const batchSizes: Omit<BatchSizes, "lineBytesMax"> = { batchBytes: 16_384, lingerMs: 5 }

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

/** Answers batches, several at the same time. */
export type AnswerBatch = (batch: LineBatch) => Effect.Effect<BatchAnswers, CommandRefused>

/**
 * Answers every batch on this thread, by its rows where it has some, and lets others run in between. The
 * batch's bytes are gone then.
 */
export const answerHere =
  (answer: AnswerBytes<WriteLine>, telling?: RefusalTelling, answerRow?: AnswerRow): AnswerBatch =>
  (batch) =>
    Effect.andThen(
      Effect.yieldNow,
      Effect.sync(() => {
        if (batch.rows !== undefined && answerRow !== undefined) {
          return answerRows(batch.rows, answerRow, telling)
        }
        const { bytes, firstLine } = batch
        const answers = answerBatch({ bytes, firstLine }, answer, telling)
        release(bytes)
        return answers
      }),
    )

/**
 * Answers batches on this thread until there is more input than a worker's start is worth, goes on
 * while the workers prepare themselves, and shares with them once they are ready: they are given
 * enough to go on with first, then this thread answers one batch itself. They end with the scope.
 */
export const makeAnswerer = Effect.fnUntraced(function* (
  here: AnswerBatch,
  workers: {
    readonly start: Effect.Effect<Workers, never, Scope.Scope>
    /** Workers are started once this much input is known of, in bytes. */
    readonly afterBytes: number
    /** The size of the input, where it is known beforehand. */
    readonly inputBytes: number | undefined
    /** How many batches the workers together can be given to go on with. */
    readonly batchesMax: number
  },
): Effect.fn.Return<AnswerBatch, never, Scope.Scope> {
  const scope = yield* Effect.scope
  let knownBytes = workers.inputBytes ?? 0
  const underWay = yield* Semaphore.make(workers.batchesMax + 1)
  let starting = false
  let started: Workers | undefined
  const start = Effect.map(Scope.provide(workers.start, scope), (threads) => {
    started = threads
  })
  const answer: AnswerBatch = (batch) =>
    Effect.suspend(() => {
      if (started?.ready() === true) return started.hasRoom() ? started.answer(batch) : here(batch)
      knownBytes += workers.inputBytes === undefined ? batch.inputBytes : 0
      if (starting || knownBytes <= workers.afterBytes) return here(batch)
      starting = true
      return Effect.andThen(start, here(batch))
    })
  return (batch) => underWay.withPermit(answer(batch))
})

/** Lines of requests, and how to answer them. */
interface RequestLines<E> {
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

/**
 * Up to this much input, in bytes, is answered sooner by one thread: a worker starts, compiles and makes
 * the first bilan of each card by itself, which slows down the others where there are few processors.
 */
const workersAfterBytes = 4_194_304

const none: LineCounts = { answered: 0, refused: 0, warned: 0, unread: new Map() }

/** How many lines were answered and refused, and how many answers have warnings of what. */
interface LineCounts {
  readonly answered: number
  readonly refused: number
  readonly warned: number
  readonly unread: UnreadCounts
}
