import * as Clock from "effect/Clock"
import * as Deferred from "effect/Deferred"
import * as Effect from "effect/Effect"

/**
 * Caches the result of work for as many milliseconds as `holdsMs` says; callers share work that is
 * under way. A monotonic clock measures the time: setting the clock back makes nothing last.
 */
export const cacheResult = <Found>(
  work: Effect.Effect<Found>,
  holdsMs: (found: Found) => number,
): Effect.Effect<Effect.Effect<Found>> =>
  Effect.map(Effect.service(Clock.Clock), (clock) => {
    const nowMs = (): number => Number(clock.monotonicTimeNanosUnsafe() / 1_000_000n)
    let last: { readonly found: Found; readonly untilMs: number } | undefined
    let running: Deferred.Deferred<Found> | undefined
    const begin = (): Effect.Effect<Found> => {
      const done = (running = Deferred.makeUnsafe<Found>())
      const ended = Effect.exit(work).pipe(
        Effect.map((exit) => {
          running = undefined
          if (exit._tag === "Success") {
            last = { found: exit.value, untilMs: nowMs() + holdsMs(exit.value) }
          }
          Deferred.doneUnsafe(done, exit)
        }),
      )
      return Effect.andThen(
        Effect.forkDetach(ended, { startImmediately: true }),
        Deferred.await(done),
      )
    }
    return Effect.suspend(() => {
      if (last !== undefined && nowMs() < last.untilMs) return Effect.succeed(last.found)
      return running === undefined ? begin() : Deferred.await(running)
    })
  })
