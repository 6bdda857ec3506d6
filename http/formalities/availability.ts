import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import { describeUnavailable, type FormalitiesUnavailable } from "./errors.ts"

/** Says when a source begins to fail and when it works again: once each time, not at each call. */
export interface Availability {
  readonly failed: (error: FormalitiesUnavailable) => Effect.Effect<void>
  readonly answered: Effect.Effect<void>
}

/**
 * Watches a source, named for the log. It works again once it answers and no failure is younger
 * than `steadyMs`, so that one which answers every other question does not fill the log.
 */
export const makeAvailability = (name: string, steadyMs: number): Availability => {
  let failing = false
  let failedAtMs = 0
  return {
    failed: (error) =>
      Effect.flatMap(Clock.currentTimeMillis, (nowMs) => {
        failedAtMs = nowMs
        if (failing) return Effect.void
        failing = true
        return Effect.annotateLogs(Effect.logWarning("formalities are unavailable"), {
          source: name,
          reason: describeUnavailable(error.reason),
        })
      }),
    answered: Effect.flatMap(Clock.currentTimeMillis, (nowMs) => {
      if (!failing || nowMs - failedAtMs < steadyMs) return Effect.void
      failing = false
      return Effect.annotateLogs(Effect.logInfo("formalities are available again"), {
        source: name,
      })
    }),
  }
}
