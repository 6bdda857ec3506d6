import * as Cause from "effect/Cause"
import * as Context from "effect/Context"
import type * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import type { SqlError } from "effect/sql/SqlError"

/** How work on the database that is bounded in time can fail. */
export type BoundedSqlError = SqlError | Cause.TimeoutError

/** Work with a deadline, as the pool sees it: what to do once the deadline has passed. */
export interface Deadline {
  /** Called when the deadline passes before the work has ended. */
  onMissed: () => void
}

/** The deadline that work on the database is under, if any. */
export const CurrentDeadline = Context.Reference<Deadline | null>("viatica/CurrentDeadline", {
  defaultValue: () => null,
})

const nothing = (): void => {}

/**
 * Work on the database that fails once it has taken so long, also where the database hangs and
 * cannot even be told to stop: what was sent may still be done later. The pool lets go of the
 * connection that it was on.
 *
 * A caller goes on at once when the work is late or when it is interrupted itself, and
 * the work has a fiber of its own in which it comes to its end. It is one fiber and one for the time,
 * neither of which is waited for: each batch of quota charges comes by here.
 */
export const withDatabaseDeadline =
  (duration: Duration.Input) =>
  <A, E, R>(work: Effect.Effect<A, E, R>): Effect.Effect<A, E | Cause.TimeoutError, R> =>
    Effect.contextWith((context: Context.Context<R>) =>
      Effect.callback<A, E | Cause.TimeoutError>((resume) => {
        const deadline: Deadline = { onMissed: nothing }
        const run = Effect.runForkWith(Context.add(context, CurrentDeadline, deadline))
        const working = run(work)
        const missed = Effect.map(Effect.sleep(duration), () => {
          deadline.onMissed()
          resume(Effect.fail(new Cause.TimeoutError()))
          working.interruptUnsafe()
        })
        const waiting = run(missed)
        working.addObserver((exit) => {
          waiting.interruptUnsafe()
          resume(exit)
        })
        return Effect.sync(() => {
          waiting.interruptUnsafe()
          working.interruptUnsafe()
        })
      }),
    )
