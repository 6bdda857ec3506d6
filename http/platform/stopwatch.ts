import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"

/**
 * What code that is no Effect measures time by: milliseconds from some moment on, which only grow,
 * whatever is done to the time of day.
 */
export const stopwatch: Effect.Effect<() => number> = Effect.map(
  Effect.service(Clock.Clock),
  (clock) => () => Number(clock.monotonicTimeNanosUnsafe()) / 1_000_000,
)

/** The same, read once: what a wait is measured by, which setting the clock must not lengthen. */
export const elapsedMs: Effect.Effect<number> = Effect.map(stopwatch, (read) => read())
