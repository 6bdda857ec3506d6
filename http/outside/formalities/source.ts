import * as Cache from "effect/Cache"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Result from "effect/Result"
import * as Semaphore from "effect/Semaphore"
import * as HttpClient from "effect/http/HttpClient"
import { readDocument } from "./document.ts"
import { makeGetText } from "../guard/get-text.ts"
import { type GuardPolicy, makeGuard } from "../guard/guard.ts"
import type { FactsQuery, RulesFor } from "../../ports/destination-facts.ts"
import { formalitiesUnavailable } from "../../ports/formalities-unavailable.ts"
import { describeOutsideFailure } from "../../ports/outside-failure.ts"

/** How a source is treated: times in milliseconds. */
export interface SourcePolicy extends GuardPolicy {
  /** Questions under way at once; others wait for their turn. */
  readonly inFlightMax: number
  /** Bytes of an answer, after decompression. */
  readonly bytesMax: number
  /** How long an answer is kept, how long a failure, and how many of both. */
  readonly answerAgeMs: number
  readonly failureAgeMs: number
  readonly answersMax: number
}

/** How a source is treated by default. */
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

/** Equal questions have equal texts, whatever the order of their destinations. */
const textOf = ({ destinations, residence }: FactsQuery): string =>
  [residence, ...destinations.toSorted()].join(",")

const queryOf = (text: string): FactsQuery => {
  const [residence = "", ...destinations] = text.split(",")
  return { residence, destinations }
}

/**
 * The facts of a source under an address, asked with the client around this effect: answers are
 * kept, equal questions at the same time are one, and a source that fails again and again is not
 * asked for a while. Every failure is `FormalitiesUnavailable`.
 */
export const makeSource = Effect.fnUntraced(function* (url: URL, policy: SourcePolicy) {
  const ask = makeAskSource(yield* HttpClient.HttpClient, url, policy.bytesMax)
  const turns = yield* Semaphore.make(policy.inFlightMax)
  const guard = yield* makeGuard(
    {
      key: "formalities",
      lines: {
        unavailable: "formalities are unavailable",
        availableAgain: "formalities are available again",
        facts: { source: url.origin },
      },
      failed: formalitiesUnavailable,
      describe: ({ reason }) => describeOutsideFailure(reason),
    },
    policy,
  )
  const lookUp = (text: string) => guard(Semaphore.withPermit(turns, ask(queryOf(text))))

  const answers = yield* Cache.makeWith(lookUp, {
    capacity: policy.answersMax,
    timeToLive: (exit) => {
      if (Exit.isSuccess(exit)) return policy.answerAgeMs
      // A question that never reached the source says nothing about it.
      const error = Result.getOrUndefined(Exit.findError(exit))
      return error === undefined || error.reason._tag === "Resting"
        ? Duration.zero
        : policy.failureAgeMs
    },
  })
  const rulesFor: RulesFor = (query) => Cache.get(answers, textOf(query))
  return rulesFor
})

/** The address of a question: `?residence=FR&destinations=TR,TZ` beside what the source's own address holds. */
const addressOf = (url: URL, { destinations, residence }: FactsQuery): URL => {
  const address = new URL(url)
  address.searchParams.set("residence", residence)
  address.searchParams.set("destinations", destinations.join(","))
  return address
}

/** Asks a source once, by GET. The client must not follow redirects. */
const makeAskSource = (client: HttpClient.HttpClient, url: URL, bytesMax: number): RulesFor => {
  const getText = makeGetText(client, { accept: "application/json", bytesMax })
  return Effect.fn("formalities.ask")(function* (query: FactsQuery) {
    const text = yield* Effect.mapError(getText(addressOf(url, query)), formalitiesUnavailable)
    return yield* readDocument(query, text)
  })
}
