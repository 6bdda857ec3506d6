import * as Deferred from "effect/Deferred"
import * as Effect from "effect/Effect"
import * as Schedule from "effect/Schedule"
import type * as Scope from "effect/Scope"
import type { RatesPolicy } from "./ask-source.ts"

/**
 * Refreshes at once and then at fixed intervals until the scope closes, even if a refresh fails.
 * Waits for the first one to end, but no longer than a start may.
 */
export const refreshRegularly = Effect.fnUntraced(function* (
  refresh: Effect.Effect<void>,
  { refreshMs, startWaitMs }: Pick<RatesPolicy, "refreshMs" | "startWaitMs">,
): Effect.fn.Return<void, never, Scope.Scope> {
  const first = yield* Deferred.make<void>()
  yield* refresh.pipe(
    Effect.catchDefect((defect) => Effect.logError("refreshing exchange rates failed", defect)),
    Effect.ensuring(Deferred.succeed(first, undefined)),
    Effect.repeat(Schedule.fixed(refreshMs)),
    Effect.forkScoped,
  )
  yield* Effect.timeoutOption(Deferred.await(first), startWaitMs)
})
