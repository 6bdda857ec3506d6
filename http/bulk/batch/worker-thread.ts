import { Worker } from "node:worker_threads"
import { threadEnvironment, threadProgram } from "../../platform/thread.ts"
import type { AnswerForm } from "../rows/answer-form.ts"
import type { Answering } from "./answering.ts"

/** What a worker thread is started with: the texts of the tables, by file, and what to do with them. */
export interface WorkerJob {
  readonly answering: Answering
  readonly form?: AnswerForm
  readonly sources: ReadonlyMap<string, string>
}

const program = threadProgram("worker", import.meta.url)

/** Starts a thread that answers batches. */
export const startThread = (job: WorkerJob): Worker =>
  new Worker(program, { workerData: job, env: threadEnvironment() })
