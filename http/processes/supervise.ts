import * as Clock from "effect/Clock"
import * as Data from "effect/Data"
import * as Effect from "effect/Effect"
import * as Queue from "effect/Queue"
import * as Result from "effect/Result"
import * as Schema from "effect/Schema"
import * as Scope from "effect/Scope"
import type { GroupStatus } from "../ports/process-group.ts"

/** The place of a process among several; whatever becomes of one, another takes its place. */
interface Slot {
  readonly number: number
  serving: ServingProcess | undefined
  sinceMs: number
  /** How often a reload had been asked for when its process was started. */
  generation: number
  /** How often in a row a process of this place has ended by itself. */
  failures: number
  /** Whether a reload is starting the next one, which then also takes the place of one that ends. */
  isReplaced: boolean
}

/** A process that serves, and the number of its place. */
interface PlacedProcess {
  readonly number: number
  readonly serving: ServingProcess
}

/** What has happened since the start. */
interface GroupEvents {
  /** Processes that ended by themselves. */
  readonly ended: number
  /** Reloads that put new processes in place, and those that could not. */
  readonly reloads: { readonly done: number; readonly refused: number }
}

/** Processes that are kept serving. */
export interface SupervisedProcesses {
  /** Starts them; fails where the first one cannot start. */
  readonly begin: Effect.Effect<void, ProcessNotStarted>
  readonly status: () => GroupStatus
  readonly events: () => GroupEvents
  readonly serving: () => ReadonlyArray<PlacedProcess>
  /**
   * Asks for every process to be replaced by one that is started now, with the tables and settings of
   * now, one after the other. Where one cannot start, those before it go on serving.
   */
  readonly reload: () => void
}

const newSlot = (number: number): Slot => ({
  number,
  serving: undefined,
  sinceMs: 0,
  generation: 0,
  failures: 0,
  isReplaced: false,
})

const seconds = (ms: number): string => `${ms / 1_000} s`

/** A moment in which a process that was told to stop with this one is not taken for one that ended. */
const tellAfter = "50 millis"

/**
 * Keeps so many processes serving until the scope closes: one that ends by itself is replaced, after a
 * wait that doubles each time.
 */
export const superviseProcesses = Effect.fnUntraced(function* (
  count: number,
  start: Effect.Effect<ServingProcess, ProcessNotStarted>,
) {
  const scope = yield* Scope.Scope
  const slots = Array.from({ length: count }, (_, index) => newSlot(index + 1))
  const asked = yield* Queue.sliding<void>(1)
  let refused: GroupStatus["refused"]
  let ended = 0
  let generation = 0
  const reloads = { done: 0, refused: 0 }

  const serving = (): ReadonlyArray<PlacedProcess> =>
    slots.flatMap(({ number, serving }) => (serving === undefined ? [] : [{ number, serving }]))
  const status = (): GroupStatus => ({ wanted: count, serving: serving().length, refused })
  const tellStatus = Effect.suspend(() =>
    Effect.forEach(serving(), (one) => one.serving.tell({ _tag: "Status", status: status() }), {
      discard: true,
    }),
  )
  const aside = <A>(work: Effect.Effect<A>) => Effect.asVoid(Effect.forkIn(work, scope))

  const adopt = Effect.fnUntraced(function* (slot: Slot, process: ServingProcess, began: number) {
    slot.serving = process
    slot.generation = began
    slot.sinceMs = yield* Clock.currentTimeMillis
    yield* tellStatus
    yield* aside(watch(slot, process))
  })

  const watch = (slot: Slot, process: ServingProcess): Effect.Effect<void> =>
    Effect.gen(function* () {
      const how = yield* process.ended
      yield* Effect.sleep(tellAfter)
      if (slot.serving !== process) return
      slot.serving = undefined
      ended += 1
      if ((yield* Clock.currentTimeMillis) - slot.sinceMs >= soundAfterMs) slot.failures = 0
      yield* tellStatus
      if (slot.isReplaced) yield* say(slot, how, "another one is being started")
      else yield* revive(slot, how)
    })

  const say = ({ number }: Slot, how: string, next: string) =>
    Effect.annotateLogs(Effect.logError("a process has ended"), {
      process: String(number),
      how,
      next,
    })

  /** Starts a process in an empty place, again and again until one serves. */
  const revive = Effect.fnUntraced(function* (slot: Slot, first: string) {
    let how = first
    for (;;) {
      const waitMs = backOffMs(slot.failures)
      slot.failures += 1
      yield* say(slot, how, `another one starts in ${seconds(waitMs)}`)
      yield* Effect.sleep(waitMs)
      const began = generation
      const started = yield* Effect.result(start)
      if (Result.isSuccess(started)) {
        yield* adopt(slot, started.success, began)
        yield* Effect.annotateLogs(Effect.logInfo("a process serves in place of one that ended"), {
          process: String(slot.number),
        })
        // It may have read what was there before a reload was asked for.
        if (began !== generation) Queue.offerUnsafe(asked, undefined)
        return
      }
      how = `could not start: ${started.failure.message}`
    }
  })

  const refuse = Effect.fnUntraced(function* (replaced: number, reason: string) {
    refused = { atMs: yield* Clock.currentTimeMillis, reason }
    reloads.refused += 1
    yield* Effect.annotateLogs(
      Effect.logError("a new process cannot start, those before it go on serving"),
      { replaced: `${replaced} of ${count}`, reason },
    )
    yield* tellStatus
  })

  /** Replaces the process of a place; gives why that could not be. */
  const replace = Effect.fnUntraced(function* (slot: Slot) {
    slot.isReplaced = true
    const began = generation
    const started = yield* Effect.result(start)
    slot.isReplaced = false
    const before = slot.serving
    if (Result.isFailure(started)) {
      const reason = started.failure.message
      if (before === undefined) yield* aside(revive(slot, "ended while it was to be replaced"))
      return reason
    }
    yield* adopt(slot, started.success, began)
    if (before !== undefined) yield* before.retire
    return undefined
  })

  const reloadAll = Effect.gen(function* () {
    let replaced = 0
    for (const slot of slots) {
      // Who starts a process in an empty place asks again if it was begun before.
      if (slot.serving === undefined || slot.generation === generation) continue
      const reason = yield* replace(slot)
      if (reason !== undefined) return yield* refuse(replaced, reason)
      replaced += 1
    }
    refused = undefined
    reloads.done += 1
    yield* Effect.annotateLogs(Effect.logInfo("every process has been replaced"), {
      processes: String(replaced),
    })
    yield* tellStatus
  })

  const reload = (): void => {
    generation += 1
    Queue.offerUnsafe(asked, undefined)
  }

  const [first, ...others] = slots
  const begin = Effect.gen(function* () {
    // The first one alone: what keeps it from serving keeps all of them.
    if (first !== undefined) yield* adopt(first, yield* start, 0)
    yield* Effect.forEach(
      others,
      (slot) =>
        Effect.matchEffect(start, {
          onSuccess: (process) => adopt(slot, process, 0),
          onFailure: ({ message }) => aside(revive(slot, `could not start: ${message}`)),
        }),
      { concurrency: "unbounded", discard: true },
    )
    yield* aside(Effect.forever(Effect.andThen(Queue.take(asked), reloadAll)))
  })
  const supervised: SupervisedProcesses = {
    begin,
    status,
    events: () => ({ ended, reloads: { ...reloads } }),
    serving,
    reload,
  }
  return supervised
})

