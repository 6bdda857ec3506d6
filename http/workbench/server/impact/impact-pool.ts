import { availableParallelism } from "node:os"
import { Worker } from "node:worker_threads"
import { threadEnvironment, threadProgram } from "../../../platform/thread.ts"
import type { Desk } from "../desk/desk.ts"
import { newsBetween } from "../engine/versions.ts"
import type { ImpactOrder, ImpactStart, ImpactWord } from "./impact-messages.ts"

const program = threadProgram("impact-share-worker", import.meta.url)

const threadsMax = 4

/** Most objects of a run die young; with little room for them a third of the time goes into collecting. */
const limits = { maxOldGenerationSizeMb: 1_024, maxYoungGenerationSizeMb: 96 }

/** Threads that keep shares of the corpus for as long as they live. */
export interface ImpactPool {
  readonly size: number
  /** Has all threads count over the tables as they are now; each is told what is new to it. */
  readonly run: (run: number) => void
  readonly send: (thread: number, order: ImpactOrder) => void
  readonly stop: () => void
  readonly end: () => Promise<void>
}

interface PoolListener {
  readonly said: (thread: number, word: ImpactWord) => void
  /** A thread came to an end by itself: all of them have to be started anew. */
  readonly ended: (reason: string | null) => void
}

/** Starts one thread for each core, up to four. */
export const startImpactPool = (
  desk: Desk,
  situations: number,
  { ended, said }: PoolListener,
): ImpactPool => {
  const size = Math.max(1, Math.min(availableParallelism(), threadsMax))
  const { revision, sources } = desk.state()
  let known = sources
  let isOver = false
  const threads = Array.from({ length: size }, (_, share) => {
    const workerData: ImpactStart = {
      versions: { revision, before: desk.before.sources, after: sources },
      share,
      shares: size,
      situations,
    }
    const thread = new Worker(program, {
      workerData,
      env: threadEnvironment(),
      resourceLimits: limits,
    })
    const end = (reason: string | null): void => {
      if (isOver) return
      isOver = true
      ended(reason)
    }
    thread.on("message", (word: ImpactWord) => {
      if (!isOver) said(share, word)
    })
    thread.on("error", (cause) => end(cause instanceof Error ? cause.message : String(cause)))
    thread.on("exit", () => end(null))
    thread.unref()
    return thread
  })
  const send = (thread: number, order: ImpactOrder): void => threads[thread]?.postMessage(order, [])
  const sendAll = (order: ImpactOrder): void => {
    for (const place of threads.keys()) send(place, order)
  }
  return {
    size,
    send,
    run: (run) => {
      const state = desk.state()
      const news = newsBetween(known, state)
      known = state.sources
      sendAll({ _tag: "Run", run, news })
    },
    stop: () => sendAll({ _tag: "Stop" }),
    end: async () => {
      isOver = true
      await Promise.all(threads.map((thread) => thread.terminate()))
    },
  }
}
