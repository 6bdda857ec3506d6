import * as Effect from "effect/Effect"
import { elapsedMs } from "../platform/stopwatch.ts"

/** Says when an outside service begins to fail and when it works again: once each time, not at each call. */
export interface Availability {
  /** Tells that it failed, and why, as the end of a sentence. */
  readonly failed: (reason: string) => Effect.Effect<void>
  readonly answered: Effect.Effect<void>
}

/** What is watched, and the lines that say how it does. */
export interface Watched {
  readonly unavailable: string
  readonly availableAgain: string
  /** What both lines name beside it. */
  readonly facts: Readonly<Record<string, string>>
  /** How long nothing may have failed until it is said to work again. */
  readonly steadyMs: number
}

/**
 * Watches an outside service for the log. It works again once it answers and no failure is younger
 * than `steadyMs`, so that one which answers every other question does not fill the log.
 */
export const makeAvailability = (watched: Watched): Availability => {
  const { facts, steadyMs } = watched
  let failing = false
  let failedAtMs = 0
  return {
    failed: (reason) =>
      Effect.flatMap(elapsedMs, (nowMs) => {
        failedAtMs = nowMs
        if (failing) return Effect.void
        failing = true
        return Effect.annotateLogs(Effect.logWarning(watched.unavailable), { ...facts, reason })
      }),
    answered: Effect.flatMap(elapsedMs, (nowMs) => {
      if (!failing || nowMs - failedAtMs < steadyMs) return Effect.void
      failing = false
      return Effect.annotateLogs(Effect.logInfo(watched.availableAgain), facts)
    }),
  }
}
