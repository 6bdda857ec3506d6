import { Worker } from "node:worker_threads"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import type * as Scope from "effect/Scope"
import { approvalsRequired } from "../config/table-settings.ts"
import { errorCode } from "../platform/system-error.ts"
import { threadEnvironment, threadProgram } from "../platform/thread.ts"
import { TablesUnjudged, TablesUnreadable } from "./table-files.ts"
import type { FolderLook } from "./folder-look.ts"

/** What a thread is started with. */
export interface LookJob {
  readonly folder: string
  /** Whether releases need a second person's approval: settings that a file holds are not in the environment. */
  readonly approvals: boolean
}

/** A question to a thread: what the folder holds, unless that is known. */
export interface LookRequest {
  readonly known: ReadonlyArray<string>
}

/** What a thread answers. */
export type LookAnswer =
  | { readonly _tag: "Looked"; readonly look: FolderLook }
  | { readonly _tag: "Unreadable"; readonly reason: string }

/** Looks at a folder of tables, given the fingerprints of contents that need not be judged again. */
export type LookAtFolder = (
  known: ReadonlyArray<string>,
) => Effect.Effect<FolderLook, TablesUnjudged | TablesUnreadable>

/** How a thread is bounded. */
export interface LookPolicy {
  /** Where the process has a limit by `--max-old-space-size`, that one holds for the thread, too. */
  readonly heapMegabytesMax: number
  readonly timeoutMs: number
  /** How long it waits for another question before it ends. */
  readonly idleMs: number
}

/** Reading and judging what the bounds of tables allow takes a tenth of this. */
export const lookPolicy: LookPolicy = { heapMegabytesMax: 256, timeoutMs: 30_000, idleMs: 5_000 }

const program = threadProgram("tables-worker", import.meta.url)

type ThreadAnswer = Exit.Exit<FolderLook, TablesUnjudged | TablesUnreadable>

const exitOf = (folder: string, answer: LookAnswer): ThreadAnswer =>
  answer._tag === "Looked"
    ? Exit.succeed(answer.look)
    : Exit.fail(new TablesUnreadable({ folder, reason: answer.reason }))

const failed = (folder: string, cause: unknown): ThreadAnswer =>
  errorCode(cause) === "ERR_WORKER_OUT_OF_MEMORY"
    ? Exit.fail(new TablesUnjudged({ folder, takes: { _tag: "TooMuchMemory" } }))
    : Exit.die(cause)

/**
 * Looks at a folder in a thread of its own, which is started when it is asked and ends some time
 * after; a thread that takes too much time or memory ends at once, and the next question starts
 * another. One question is asked at a time.
 */
export const makeThreadLook = Effect.fnUntraced(function* (
  folder: string,
  policy: LookPolicy = lookPolicy,
): Effect.fn.Return<LookAtFolder, never, Scope.Scope> {
  let running: Worker | undefined
  let answered: ((answer: ThreadAnswer) => void) | undefined
  let idle: NodeJS.Timeout | undefined
  const approvals = yield* Effect.orDie(approvalsRequired)

  const start = (): Worker => {
    const job: LookJob = { folder, approvals }
    const thread = new Worker(program, {
      workerData: job,
      env: threadEnvironment(),
      resourceLimits: { maxOldGenerationSizeMb: policy.heapMegabytesMax },
    })
    const end = (cause: unknown): void => {
      if (running !== thread) return
      running = undefined
      answered?.(failed(folder, cause))
    }
    thread.on("message", (answer: LookAnswer) => answered?.(exitOf(folder, answer)))
    thread.on("error", end)
    thread.on("exit", () => end(new Error("the thread that looks at tables ended")))
    thread.unref()
    return thread
  }

  const stop = async (): Promise<void> => {
    const thread = running
    running = undefined
    clearTimeout(idle)
    await thread?.terminate()
  }

  yield* Effect.addFinalizer(() => Effect.promise(stop))

  return (known) =>
    Effect.callback<FolderLook, TablesUnjudged | TablesUnreadable>((resume) => {
      clearTimeout(idle)
      running ??= start()
      answered = (answer) => {
        answered = undefined
        idle = setTimeout(() => void stop(), policy.idleMs).unref()
        resume(answer)
      }
      const request: LookRequest = { known }
      running.postMessage(request, [])
      return Effect.promise(() => {
        answered = undefined
        return stop()
      })
    }).pipe(
      Effect.timeoutOrElse({
        duration: policy.timeoutMs,
        orElse: () =>
          Effect.fail(
            new TablesUnjudged({
              folder,
              takes: { _tag: "LongerThan", timeoutMs: policy.timeoutMs },
            }),
          ),
      }),
    )
})
