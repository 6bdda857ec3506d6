import { AsyncLocalStorage } from "node:async_hooks"
import * as Clock from "effect/Clock"
import * as Context from "effect/Context"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Random from "effect/Random"
import * as Scheduler from "effect/Scheduler"
import { RandomIds, RequestIds } from "../../http/platform/random-ids.ts"
import { type Choices, makeChoices } from "../support/random.ts"

/** A process of the simulation, as its time and its fibers go by it. */
export interface Lane {
  readonly name: string
  /** Once false, nothing of it runs any more: no fiber, no finalizer, no timer. */
  isAlive: boolean
  /** How far its time of day is ahead of that of the database, in milliseconds. */
  skewMs: number
}

/** Time that stands while anything can run, and then goes to the next sleeper; and whose turn it is. */
export interface VirtualTime {
  /** Milliseconds since 1970. */
  readonly nowMs: () => number
  /** Runs something so much later; what is given back takes it off. */
  readonly after: (delayMs: number, run: () => void) => () => void
  /** Goes to the next sleeper and wakes it; false where nobody sleeps. */
  readonly advance: () => boolean
  /** Goes on by so much at once, as for a machine that was suspended: all that slept wakes when it is over. */
  readonly leap: (byMs: number) => void
  /** When the next sleeper wakes; undefined where nobody sleeps. */
  readonly nextAtMs: () => number | undefined
  /** Waits until nothing has run for some turns of the event loop. */
  readonly settle: () => Promise<void>
  /** Notes that something has happened, so that what follows from it is waited for. */
  readonly stir: () => void
  /** Time, turns and chance for the fibers of a process. */
  readonly contextOf: (lane: Lane) => Context.Context<never>
  /**
   * Does work whose timers go by this time, also those that drivers set of Node itself, and what they read of its
   * clocks. Timers and clocks of all else in this process of Node stay as they are.
   */
  readonly within: <A>(work: (isInside: () => boolean) => Promise<A>) => Promise<A>
}

/** One that sleeps; of several that wake at one moment, the choices say which comes first. */
interface Sleeper {
  readonly atMs: number
  readonly run: () => void
}

/** Turns without anything running, after which nothing will: a stream takes a few to hand bytes on. */
const quietTurns = 8

/** What passkeys ask of Web Crypto. */
const cryptoWork = ["importKey", "digest", "verify"] as const

const realImmediate = globalThis.setImmediate

/** The next turn of the event loop. */
export const nextTurn = (): Promise<void> =>
  new Promise((resolve) => void realImmediate(() => resolve()))

