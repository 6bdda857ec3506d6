import * as Effect from "effect/Effect"
import type * as HttpClient from "effect/http/HttpClient"
import * as CircuitBreaker from "effect/persistence/CircuitBreaker"
import * as Semaphore from "effect/Semaphore"
import { makeAvailability } from "../outgoing/availability.ts"
import { notWaiting } from "../outgoing/not-waiting.ts"
import { describeRefusal, InsurerRefused } from "./errors.ts"
import type { InsurerPolicy } from "./policy.ts"
import { makePostRating, type PostRating } from "./post-rating.ts"

/** An insurer that is asked over HTTP: its key in the tables, and where it is. */
export interface ConnectedInsurer {
  readonly key: string
  readonly url: URL
  readonly client: HttpClient.HttpClient
}

const resting = new InsurerRefused({ reason: { _tag: "Resting" } })

const died = (defect: unknown): InsurerRefused =>
  new InsurerRefused({ reason: { _tag: "Died", defect: String(defect) } })

/**
 * One insurer's connection, which all quotes share: so many calls at a time, each with a deadline,
 * and none for a while after failures in a row. Whatever goes wrong is {@link InsurerRefused}, at
 * the deadline at the latest.
 */
export const makeConnection = Effect.fnUntraced(function* (
  { client, key, url }: ConnectedInsurer,
  policy: InsurerPolicy,
) {
  const { timeoutMs } = policy
  const post = makePostRating(client, url, policy)
  const turns = yield* Semaphore.make(policy.inFlightMax)
  const breaker = yield* CircuitBreaker.make({
    tripPolicy: CircuitBreaker.consecutive(policy.failuresMax),
    openDuration: policy.restMs,
  })
  const availability = makeAvailability({
    unavailable: "an insurer is unavailable",
    availableAgain: "an insurer is available again",
    facts: { insurer: key, address: url.origin },
    steadyMs: policy.steadyMs,
  })
  const timedOut = new InsurerRefused({ reason: { _tag: "TimedOut", timeoutMs } })

  const ask: PostRating = (body) =>
    Semaphore.withPermit(turns, post(body)).pipe(
      notWaiting,
      Effect.timeoutOrElse({ duration: timeoutMs, orElse: () => Effect.fail(timedOut) }),
      Effect.catchDefect((defect) => Effect.fail(died(defect))),
      Effect.tap(() => availability.answered),
      Effect.tapError(({ reason }) => availability.failed(describeRefusal(reason))),
      breaker.execute({ key }),
      Effect.catchTag("CircuitBreakerError", () => Effect.fail(resting)),
    )
  return ask
})
