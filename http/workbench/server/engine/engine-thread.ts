import { Worker } from "node:worker_threads"
import * as Data from "effect/Data"
import * as Effect from "effect/Effect"
import type * as Scope from "effect/Scope"
import { threadEnvironment } from "../../../platform/thread.ts"
import { type RefusalFacts, refusalSentence } from "../../protocol/refusals.ts"
import { callRefused, type CallRefused } from "../call-refused.ts"
import type { Desk } from "../desk/desk.ts"
import {
  type EngineAnswer,
  type EngineQuestion,
  type EngineStart,
  newsBetween,
} from "./versions.ts"

/** The thread of an engine came to an end while it was answering. */
export class EngineStopped extends Data.TaggedError("EngineStopped")<
  RefusalFacts["EngineStopped"]
> {
  override get message() {
    return refusalSentence("EngineStopped", this)
  }
}

/** What a question to an engine may come to besides its answer. */
export type EngineFailure = CallRefused | EngineStopped

/**
 * A thread that answers questions on both versions of the tables, one after the other; the first
 * question starts it. A caller who stops waiting for an answer ends the thread that works on it, unless that
 * works in steps; the next question starts another.
 */
export interface Engine {
  readonly ask: (
    name: string,
    input: unknown,
    progress?: (part: unknown) => void,
  ) => Effect.Effect<unknown, EngineFailure>
}

interface Asked {
  readonly name: string
  readonly input: unknown
  readonly progress: (part: unknown) => void
  readonly resume: (answer: Effect.Effect<unknown, EngineFailure>) => void
}

/** How the thread of an engine lives. */
export interface EngineLife {
  /** It works in steps, and hears the next question between them: nothing of what it knows is lost. */
  readonly worksInSteps?: boolean
  /** It ends when it was asked nothing for so long, and gives its memory back. */
  readonly idleMs?: number
}

const heapMegabytesMax = 1_024

/** Prepares an engine that runs a program over the tables of a desk. */
export const makeEngine = Effect.fnUntraced(function* (
  program: URL,
  desk: Desk,
  { idleMs, worksInSteps = false }: EngineLife = {},
): Effect.fn.Return<Engine, never, Scope.Scope> {
  let thread: Worker | undefined
  let rest: NodeJS.Timeout | undefined
  let known: ReadonlyMap<string, string> = new Map()
  let comparedWith = desk.before
  let working: (Asked & { readonly id: number }) | undefined
  const waiting: Array<Asked> = []
  let count = 0

  const finish = (answer: Effect.Effect<unknown, EngineFailure>): void => {
    const done = working
    working = undefined
    done?.resume(answer)
    next()
  }

  const take = (answer: EngineAnswer): void => {
    if (answer.id !== working?.id) return
    if (answer._tag === "Progress") return working.progress(answer.part)
    finish(
      answer._tag === "Answered"
        ? Effect.succeed(answer.output)
        : Effect.fail(callRefused(answer.code, answer.facts)),
    )
  }

  const start = (): Worker => {
    const { revision, sources } = desk.state()
    known = sources
    comparedWith = desk.before
    const workerData: EngineStart = {
      folder: desk.folder,
      versions: { revision, before: desk.before.sources, after: sources },
    }
    const started = new Worker(program, {
      workerData,
      env: threadEnvironment(),
      resourceLimits: { maxOldGenerationSizeMb: heapMegabytesMax },
    })
    const end = (reason: string | null): void => {
      if (thread !== started) return
      thread = undefined
      finish(Effect.fail(new EngineStopped({ reason })))
    }
    started.on("message", take)
    started.on("error", (cause) => end(cause instanceof Error ? cause.message : String(cause)))
    started.on("exit", () => end(null))
    started.unref()
    return started
  }

  const next = (): void => {
    if (working !== undefined) return
    clearTimeout(rest)
    const asked = waiting.shift()
    if (asked === undefined) {
      if (idleMs !== undefined) rest = setTimeout(() => void stop(), idleMs).unref()
      return
    }
    // What a thread keeps of the version before is of the one that it began with.
    if (comparedWith !== desk.before) void stop()
    thread ??= start()
    const state = desk.state()
    count += 1
    working = { ...asked, id: count }
    const news = newsBetween(known, state)
    known = state.sources
    const question: EngineQuestion = { id: count, name: asked.name, input: asked.input, news }
    thread.postMessage(question, [])
  }

  const stop = async (): Promise<void> => {
    const stopped = thread
    thread = undefined
    await stopped?.terminate()
  }

  const leave = (asked: Asked): Effect.Effect<void> =>
    Effect.promise(async () => {
      const place = waiting.indexOf(asked)
      if (place >= 0) waiting.splice(place, 1)
      if (working?.resume !== asked.resume) return
      working = undefined
      if (!worksInSteps) await stop()
      next()
    })

  yield* Effect.addFinalizer(() => {
    clearTimeout(rest)
    return Effect.promise(stop)
  })

  return {
    ask: (name, input, progress = () => undefined) =>
      Effect.callback<unknown, EngineFailure>((resume) => {
        const asked: Asked = { name, input, progress, resume }
        waiting.push(asked)
        next()
        return leave(asked)
      }),
  }
})
