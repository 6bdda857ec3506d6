import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"

/** A clock whose time of day stands still until it is set; waiting takes as long as it always does. */
export interface SettableClock {
  readonly clock: Clock.Clock
  readonly set: (nowMs: number) => void
  readonly nowMs: () => number
}

/** A clock that shows a moment, in milliseconds since 1970. */
export const makeSettableClock = (startMs: number): SettableClock => {
  let shownMs = startMs
  const real = Effect.runSync(Effect.service(Clock.Clock))
  const nanos = () => BigInt(shownMs) * 1_000_000n
  return {
    clock: {
      currentTimeMillisUnsafe: () => shownMs,
      currentTimeMillis: Effect.sync(() => shownMs),
      currentTimeNanosUnsafe: nanos,
      currentTimeNanos: Effect.sync(nanos),
      monotonicTimeNanosUnsafe: () => real.monotonicTimeNanosUnsafe(),
      monotonicTimeNanos: real.monotonicTimeNanos,
      sleep: (duration) => real.sleep(duration),
    },
    set: (nowMs) => {
      shownMs = nowMs
    },
    nowMs: () => shownMs,
  }
}
