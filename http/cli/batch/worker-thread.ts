import { extname } from "node:path"
import { fileURLToPath } from "node:url"
import { Worker } from "node:worker_threads"
import type { Answering } from "./answering.ts"

/** What a worker thread is started with: the texts of the tables, by file, and what to do with them. */
export interface WorkerJob {
  readonly answering: Answering
  readonly sources: ReadonlyMap<string, string>
}

/** The program of a worker lies beside this file, as TypeScript or compiled like this file. */
const program = new URL(`./worker${extname(fileURLToPath(import.meta.url))}`, import.meta.url)

/** Starts a thread that answers batches. */
export const startThread = (job: WorkerJob): Worker => new Worker(program, { workerData: job })
