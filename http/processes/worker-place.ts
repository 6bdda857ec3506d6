import cluster from "node:cluster"
import * as Effect from "effect/Effect"
import type { GroupPlace, GroupStatus } from "../ports/process-group.ts"
import { beatMs, readPrimaryMessage, type WorkerMessage } from "./supervise.ts"

/** The place of a process that the primary one has started, and what it tells that one. */
export interface WorkerPlace extends GroupPlace {
  /** Tells that calls are answered. */
  readonly serving: Effect.Effect<void>
  /** Tells why it could not start, a line for each reason. */
  readonly notStarted: (lines: ReadonlyArray<string>) => Effect.Effect<void>
}

/** How long the primary process may take to be told something. */
const tellTimeout = "1 second"

const tell = (message: WorkerMessage): Effect.Effect<void> =>
  Effect.callback<void>((resume) => {
    if (!process.connected || process.send === undefined) return resume(Effect.void)
    process.send(message, undefined, {}, () => resume(Effect.void))
  }).pipe(Effect.timeoutOption(tellTimeout), Effect.asVoid)

const stopItself = (): void => void process.kill(process.pid, "SIGTERM")

/**
 * Without its primary process a process gets no connections, and Node would end it at once: it
 * finishes what it has instead.
 */
const endWithPrimary = (): void => {
  const { worker } = cluster
  worker?.once("disconnect", () => {
    worker.exitedAfterDisconnect = true
    stopItself()
  })
}

/** The place of this process, which node's cluster module has started. */
export const makeWorkerPlace = (): WorkerPlace => {
  let status: GroupStatus | undefined
  let isRetiring = false
  let leave = (done: () => void): void => done()
  let figures: Effect.Effect<string> = Effect.succeed("")

  process.on("message", (received) => {
    const message = readPrimaryMessage(received)
    switch (message?._tag) {
      case "Status":
        status = message.status
        return
      case "Retire":
        if (isRetiring) return
        isRetiring = true
        return leave(stopItself)
      case "GiveFigures": {
        const { id } = message
        Effect.runFork(Effect.flatMap(figures, (text) => tell({ _tag: "Figures", id, text })))
      }
    }
  })
  endWithPrimary()
  setInterval(() => void Effect.runFork(tell({ _tag: "Beat" })), beatMs).unref()

  return {
    status: () => status,
    isRetiring: () => isRetiring,
    onRetire: (how) => {
      leave = how
    },
    offerFigures: (text) =>
      Effect.acquireRelease(
        Effect.map(Effect.context<never>(), (context) => {
          figures = Effect.provideContext(text, context)
        }),
        () =>
          Effect.sync(() => {
            figures = Effect.succeed("")
          }),
      ),
    serving: tell({ _tag: "Serving" }),
    notStarted: (lines) => tell({ _tag: "NotStarted", lines }),
  }
}
