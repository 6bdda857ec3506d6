import * as Cause from "effect/Cause"
import * as Context from "effect/Context"
import type * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import type { SqlError } from "effect/sql/SqlError"
import { notWaiting } from "../outgoing/not-waiting.ts"

/** How work on the database that is bounded in time can fail. */
export type BoundedSqlError = SqlError | Cause.TimeoutError

/** Work with a deadline, as the pool sees it: what to do once the deadline has passed. */
export interface Deadline {
  /** Called when the deadline passes before the work has ended. */
  onMissed: () => void
}

/** The deadline that work on the database is under, if any. */
export const CurrentDeadline = Context.Reference<Deadline | null>(
  "viatica/http/database/CurrentDeadline",
  { defaultValue: () => null },
)

const nothing = (): void => {}

/**
 * Work on the database that fails once it has taken so long, also where the database hangs and
 * cannot even be told to stop: what was sent may still be done later. The pool lets go of the
 * connection that it was on.
 */
export const inTime =
  (duration: Duration.Input) =>
  <A, E, R>(work: Effect.Effect<A, E, R>): Effect.Effect<A, E | Cause.TimeoutError, R> =>
    Effect.suspend(() => {
      const deadline: Deadline = { onMissed: nothing }
      return Effect.timeoutOrElse(
        notWaiting(Effect.provideService(work, CurrentDeadline, deadline)),
        {
          duration,
          orElse: () => {
            deadline.onMissed()
            return Effect.fail(new Cause.TimeoutError())
          },
        },
      )
    })
