import * as Deferred from "effect/Deferred"
import * as Effect from "effect/Effect"
import type { ChildProcess } from "node:child_process"
import cluster, { type Worker } from "node:cluster"
import {
  beatMs,
  type PrimaryMessage,
  ProcessNotStarted,
  readWorkerMessage,
  type ServingProcess,
} from "./supervise.ts"

/** How long a process may take until it serves: another one may be migrating a large database. */
const startTimeout = "150 seconds"

/** How long one that retires may take until it is killed. */
const retireTimeout = "25 seconds"

/** How long the figures of a process are waited for. */
const figuresTimeout = "1500 millis"

/** How many times in a row a process may be found silent: more often, it hangs and is killed. */
const silencesMax = 5

const silenceCheckMs = 5 * beatMs

/** How a process ended, as the end of a sentence. */
const howEnded = (code: number | null, signal: string | null): string =>
  signal === null ? `ended with status ${String(code)}` : `was ended by ${signal}`

/** How long what a process has said last may take to be read after its end. */
const lastWordsMs = 1_000

/**
 * Tells how a process ended, once all that it said has been read. Where it had been handed a connection
 * that it did not take, Node never says that it is disconnected: it only counts as that.
 */
const onceGone = (worker: Worker, tell: (how: string) => void): void => {
  worker.once("exit", (code: number | null, signal: string | null) => {
    const told = (): void => tell(howEnded(code, signal))
    if (!worker.isConnected()) return told()
    const late = setTimeout(told, lastWordsMs)
    worker.once("disconnect", () => {
      clearTimeout(late)
      told()
    })
  })
}

/** Whether another process than this one takes connections. */
const hasOthers = (worker: Worker): boolean =>
  Object.values(cluster.workers ?? {}).some(
    (other) => other !== undefined && other !== worker && other.isConnected(),
  )

/** Kills a process whose event loop has been stuck for long: it keeps its connections waiting. */
const killWhenStuck = (worker: Worker): { readonly heard: () => void } => {
  let silences = 0
  const look = (): void => {
    silences += 1
    if (silences > silencesMax) worker.process.kill("SIGKILL")
  }
  const looks = setInterval(look, silenceCheckMs)
  looks.unref()
  worker.once("exit", () => clearInterval(looks))
  return {
    heard: () => {
      silences = 0
    },
  }
}

/** What has been asked of a process and not been answered. */
const makeQuestions = () => {
  const waiting = new Map<number, (text: string) => void>()
  let last = 0
  return {
    answered: (id: number, text: string): void => waiting.get(id)?.(text),
    ask: (send: (id: number) => void): Effect.Effect<string> =>
      Effect.callback<string>((resume) => {
        const id = (last += 1)
        waiting.set(id, (text) => resume(Effect.succeed(text)))
        send(id)
        return Effect.sync(() => waiting.delete(id))
      }),
  }
}

