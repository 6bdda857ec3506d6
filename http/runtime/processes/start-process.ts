import cluster, { type Worker } from "node:cluster"
import * as Deferred from "effect/Deferred"
import * as Effect from "effect/Effect"
import { trackHandovers } from "./handovers.ts"
import { beatMs, type PrimaryMessage, readWorkerMessage } from "./messages.ts"
import { ProcessNotStarted, type ServingProcess } from "./serving-process.ts"

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
    const notStarted = new ProcessNotStarted({ lines: lines ?? [`it ${how} before it served`] })
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
  const late = new ProcessNotStarted({ lines: [`it did not serve within ${startTimeout}`] })
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