const firstMs = 100
const mostMs = 30_000

/**
 * How long to wait until a process is started in place of one that ended by itself, in milliseconds:
 * twice as long each time, so that one which cannot run keeps no processor busy.
 *
 * ```ts
 * import { backOffMs } from "../http/processes/supervise.ts"
 *
 * backOffMs(0) // => 100
 * backOffMs(3) // => 800
 * backOffMs(50) // => 30_000
 * ```
 */
export const backOffMs = (failures: number): number =>
  Math.min(mostMs, firstMs * 2 ** Math.min(failures, 20))

/** A process that has served for so long counts as sound: the next wait is short again. */
const soundAfterMs = 60_000

/** A process that serves, as the primary one sees it. */
export interface ServingProcess {
  readonly pid: number
  /** Waits for its end, and gives how it came to that, as the end of a sentence. */
  readonly ended: Effect.Effect<string>
  readonly tell: (message: PrimaryMessage) => Effect.Effect<void>
  /** Its figures in Prometheus' text format; an empty text where it does not give them in time. */
  readonly figures: Effect.Effect<string>
  /** Has it take no new connections and finish those that it has; waits for its end. */
  readonly retire: Effect.Effect<void>
}

/** A process could not start to serve. */
export class ProcessNotStarted extends Data.TaggedError("ProcessNotStarted")<{
  readonly why:
    /** What it said itself, a line for each reason. */
    | { readonly _tag: "Said"; readonly lines: ReadonlyArray<string> }
    /** How it ended before it served: `was killed by SIGTERM`. */
    | { readonly _tag: "Ended"; readonly how: string }
    | { readonly _tag: "TooLate"; readonly after: string }
}> {
  /** A line for each reason. */
  get lines(): ReadonlyArray<string> {
    const { why } = this
    if (why._tag === "Said") return why.lines
    return [
      why._tag === "Ended"
        ? `it ${why.how} before it served`
        : `it did not serve within ${why.after}`,
    ]
  }

  override get message(): string {
    return this.lines.join("; ")
  }
}

/** How often a process tells the primary one that it is alive. */
export const beatMs = 1_000

/** What a serving process tells the primary one. */
export const WorkerMessage = Schema.Union([
  Schema.TaggedStruct("Serving", {}),
  Schema.TaggedStruct("NotStarted", { lines: Schema.Array(Schema.String) }),
  Schema.TaggedStruct("Beat", {}),
  Schema.TaggedStruct("Figures", { id: Schema.Number, text: Schema.String }),
])

/** What a serving process tells the primary one. */
export type WorkerMessage = typeof WorkerMessage.Type

/** What the primary process tells one that serves. */
export const PrimaryMessage = Schema.Union([
  Schema.TaggedStruct("Retire", {}),
  Schema.TaggedStruct("GiveFigures", { id: Schema.Number }),
  Schema.TaggedStruct("Status", {
    status: Schema.Struct({
      wanted: Schema.Number,
      serving: Schema.Number,
      refused: Schema.optional(Schema.Struct({ atMs: Schema.Number, reason: Schema.String })),
    }),
  }),
])

/** What the primary process tells one that serves. */
export type PrimaryMessage = typeof PrimaryMessage.Type

const isWorkerMessage = Schema.is(WorkerMessage)
const isPrimaryMessage = Schema.is(PrimaryMessage)

/** A message of a serving process; undefined for what is none. */
export const readWorkerMessage = (message: unknown): WorkerMessage | undefined =>
  isWorkerMessage(message) ? message : undefined

/** A message of the primary process; undefined for what is none. */
export const readPrimaryMessage = (message: unknown): PrimaryMessage | undefined =>
  isPrimaryMessage(message) ? message : undefined
