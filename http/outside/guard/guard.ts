import { elapsedMs } from "../../platform/stopwatch.ts"
import * as Effect from "effect/Effect"
import type * as Scope from "effect/Scope"
import * as CircuitBreaker from "effect/persistence/CircuitBreaker"
import { makeAvailability, type Watched } from "../../observability/availability.ts"
import { withinDeadline } from "./get-text.ts"
import type { OutsideFailureOf } from "../../ports/outside-failure.ts"

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
type GuardFailure = OutsideFailureOf<"Died" | "Resting" | "TimedOut">

/** What is guarded, and how its failures are made and logged. */
interface Guarded<E> {
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
type Guard<E> = <A>(asking: Effect.Effect<A, E>) => Effect.Effect<A, E>

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

/** How often the same thing is logged: times in milliseconds. */
interface NoticePolicy {
  readonly periodMs: number
  /** Different things remembered in a period; what goes beyond is counted together. */
  readonly distinctMax: number
}

type Facts = Readonly<Record<string, string>>

/** Logs things that happen again and again: each once in a period, with how often it happened. */
export interface Notices {
  /** The example is logged the first time; things with different examples are still the same. */
  readonly say: (message: string, facts: Facts, example?: Facts) => Effect.Effect<void>
}

interface Notice {
  readonly message: string
  readonly facts: Facts
  unsaidTimes: number
}

const textMax = 120

/** Text from outside, fit for one line of a log. */
const plain = (text: string): string =>
  text.replaceAll(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\s]+/gu, " ").slice(0, textMax)

const plainFacts = (facts: Facts): Facts =>
  Object.fromEntries(Object.entries(facts).map(([name, value]) => [name, plain(value)]))

const log = ({ facts, message }: Notice, times: number): Effect.Effect<void> =>
  Effect.annotateLogs(Effect.logWarning(message), { ...facts, times })

/**
 * Makes the memory behind repeated lines. What is new is logged at once; what comes again in the
 * same period is counted, and logged with that count by the first notice after the period.
 */
export const makeNotices = ({ distinctMax, periodMs }: NoticePolicy): Notices => {
  let known = new Map<string, Notice>()
  const beyond: Notice = { message: "more such lines", facts: {}, unsaidTimes: 0 }
  let periodEndMs = Number.NEGATIVE_INFINITY

  const count = (key: string, notice: Notice): boolean => {
    const before = known.get(key)
    if (before !== undefined) before.unsaidTimes += 1
    else if (known.size < distinctMax) known.set(key, notice)
    else beyond.unsaidTimes += 1
    return known.get(key) === notice
  }

  /**
   * The counts of a period that is over, as lines; what they name stays known in the next period.
   */
  const closePeriod = (nowMs: number, key: string): ReadonlyArray<Effect.Effect<void>> => {
    if (nowMs < periodEndMs) return []
    periodEndMs = nowMs + periodMs
    const unsaid = [...known.values(), beyond].filter(({ unsaidTimes }) => unsaidTimes > 0)
    const lines = unsaid.map((notice) => log(notice, notice.unsaidTimes))
    known = new Map([...known].filter(([each, { unsaidTimes }]) => each === key || unsaidTimes > 0))
    for (const notice of unsaid) notice.unsaidTimes = 0
    return lines
  }

  return {
    say: (message, given, example = {}) =>
      Effect.flatMap(elapsedMs, (nowMs) => {
        const facts = plainFacts(given)
        const key = JSON.stringify([message, facts])
        const notice: Notice = {
          message,
          facts: { ...facts, ...plainFacts(example) },
          unsaidTimes: 0,
        }
        const isNew = count(key, notice)
        const late = closePeriod(nowMs, key)
        const lines = isNew ? [...late, log(notice, 1)] : late
        return lines.length === 0 ? Effect.void : Effect.all(lines, { discard: true })
      }),
  }
}
