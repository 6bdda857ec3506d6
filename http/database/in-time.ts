import type * as Cause from "effect/Cause"
import type * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import { notWaiting } from "../outgoing/not-waiting.ts"

/**
 * Work on the database that fails once it has taken so long, also where the database hangs and
 * cannot even be told to stop: what was sent may still be done later.
 */
export const inTime =
  (duration: Duration.Input) =>
  <A, E, R>(work: Effect.Effect<A, E, R>): Effect.Effect<A, E | Cause.TimeoutError, R> =>
    Effect.timeout(notWaiting(work), duration)
