import type * as Clock from "effect/Clock"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"

/** A clock that runs like another one, and that can be moved forward. */
export interface MovedClock {
  readonly clock: Clock.Clock
  /** How far it is ahead of the machine's, in milliseconds. */
  readonly aheadMs: () => number
  /** Moves it forward; what waits for a moment that has now come goes on. */
  readonly advance: (ms: number) => void
  /** Puts it back where it began: for a world that begins anew. */
  readonly restart: () => void
}

/**
 * Waits that are no longer than this are of real time: they bound work that is under way, and no
 * database becomes slower because a clock is moved.
 */
const realWaitsMaxMs = 60_000

const nanosPerMs = 1_000_000n

/** A wait for a moment of the moved clock. */
interface Waiting {
  readonly untilMs: number
  readonly goOn: () => void
  timer: NodeJS.Timeout | undefined
}

/** The longest time that a timer of Node takes. */
const timerMaxMs = 2_147_483_647

/** Makes a clock that begins ahead of another one by some milliseconds. */
export const makeMovedClock = (real: Clock.Clock, startAheadMs: number): MovedClock => {
  let aheadMs = startAheadMs
  /** All that it was ever moved by: what is measured by it never goes back, whatever begins anew. */
  let movedMs = 0
  const waiting = new Set<Waiting>()
  const nowMs = (): number => real.currentTimeMillisUnsafe() + aheadMs
  const nowNanos = (): bigint => real.currentTimeNanosUnsafe() + BigInt(aheadMs) * nanosPerMs
  const monotonicNanos = (): bigint =>
    real.monotonicTimeNanosUnsafe() + BigInt(movedMs) * nanosPerMs

  const look = (one: Waiting): void => {
    clearTimeout(one.timer)
    const leftMs = one.untilMs - nowMs()
    if (leftMs <= 0) {
      waiting.delete(one)
      one.goOn()
    } else {
      one.timer = setTimeout(() => look(one), Math.min(leftMs, timerMaxMs))
    }
  }

  const sleep = (duration: Duration.Duration): Effect.Effect<void> => {
    const ms = Duration.toMillis(duration)
    if (ms <= realWaitsMaxMs || !Number.isFinite(ms)) return real.sleep(duration)
    return Effect.callback<void>((resume) => {
      const one: Waiting = {
        untilMs: nowMs() + ms,
        goOn: () => resume(Effect.void),
        timer: undefined,
      }
      waiting.add(one)
      look(one)
      return Effect.sync(() => {
        clearTimeout(one.timer)
        waiting.delete(one)
      })
    })
  }

  return {
    clock: {
      currentTimeMillisUnsafe: nowMs,
      currentTimeMillis: Effect.sync(nowMs),
      currentTimeNanosUnsafe: nowNanos,
      currentTimeNanos: Effect.sync(nowNanos),
      monotonicTimeNanosUnsafe: monotonicNanos,
      monotonicTimeNanos: Effect.sync(monotonicNanos),
      sleep,
    },
    aheadMs: () => aheadMs,
    advance: (ms) => {
      aheadMs += ms
      movedMs += ms
      for (const one of waiting) look(one)
    },
    restart: () => {
      aheadMs = startAheadMs
    },
  }
}
