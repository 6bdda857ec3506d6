import * as Effect from "effect/Effect"
import * as CircuitBreaker from "effect/persistence/CircuitBreaker"
import type * as Scope from "effect/Scope"
import { makeAvailability, type Watched } from "../../observability/availability.ts"
import type { OutsideFailureOf } from "../../ports/outside-failure.ts"
import { withinDeadline } from "./get-text.ts"

/** How a source outside is guarded: times in milliseconds. */
export interface GuardPolicy {
  /** How long a question may take, waiting for its turn included. */
  readonly timeoutMs: number
  /** After so many failures in a row the source is left alone for a while; then one question tries it. */
  readonly failuresMax: number
  readonly restMs: number
  /** How long no question may fail before the log says that the source works again. */
  readonly steadyMs: number
}

/** What a guard adds to the failures of asking. */
export type GuardFailure = OutsideFailureOf<"Died" | "Resting" | "TimedOut">

/** What is guarded, and how its failures are made and logged. */
export interface Guarded<E> {
  /** Unique among the sources of a process. */
  readonly key: string
  readonly lines: Omit<Watched, "steadyMs">
  readonly failed: (failure: GuardFailure) => E
  /** Why, as the end of a sentence. */
  readonly describe: (error: E) => string
}

/** What every failure of asking says: why, by a tag. */
interface Failed {
  readonly reason: { readonly _tag: string }
}

/** Asking with a guard around it. */
export type Guard<E> = <A>(asking: Effect.Effect<A, E>) => Effect.Effect<A, E>

/**
 * A guard around all questions to one source: each has a deadline, and none is asked for a while
 * after failures in a row. The log is told when the source begins to fail and when it works again.
 */
export const makeGuard = <E extends Failed>(
  { describe, failed, key, lines }: Guarded<E>,
  { failuresMax, restMs, steadyMs, timeoutMs }: GuardPolicy,
): Effect.Effect<Guard<E>, never, CircuitBreaker.CircuitBreakerStore | Scope.Scope> => {
  const availability = makeAvailability({ ...lines, steadyMs })
  let wasLate = false
  const noteFailure = (error: E): Effect.Effect<void> => {
    wasLate = error.reason._tag === "TimedOut"
    return availability.failed(describe(error))
  }
  const policy = { tripPolicy: CircuitBreaker.consecutive(failuresMax), openDuration: restMs }
  return Effect.map(
    CircuitBreaker.make(policy),
    (breaker) => (asking) =>
      withinDeadline(asking, timeoutMs, failed).pipe(
        Effect.tap(() => availability.answered),
        Effect.tapError(noteFailure),
        breaker.execute({ key }),
        Effect.mapError((error) =>
          error instanceof CircuitBreaker.CircuitBreakerError
            ? failed({ _tag: "Resting", wasLate })
            : error,
        ),
      ),
  )
}
