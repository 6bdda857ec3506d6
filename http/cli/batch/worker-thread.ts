import module from "node:module"
import { dirname, extname } from "node:path"
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

/** Node 20 lacks it, and keeps no compiled code. */
const { getCompileCacheDir } = module as {
  readonly getCompileCacheDir?: () => string | undefined
}

/**
 * The environment of a thread, in which it finds the compiled code that the program keeps: a thread
 * does not know of the folder otherwise, and compiles all its modules, which is a quarter of its start.
 */
const threadEnvironment = (): NodeJS.ProcessEnv => {
  const folder = getCompileCacheDir?.()
  // What is kept for this version of Node lies in a folder of its own within the one that is named.
  return folder === undefined
    ? process.env
    : { ...process.env, NODE_COMPILE_CACHE: dirname(folder) }
}

/** Starts a thread that answers batches. */
export const startThread = (job: WorkerJob): Worker =>
  new Worker(program, { workerData: job, env: threadEnvironment() })