/** Starts a process that serves, as this one was started, and waits until it does. */
export const startProcess: Effect.Effect<ServingProcess, ProcessNotStarted> = Effect.suspend(() => {
  const worker = cluster.fork()
  const handovers = trackHandovers(worker.process)
  const pulse = killWhenStuck(worker)
  const questions = makeQuestions()
  const ended = Deferred.makeUnsafe<string>()
  const serves = Deferred.makeUnsafe<void, ProcessNotStarted>()
  let lines: ReadonlyArray<string> | undefined

  worker.on("message", (received) => {
    pulse.heard()
    const message = readWorkerMessage(received)
    if (message?._tag === "Serving") Deferred.doneUnsafe(serves, Effect.void)
    else if (message?._tag === "NotStarted") lines = message.lines
    else if (message?._tag === "Figures") questions.answered(message.id, message.text)
  })
  // A process that is gone cannot be written to; its end is told below.
  worker.on("error", () => {})
  onceGone(worker, (how) => {
    handovers.giveBack(hasOthers(worker))
    const notStarted = new ProcessNotStarted({
      why: lines === undefined ? { _tag: "Ended", how } : { _tag: "Said", lines },
    })
    Deferred.doneUnsafe(serves, Effect.fail(notStarted))
    Deferred.doneUnsafe(ended, Effect.succeed(how))
  })

  const kill = Effect.sync(() => void worker.process.kill("SIGKILL"))
  const send = (message: PrimaryMessage): void => {
    if (worker.isConnected()) worker.process.send(message, () => {})
  }
  const tell = (message: PrimaryMessage) => Effect.sync(() => send(message))
  const hasEnded = Deferred.await(ended)
  const serving: ServingProcess = {
    pid: worker.process.pid ?? 0,
    ended: hasEnded,
    tell,
    figures: Effect.map(
      Effect.timeoutOption(
        Effect.raceFirst(
          questions.ask((id) => send({ _tag: "GiveFigures", id })),
          Effect.as(hasEnded, ""),
        ),
        figuresTimeout,
      ),
      (text) => (text._tag === "Some" ? text.value : ""),
    ),
    retire: Effect.andThen(tell({ _tag: "Retire" }), hasEnded).pipe(
      Effect.timeoutOrElse({
        duration: retireTimeout,
        orElse: () => Effect.andThen(kill, hasEnded),
      }),
      Effect.asVoid,
    ),
  }
  const late = new ProcessNotStarted({ why: { _tag: "TooLate", after: startTimeout } })
  return Deferred.await(serves).pipe(
    Effect.timeoutOrElse({
      duration: startTimeout,
      orElse: () => Effect.andThen(kill, Effect.fail(late)),
    }),
    Effect.as(serving),
  )
})

/** Ends every process that this one has started, those that are starting too, and waits for it. */
export const endAllProcesses: Effect.Effect<void> = Effect.callback<void>((resume) => {
  const alive = Object.values(cluster.workers ?? {}).filter(
    (worker) => worker !== undefined && !worker.isDead(),
  )
  let left = alive.length
  if (left === 0) return resume(Effect.void)
  for (const worker of alive) {
    worker?.once("exit", () => {
      left -= 1
      if (left === 0) resume(Effect.void)
    })
    worker?.process.kill("SIGTERM")
  }
})

/** What node's cluster module sends when it hands a connection over, and what comes back. */
interface Handover {
  readonly cmd: "NODE_CLUSTER"
  readonly act?: unknown
  readonly seq?: number
  readonly ack?: number
}

const isHandover = (message: unknown): message is Handover =>
  typeof message === "object" &&
  message !== null &&
  "cmd" in message &&
  message.cmd === "NODE_CLUSTER"

const isClosable = (handle: unknown): handle is { readonly close: () => void } =>
  typeof handle === "object" &&
  handle !== null &&
  "close" in handle &&
  typeof handle.close === "function"

/**
 * Keeps count of the connections that a process has been handed and has not taken yet. Where it is
 * killed meanwhile, node's cluster module would wait for its answer for ever, and so would the client.
 *
 * `giveBack` answers in its place that it took none of them, so that others get them: a process reads
 * nothing of a connection before it has said that it takes it. Where there are no others, they are
 * closed.
 */
export const trackHandovers = (child: ChildProcess) => {
  const untaken = new Map<number, unknown>()
  const send = child.send.bind(child) as (...args: ReadonlyArray<unknown>) => boolean
  const watched = (...args: ReadonlyArray<unknown>): boolean => {
    const [message, handle] = args
    if (isHandover(message) && message.act === "newconn" && message.seq !== undefined) {
      untaken.set(message.seq, handle)
    }
    return send(...args)
  }
  child.send = watched as ChildProcess["send"]
  child.prependListener("internalMessage", (message: unknown) => {
    if (isHandover(message) && message.ack !== undefined) untaken.delete(message.ack)
  })
  return {
    giveBack: (hasOthers: boolean): void => {
      const left = [...untaken]
      untaken.clear()
      for (const [seq, handle] of left) {
        if (hasOthers) {
          child.emit("internalMessage", { cmd: "NODE_CLUSTER", ack: seq, accepted: false })
        } else if (isClosable(handle)) handle.close()
      }
    },
  }
}
