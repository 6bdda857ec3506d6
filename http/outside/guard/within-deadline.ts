import * as Effect from "effect/Effect"
import type { OutsideFailureOf } from "../../ports/outside-failure.ts"

/** What a deadline adds to the failures of asking: a defect is one of them, too. */
export type DeadlineFailure = OutsideFailureOf<"Died" | "TimedOut">

/** Asking that ends by a deadline, and turns defects into failures. */
export const withinDeadline = <A, E, R>(
  asking: Effect.Effect<A, E, R>,
  timeoutMs: number,
  failed: (failure: DeadlineFailure) => E,
): Effect.Effect<A, E, R> =>
  asking.pipe(
    Effect.timeoutOrElse({
      duration: timeoutMs,
      orElse: () => Effect.fail(failed({ _tag: "TimedOut", timeoutMs })),
    }),
    Effect.catchDefect((defect) => Effect.fail(failed({ _tag: "Died", defect: String(defect) }))),
  )
