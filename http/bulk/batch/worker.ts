/**
 * What a worker thread of a batch runs: it prepares the tables that it is given, says that it is
 * ready, then answers one batch after the other. Whatever fails in it ends it, and is told to the
 * thread that started it.
 */
import { workerData } from "node:worker_threads"
import * as NodeWorkerRunner from "@effect/platform-node/NodeWorkerRunner"
import * as Effect from "effect/Effect"
import * as Result from "effect/Result"
import * as WorkerRunner from "effect/workers/WorkerRunner"
import { describeTableError } from "../../../core/table/error.ts"
import { loadTables } from "../../../rules/tables/index.ts"
import { answerBatch, type AskedBatch, type BatchAnswers } from "./answer-batch.ts"
import { prepareAnswers } from "./answering.ts"
import { release } from "./text-bytes.ts"
import type { WorkerJob } from "./workers.ts"

const { answering, form, sources } = workerData as WorkerJob

const tables = Result.getOrThrowWith(
  loadTables(sources),
  (errors) => new Error(errors.map(describeTableError).join("; ")),
)

const { telling, write } = await prepareAnswers(answering, tables, form)

const serve = Effect.gen(function* () {
  const platform = yield* WorkerRunner.WorkerRunnerPlatform
  const runner = yield* platform.start<BatchAnswers, AskedBatch>()
  yield* runner.run<void, never, never>((port, batch) => {
    const answers = answerBatch(batch, write, telling)
    release(batch.bytes)
    runner.sendUnsafe(port, answers, [answers.answers.buffer, answers.reports.buffer])
  })
})

await Effect.runPromise(Effect.provide(serve, NodeWorkerRunner.layer))