/** Makes time that begins at a moment; `choices` decide between what could run at one moment. */
export const makeVirtualTime = (startMs: number, choices: Choices): VirtualTime => {
  let nowMs = startMs
  let stirred = 0
  const sleepers = new Set<Sleeper>()
  let tasks: Array<{ readonly run: () => void; readonly priority: number; readonly lane: Lane }> =
    []
  let isDue = false
  /** Work of Web Crypto on threads of Node: nothing is quiet until it is done. */
  let working = 0

  const nextAtMs = (): number | undefined => {
    let next: number | undefined
    for (const { atMs } of sleepers) if (next === undefined || atMs < next) next = atMs
    return next
  }

  const after = (delayMs: number, run: () => void): (() => void) => {
    const sleeper: Sleeper = { atMs: nowMs + Math.max(0, delayMs), run }
    sleepers.add(sleeper)
    return () => void sleepers.delete(sleeper)
  }

  const advance = (): boolean => {
    const atMs = nextAtMs()
    if (atMs === undefined) return false
    nowMs = Math.max(nowMs, atMs)
    const waking = [...sleepers].filter((sleeper) => sleeper.atMs === atMs)
    const next = waking[choices.integer(0, waking.length - 1)]
    if (next === undefined) return false
    sleepers.delete(next)
    stirred += 1
    next.run()
    return true
  }

  /** Runs what was ready when the turn began, in an order of the choices. */
  const runReady = (): void => {
    isDue = false
    const ready = tasks
    tasks = []
    while (ready.length > 0) {
      const urgent = Math.min(...ready.map(({ priority }) => priority))
      const first = ready.flatMap(({ priority }, index) => (priority === urgent ? [index] : []))
      const at = first[choices.integer(0, first.length - 1)] ?? 0
      const [task] = ready.splice(at, 1)
      stirred += 1
      if (task?.lane.isAlive === true) task.run()
    }
  }

  const schedulerOf = (lane: Lane): Scheduler.Scheduler => {
    const usual = new Scheduler.MixedScheduler()
    return {
      executionMode: "async",
      shouldYield: (fiber) => usual.shouldYield(fiber),
      makeDispatcher: () => ({
        scheduleTask: (run, priority) => {
          tasks.push({ run, priority, lane })
          if (isDue) return
          isDue = true
          realImmediate(runReady)
        },
        flush: () => {
          while (tasks.length > 0) runReady()
        },
      }),
    }
  }

  const clockOf = (lane: Lane): Clock.Clock => {
    const dayMs = (): number => Math.floor(nowMs) + lane.skewMs
    const dayNanos = () => BigInt(dayMs()) * 1_000_000n
    const nanos = () => BigInt(Math.round((nowMs - startMs) * 1_000_000)) + 1_000_000_000n
    return {
      currentTimeMillisUnsafe: dayMs,
      currentTimeMillis: Effect.sync(dayMs),
      currentTimeNanosUnsafe: dayNanos,
      currentTimeNanos: Effect.sync(dayNanos),
      monotonicTimeNanosUnsafe: nanos,
      monotonicTimeNanos: Effect.sync(nanos),
      sleep: (duration) => {
        const millis = Duration.toMillis(duration)
        if (millis <= 0) return Effect.yieldNow
        if (!Number.isFinite(millis)) return Effect.never
        return Effect.callback<void>((resume) => {
          const cancel = after(millis, () => {
            if (lane.isAlive) resume(Effect.void)
          })
          return Effect.sync(cancel)
        })
      },
    }
  }

  const contextOf = (lane: Lane): Context.Context<never> => {
    const own = makeChoices(choices.integer(0, 2 ** 32 - 1))
    const word = () =>
      own
        .integer(0, 2 ** 32 - 1)
        .toString(16)
        .padStart(8, "0")
    const nextId = (): string => {
      const hex = `${word()}${word()}${word()}${word()}`
      return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20)}`
    }
    return Context.empty().pipe(
      Context.add(Clock.Clock, clockOf(lane)),
      Context.add(Scheduler.Scheduler, schedulerOf(lane)),
      Context.add(Random.Random, {
        nextIntUnsafe: () => own.integer(0, 2 ** 32 - 1),
        nextDoubleUnsafe: () => own.integer(0, 2 ** 32 - 1) / 2 ** 32,
      }),
      Context.add(RequestIds, nextId),
      Context.add(RandomIds, nextId),
    ) as Context.Context<never>
  }

  const settle = async (): Promise<void> => {
    for (let quiet = 0; quiet < quietTurns; quiet += 1) {
      const seen = stirred
      await nextTurn()
      if (stirred !== seen || working > 0) quiet = -1
    }
  }

  const within: VirtualTime["within"] = async (work) => {
    const { clearInterval, clearTimeout, setInterval, setTimeout } = globalThis
    const { now: dateNow } = Date
    const performanceNow = performance.now.bind(performance)
    const inside = new AsyncLocalStorage<true>()
    const isInside = (): boolean => inside.getStore() === true
    type Run = (...given: ReadonlyArray<unknown>) => void
    const cancels = new WeakMap<object, () => void>()
    /** A timer as drivers know them; one that goes on is set again each time. */
    const timerOf = (run: Run, delayMs: number, goesOn: boolean) => {
      const timer = {
        ref: () => timer,
        unref: () => timer,
        hasRef: () => true,
        refresh: () => {
          cancels.get(timer)?.()
          set()
          return timer
        },
      }
      const set = (): void => {
        const fire = (): void => {
          if (goesOn) set()
          run()
        }
        cancels.set(timer, after(Math.max(1, delayMs), fire))
      }
      set()
      return timer
    }
    const later = (run: Run, delayMs = 0, ...given: []) =>
      isInside() ? timerOf(() => run(...given), delayMs, false) : setTimeout(run, delayMs, ...given)
    const again = (run: Run, delayMs = 0, ...given: []) =>
      isInside() ? timerOf(() => run(...given), delayMs, true) : setInterval(run, delayMs, ...given)
    const takeOff = (timer: unknown): void => {
      const cancel = typeof timer === "object" && timer !== null ? cancels.get(timer) : undefined
      if (cancel === undefined) clearTimeout(timer as NodeJS.Timeout)
      else cancel()
    }
    const { subtle } = globalThis.crypto
    const counted = cryptoWork.map((name) => {
      const does = subtle[name].bind(subtle) as (...given: Array<unknown>) => Promise<unknown>
      const counting = (...given: Array<unknown>): Promise<unknown> => {
        working += 1
        return does(...given).finally(() => {
          working -= 1
          stirred += 1
        })
      }
      return [name, counting] as const
    })
    Object.assign(globalThis, {
      setTimeout: later,
      clearTimeout: takeOff,
      setInterval: again,
      clearInterval: takeOff,
    })
    Object.assign(Date, { now: () => (isInside() ? Math.floor(nowMs) : dateNow()) })
    Object.assign(performance, { now: () => (isInside() ? nowMs - startMs : performanceNow()) })
    Object.assign(subtle, Object.fromEntries(counted))
    try {
      return await inside.run(true, work, isInside)
    } finally {
      Object.assign(globalThis, { setTimeout, clearTimeout, setInterval, clearInterval })
      Object.assign(Date, { now: dateNow })
      Reflect.deleteProperty(performance, "now")
      for (const name of cryptoWork) Reflect.deleteProperty(subtle, name)
    }
  }

  return {
    nowMs: () => nowMs,
    after,
    advance,
    nextAtMs,
    leap: (byMs) => {
      nowMs += byMs
      stirred += 1
    },
    settle,
    stir: () => {
      stirred += 1
    },
    contextOf,
    within,
  }
}
