import * as Cause from "effect/Cause"
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as SqlClient from "effect/sql/SqlClient"
import { quotaWindow } from "../../../rules/quota/window.ts"
import { ServiceMeters } from "../../observability/meters.ts"
import { makeAvailability } from "../../observability/availability.ts"
import { clicksOf, type DayClicks, makeClickTally } from "./click-tally.ts"
import { writeClicks } from "./click-writer.ts"
import { troubleReason } from "../../platform/trouble-reason.ts"

/** How much is counted and written at once, and how often. */
export interface ClicksPolicy {
  /** Links and days that are counted at most while the database is away. */
  readonly entriesMax: number
  /** Links and days of one statement. */
  readonly batchMax: number
  readonly writeEveryMs: number
}

/** The policy of a service. */
export const clicksPolicy: ClicksPolicy = {
  entriesMax: 100_000,
  batchMax: 1_000,
  writeEveryMs: 1_000,
}

/**
 * Clicks counted in memory and written every second, and once more when the scope closes. What
 * cannot be written stays counted and is tried again; a batch whose answer is lost on the way may so
 * be added twice. Lost are the clicks of the last second when the process is killed, those counted
 * when it stops while the database is away, and those of further links once `entriesMax` are waiting.
 */
export const makeClicks = Effect.fnUntraced(function* (policy: ClicksPolicy) {
  const sql = yield* SqlClient.SqlClient
  const clock = yield* Clock.Clock
  const meters = yield* ServiceMeters
  const tally = makeClickTally(policy.entriesMax)
  const availability = makeAvailability({
    unavailable: "clicks cannot be written and wait in memory",
    availableAgain: "clicks are written again",
    facts: {},
    steadyMs: 0,
  })
  let dropped = 0

  const add = (entry: DayClicks): void => {
    if (!tally.add(entry)) dropped += entry.clicks
  }

  /** Whether a batch was written, after which there may be another one. */
  const writeBatch: Effect.Effect<boolean> = Effect.suspend(() => {
    const batch = tally.take(policy.batchMax)
    if (batch.length === 0) return Effect.succeed(false)
    return Effect.matchCauseEffect(writeClicks(sql, batch), {
      onSuccess: () => {
        meters.clicks("written", clicksOf(batch))
        return Effect.as(availability.answered, true)
      },
      onFailure: (cause) => {
        batch.forEach(add)
        return Effect.as(availability.failed(troubleReason(Cause.squash(cause))), false)
      },
    })
  })

  const writeAll: Effect.Effect<void> = Effect.flatMap(writeBatch, (written) =>
    written ? writeAll : Effect.void,
  )

  const tellDropped = Effect.suspend(() => {
    if (dropped === 0) return Effect.void
    const clicks = String(dropped)
    meters.clicks("dropped", dropped)
    dropped = 0
    return Effect.annotateLogs(Effect.logWarning("clicks of too many links: not counted"), {
      clicks,
    })
  })

  // Waits for a batch that is under way: interrupted, it would lose its clicks.
  const flush = Effect.uninterruptible(Effect.andThen(writeAll, tellDropped))

  const last = Effect.flatMap(flush, () => {
    const clicks = tally.total()
    return clicks === 0
      ? Effect.void
      : Effect.annotateLogs(Effect.logError("clicks are lost: the database is away"), {
          clicks: String(clicks),
        })
  })

  meters.gauge(
    { name: "clicks_waiting", about: "Clicks that are counted and not written yet." },
    Effect.sync(() => [{ value: tally.total() }]),
  )
  yield* Effect.addFinalizer(() => last)
  yield* Effect.forkScoped(Effect.forever(Effect.andThen(Effect.sleep(policy.writeEveryMs), flush)))

  return {
    count: (code: string): void => {
      const { day } = quotaWindow(clock.currentTimeMillisUnsafe())
      add({ code, day, clicks: 1 })
    },
    flush,
  }
})
