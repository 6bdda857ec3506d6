import * as Cache from "effect/Cache"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as HttpClient from "effect/http/HttpClient"
import * as CircuitBreaker from "effect/persistence/CircuitBreaker"
import * as Result from "effect/Result"
import * as Semaphore from "effect/Semaphore"
import { makeAvailability } from "../outgoing/availability.ts"
import { makeAskSource } from "./ask-source.ts"
import type { FactsQuery, RulesFor } from "./destination-facts.ts"
import { describeUnavailable, FormalitiesUnavailable } from "./errors.ts"

/** How a source is treated: times in milliseconds. */
export interface SourcePolicy {
  /** How long a question may take, waiting for its turn included. */
  readonly timeoutMs: number
  /** Questions under way at once; others wait for their turn. */
  readonly inFlightMax: number
  /** Bytes of an answer, after decompression. */
  readonly bytesMax: number
  /** How long an answer is kept, how long a failure, and how many of both. */
  readonly answerAgeMs: number
  readonly failureAgeMs: number
  readonly answersMax: number
  /** After so many failures in a row the source is left alone for a while; then one question tries it. */
  readonly failuresMax: number
  readonly restMs: number
  /** How long no question may have failed until the source is said to work again. */
  readonly steadyMs: number
}

/** How a source is treated unless something else is said. */
export const sourcePolicy: SourcePolicy = {
  timeoutMs: 1_500,
  inFlightMax: 16,
  bytesMax: 256 * 1_024,
  answerAgeMs: 5 * 60_000,
  failureAgeMs: 2_000,
  answersMax: 1_000,
  failuresMax: 5,
  restMs: 5_000,
  steadyMs: 30_000,
}

const breakerKey = "formalities"

/** Equal questions have equal texts, whatever the order of their destinations. */
const textOf = ({ destinations, residence }: FactsQuery): string =>
  [residence, ...destinations.toSorted()].join(",")

const queryOf = (text: string): FactsQuery => {
  const [residence = "", ...destinations] = text.split(",")
  return { residence, destinations }
}

const resting = new FormalitiesUnavailable({ reason: { _tag: "Resting" } })

const died = (defect: unknown): FormalitiesUnavailable =>
  new FormalitiesUnavailable({ reason: { _tag: "Died", defect: String(defect) } })

/**
 * The facts of a source under an address, asked with the client around this effect: answers are
 * kept, equal questions at the same time are one, and a source that fails again and again is not
 * asked for a while. Every failure is {@link FormalitiesUnavailable}.
 */
export const makeSource = Effect.fnUntraced(function* (url: URL, policy: SourcePolicy) {
  const { timeoutMs } = policy
  const ask = makeAskSource(yield* HttpClient.HttpClient, url, policy.bytesMax)
  const turns = yield* Semaphore.make(policy.inFlightMax)
  const availability = makeAvailability({
    unavailable: "formalities are unavailable",
    availableAgain: "formalities are available again",
    facts: { source: url.origin },
    steadyMs: policy.steadyMs,
  })
  const breaker = yield* CircuitBreaker.make({
    tripPolicy: CircuitBreaker.consecutive(policy.failuresMax),
    openDuration: policy.restMs,
  })
  const timedOut = new FormalitiesUnavailable({ reason: { _tag: "TimedOut", timeoutMs } })

  const lookUp = (text: string) =>
    Semaphore.withPermit(turns, ask(queryOf(text))).pipe(
      Effect.timeoutOrElse({ duration: timeoutMs, orElse: () => Effect.fail(timedOut) }),
      Effect.catchDefect((defect) => Effect.fail(died(defect))),
      Effect.tap(() => availability.answered),
      Effect.tapError(({ reason }) => availability.failed(describeUnavailable(reason))),
      breaker.execute({ key: breakerKey }),
      Effect.catchTag("CircuitBreakerError", () => Effect.fail(resting)),
    )

  const answers = yield* Cache.makeWith(lookUp, {
    capacity: policy.answersMax,
    timeToLive: (exit) => {
      if (Exit.isSuccess(exit)) return policy.answerAgeMs
      // A question that was not put to the source says nothing of it.
      const error = Result.getOrUndefined(Exit.findError(exit))
      return error === undefined || error === resting ? Duration.zero : policy.failureAgeMs
    },
  })
  const rulesFor: RulesFor = (query) => Cache.get(answers, textOf(query))
  return rulesFor
})
