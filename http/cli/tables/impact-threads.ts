import { availableParallelism } from "node:os"
import { Worker } from "node:worker_threads"
import * as Effect from "effect/Effect"
import type * as Scope from "effect/Scope"
import {
  type ImpactAnswer,
  type ImpactJob,
  ImpactStopped,
  type ImpactThreads,
} from "../../../rules/changes/diff-impact.ts"
import { threadEnvironment, threadProgram } from "../../platform/thread.ts"

/** Fewer situations are counted before a thread has started. */
const situationsWorthThreads = 1_000

const heapMegabytesMax = 512

const program = threadProgram("impact-worker", import.meta.url)

const startThread = (): Worker => {
  const thread = new Worker(program, {
    env: threadEnvironment(),
    resourceLimits: { maxOldGenerationSizeMb: heapMegabytesMax },
  })
  // What ends it before it is asked is told when it is.
  thread.on("error", () => undefined)
  return thread
}

const ask = (thread: Worker, job: ImpactJob): Promise<ImpactAnswer> =>
  new Promise((resolve, reject) => {
    thread.once("message", resolve)
    thread.once("error", reject)
    thread.once("exit", () => reject(new Error("it ended")))
    thread.postMessage(job, [])
  })

/**
 * Starts threads that help to count the impact on so many situations: one for each core but this
 * thread's own, none where it is done before they are there. They end with the scope.
 */
export const startImpactThreads = (
  situations: number,
): Effect.Effect<ImpactThreads, never, Scope.Scope> =>
  Effect.acquireRelease(
    Effect.sync(() =>
      situations < situationsWorthThreads
        ? []
        : Array.from({ length: availableParallelism() - 1 }, startThread),
    ),
    (threads) => Effect.promise(() => Promise.all(threads.map((thread) => thread.terminate()))),
  ).pipe(
    Effect.map((threads) => ({
      count: (job) =>
        Effect.tryPromise({
          try: () => Promise.all(threads.map((thread) => ask(thread, job))),
          catch: (cause) =>
            new ImpactStopped({ reason: cause instanceof Error ? cause.message : String(cause) }),
        }),
    })),
  )
