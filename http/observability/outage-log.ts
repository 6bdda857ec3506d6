import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import { elapsedMs } from "../platform/stopwatch.ts"
import { troubleReason } from "../platform/trouble-reason.ts"

/** How often it is told at most, in milliseconds. */
const everyMs = 1_000

/**
 * Tells that calls fail for want of the database: one line a second at most, however many calls
 * there are, with how many it stands for and what they wanted.
 */
export interface Outages {
  /** A call could not do something, such as "keys cannot be read". */
  readonly failed: (what: string, cause: unknown) => Effect.Effect<void>
}

/** Makes a log of outages of its own. */
export const makeOutages = (): Outages => {
  const wanted = new Map<string, number>()
  let reason = ""
  let quietUntilMs = Number.NEGATIVE_INFINITY
  let isLineDue = false

  const tell = Effect.suspend(() => {
    const calls = [...wanted.values()].reduce((sum, times) => sum + times, 0)
    const failed = [...wanted].map(([what, times]) => `${what}: ${times}`).join(", ")
    wanted.clear()
    return Effect.annotateLogs(Effect.logError("calls fail for the database"), {
      calls,
      failed,
      reason,
    })
  })

  /** Tells what has been counted meanwhile once the second is over, which need not see a call. */
  const tellLater = (ms: number) =>
    Effect.suspend(() => {
      isLineDue = true
      const told = Effect.suspend(() => {
        isLineDue = false
        quietUntilMs += everyMs
        return tell
      })
      return Effect.forkDetach(Effect.delay(told, ms))
    })

  return {
    failed: (what, cause) =>
      // Not by the time of day: set back, it would keep the log quiet until it has caught up.
      Effect.flatMap(elapsedMs, (nowMs) => {
        wanted.set(what, (wanted.get(what) ?? 0) + 1)
        reason = troubleReason(cause)
        if (isLineDue) return Effect.void
        if (nowMs < quietUntilMs) return Effect.asVoid(tellLater(quietUntilMs - nowMs))
        quietUntilMs = nowMs + everyMs
        return tell
      }),
  }
}

/** The log of outages of a process. */
export const OutageLog = Context.Reference<Outages>("viatica/OutageLog", {
  defaultValue: makeOutages,
})

/** Tells that a call could not do something for want of the database. */
export const tellOutage = (what: string, cause: unknown): Effect.Effect<void> =>
  Effect.flatMap(OutageLog, (outages) => outages.failed(what, cause))
