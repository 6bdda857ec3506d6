import * as NodeWorker from "@effect/platform-node/NodeWorker"
import * as Cause from "effect/Cause"
import * as Deferred from "effect/Deferred"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import type * as Scope from "effect/Scope"
import * as Flag from "effect/cli/Flag"
import { WorkerPlatform } from "effect/workers/Worker"
import { isWorkerError, type WorkerError } from "effect/workers/WorkerError"
import { availableParallelism } from "node:os"
import { Worker, type Worker as Thread } from "node:worker_threads"
import type { AskedBatch, BatchAnswers } from "./answer-batch.ts"
import type { LineBatch } from "./line-batches.ts"
import type { AnswerForm } from "../rows/answer-form.ts"
import { threadEnvironment, threadProgram } from "../../platform/thread.ts"
import { type CommandRefused, refusal } from "../../terminal/command-refused.ts"
import type { Answering } from "./prepared-answers.ts"

/** Threads that answer batches. */
export interface Workers {
  /** Whether all of them have prepared their tables, or one of them has stopped. */
  readonly ready: () => boolean
  /** Whether one of them has less to do than a batch to answer and the next to go on with. */
  readonly hasRoom: () => boolean
  /** Has the thread with the least to do answer a batch, whose bytes move there. */
  readonly answer: (batch: LineBatch) => Effect.Effect<BatchAnswers, CommandRefused>
}

/** One batch to answer and three to go on with, for each thread, while the one that hands them out is busy. */
export const batchesPerWorker = 4

/**
 * Starts threads, which end with the scope, at once and whatever they are at. When one of them ends
 * before, the batches that it has not answered fail with the reason, and so do all that are asked
 * from then on; what the others are at is still answered.
 */
export const startWorkers = Effect.fnUntraced(function* (
  count: number,
  start: () => Thread,
): Effect.fn.Return<Workers, never, Scope.Scope> {
  const threads: Array<Thread> = []
  const spawn = (): Thread => {
    const thread = start()
    threads.push(thread)
    return thread
  }
  const ids = Array.from({ length: count }, (_, index) => index)
  const workers = yield* Effect.forEach(ids, (id) => startWorker(id)).pipe(
    Effect.provide(NodeWorker.layer(spawn)),
    Effect.orDie,
  )
  // Closing a worker politely waits for the batch that it is at; threads that are gone are closed.
  yield* Effect.addFinalizer(() =>
    Effect.promise(() => Promise.all(threads.map((thread) => thread.terminate()))),
  )
  const stoppedOne = () => workers.find(({ stopped }) => stopped !== undefined)?.stopped
  const answer = (batch: LineBatch) =>
    Effect.suspend(() => {
      const stopped = stoppedOne()
      if (stopped !== undefined) return Effect.fail(stopped)
      const worker = workers.reduce((least, each) =>
        each.asked.length < least.asked.length ? each : least,
      )
      const answers = Deferred.makeUnsafe<BatchAnswers, CommandRefused>()
      worker.asked.push({ batch, answers })
      return Effect.andThen(worker.send(batch), Deferred.await(answers))
    })
  const ready = () => stoppedOne() !== undefined || workers.every((worker) => worker.ready)
  const hasRoom = () =>
    stoppedOne() !== undefined || workers.some(({ asked }) => asked.length < batchesPerWorker)
  return { ready, hasRoom, answer }
})

/** More threads than any machine has cores for. */
const workersMax = 1024

/** `--workers`: how many threads answer lines; 1 is this process alone. */
export const workersFlag = Flag.Int("workers").pipe(
  Flag.withDescription("Threads that answer lines; all available cores when left out, 1 for none"),
  Flag.filter(
    (count) => count >= 1 && count <= workersMax,
    () => `Expected a number from 1 to ${workersMax}`,
  ),
  Flag.map((count): number => count),
  Flag.withDefault(availableParallelism()),
)

/** What a worker thread is started with: the texts of the tables, by file, and what to do with them. */
export interface WorkerJob {
  readonly answering: Answering
  readonly form?: AnswerForm
  readonly sources: ReadonlyMap<string, string>
}

/** Starts a thread that answers batches. */
export const startThread = (job: WorkerJob): Worker =>
  new Worker(program, { workerData: job, env: threadEnvironment() })

const startWorker = Effect.fnUntraced(function* (id: number) {
  const worker = yield* (yield* WorkerPlatform).spawn<BatchAnswers, AskedBatch>(id)
  const asked: Array<PendingBatch> = []
  const send = ({ bytes, firstLine }: LineBatch) => {
    return Effect.orDie(worker.send({ bytes, firstLine }, [bytes.buffer]))
  }
  const state: WorkerState = { send, asked, ready: false, stopped: undefined }
  // An error has a port of its own and may overtake answers, which arrive before the thread's exit
  // all the same: but then no effect is run any more, so they are given on while they are heard.
  const answered = (answers: BatchAnswers) => {
    const first = asked.shift()
    if (first !== undefined) Deferred.doneUnsafe(first.answers, Exit.succeed(answers))
    return Effect.void
  }
  const onSpawn = Effect.sync(() => {
    state.ready = true
  })
  const ended = (cause: Cause.Cause<WorkerError>) =>
    Effect.sync(() => {
      const stopped = refusal("worker-stopped", {
        reason: reasonOf(cause),
        batch: asked.at(0)?.batch,
      })
      state.stopped = stopped
      for (const { answers } of asked.splice(0)) Deferred.doneUnsafe(answers, Exit.fail(stopped))
    })
  yield* worker
    .run(answered, { onSpawn })
    .pipe(Effect.onError(ended), Effect.ignoreCause, Effect.forkScoped)
  return state
})

interface PendingBatch {
  readonly batch: LineBatch
  readonly answers: Deferred.Deferred<BatchAnswers, CommandRefused>
}

interface WorkerState {
  readonly send: (batch: LineBatch) => Effect.Effect<void>
  /** In the order in which they were sent, which is the order of the answers. */
  readonly asked: Array<PendingBatch>
  ready: boolean
  /** Why it has come to an end, once it has. */
  stopped: CommandRefused | undefined
}

const reasonOf = (cause: Cause.Cause<WorkerError>): string => {
  const error = Cause.squash(cause)
  const thrown = isWorkerError(error) ? (error.reason.cause ?? error) : error
  return thrown instanceof Error ? thrown.message : String(thrown)
}

const program = threadProgram("worker", import.meta.url)
