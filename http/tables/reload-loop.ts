import { dayMs } from "../../core/vocabulary/day.ts"
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Queue from "effect/Queue"
import type * as Scope from "effect/Scope"
import { tablesWatch } from "../config/table-settings.ts"
import { readFolder } from "./folder-content.ts"
import { watchFolder } from "./folder-watch.ts"
import type { Reload } from "./reload.ts"
import { utcDay } from "../platform/utc-day.ts"

/** What asks for the tables to be looked at: a changed file, an operator, or a new day. */
export type Trigger = "change" | "operator" | "day"

/** How long a folder has to be quiet after a change, and how long that is waited for at most. */
export const quietMs = 300
const quietWithinMs = 5_000

/** A clock may be set or sleep: the day is looked at more often than it changes. */
const dayCheckMs = 60_000

/** Announces every new day of UTC, at its beginning. */
const watchDays = (request: (trigger: Trigger) => void): Effect.Effect<never> =>
  Effect.flatMap(Clock.currentTimeMillis, (startMs) => {
    let day = utcDay(startMs)
    const step = Effect.flatMap(Clock.currentTimeMillis, (nowMs) =>
      Effect.sleep(Math.min(dayMs - (nowMs % dayMs), dayCheckMs)),
    )
    const look = Effect.map(Clock.currentTimeMillis, (nowMs) => {
      if (utcDay(nowMs) === day) return
      day = utcDay(nowMs)
      request("day")
    })
    return Effect.forever(Effect.andThen(step, look))
  })

/**
 * Reloads on request until the scope closes: one reload after another, whatever was asked for
 * while one ran is one more after it. Changes are taken together until the folder is quiet; an
 * operator is answered at once. Gives the function that asks.
 */
export const runReloads = Effect.fnUntraced(function* (
  reload: Reload,
): Effect.fn.Return<(trigger: Trigger) => void, never, Scope.Scope> {
  const asked = new Set<Trigger>()
  const wake = yield* Queue.sliding<void>(1)
  const request = (trigger: Trigger): void => {
    asked.add(trigger)
    Queue.offerUnsafe(wake, undefined)
  }

  const quiet: Effect.Effect<void> = Effect.suspend(() =>
    asked.has("operator")
      ? Effect.void
      : Effect.flatMap(
          Effect.timeoutOption(Queue.take(wake), quietMs),
          Option.match({ onNone: () => Effect.void, onSome: () => quiet }),
        ),
  )

  // A day that could not begin is asked for again.
  const again = Effect.forkIn(
    Effect.delay(
      Effect.sync(() => request("day")),
      dayCheckMs,
    ),
    yield* Effect.scope,
  )

  const look = Effect.gen(function* () {
    if (asked.has("change")) yield* Effect.timeoutOption(quiet, quietWithinMs)
    const triggers = new Set(asked)
    asked.clear()
    if (triggers.has("change") || triggers.has("operator")) {
      const outcome = yield* reload.reload
      if (outcome === "unsettled") request("change")
      if (outcome === "unchanged" && triggers.has("operator")) yield* reload.sayUnchanged
    }
    const begun = yield* reload.beginDay
    if (!begun) yield* again
  })

  yield* Effect.forkScoped(Effect.forever(Effect.andThen(Queue.take(wake), look)))
  yield* Effect.forkScoped(watchDays(request))
  return request
})

/** How long the watch of a folder waits for a server that has just started to answer those who wait for it. */
const watchAfter = "200 millis"

/** Whether a folder has changed since it was read for the start. */
const hasChanged = (folder: string, fingerprint: string): Effect.Effect<boolean> =>
  Effect.match(readFolder(folder), {
    onFailure: () => true,
    onSuccess: (content) => content.fingerprint !== fingerprint,
  })

/**
 * Reloads at the beginning of days, and on changes in the folder unless `TABLES_WATCH` is false. Gives the
 * function that asks for more.
 */
export const followTables = Effect.fnUntraced(function* (
  reload: Reload,
  folder: string,
  firstFingerprint: string,
) {
  const request = yield* runReloads(reload)
  yield* reload.beginDay
  if (!(yield* tablesWatch)) return request
  const watched = Effect.andThen(
    watchFolder(folder, () => request("change")),
    // What changed between the first reading and the watch.
    Effect.map(hasChanged(folder, firstFingerprint), (changed) => {
      if (changed) request("change")
    }),
  )
  yield* Effect.forkScoped(Effect.delay(watched, watchAfter))
  return request
})
