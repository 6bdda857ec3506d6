import * as Cache from "effect/Cache"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import * as Result from "effect/Result"
import * as Schema from "effect/Schema"
import * as Semaphore from "effect/Semaphore"
import * as HttpClient from "effect/http/HttpClient"
import * as CircuitBreaker from "effect/persistence/CircuitBreaker"
import { isCalendarDay } from "../../../core/vocabulary/day.ts"
import { formalitiesTimeoutMs, formalitiesUrl } from "../../config/outside.ts"
import { makeGetText } from "../guard/get-text.ts"
import { type GuardPolicy, makeGuard } from "../guard/guard.ts"
import { layerFetchClient } from "../../platform/fetch-client.ts"
import { describeOutsideFailure, type AnswerFlaw } from "../../ports/outside-failure.ts"
import {
  adviceScopes,
  certainties,
  requirements,
  visaNeeds,
} from "../../../rules/coach/coach-vocabulary.ts"
import type { DestinationRule, DestinationRules } from "../../../rules/coach/formalities.ts"
import { CountryCode, CurrencyCode } from "../../../core/vocabulary/code-schemas.ts"
import {
  DestinationFacts,
  type FactsQuery,
  formalitiesUnavailable,
  type FormalitiesUnavailable,
  type RulesFor,
} from "../../ports/destination-facts.ts"

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

const layerSource = (url: URL) =>
  Layer.effect(
    DestinationFacts,
    Effect.gen(function* () {
      const timeoutMs = yield* formalitiesTimeoutMs
      const rulesFor = yield* makeSource(url, { ...sourcePolicy, timeoutMs })
      return { over: () => rulesFor }
    }),
  ).pipe(Layer.provide([layerFetchClient, CircuitBreaker.layerStoreMemory()]))

/** The facts of the tables: those that a call began with, and always there. */
const layerTableFacts = Layer.succeed(DestinationFacts, {
  over: (tableRules) => {
    const known = Effect.succeed(tableRules)
    return () => known
  },
})

/** The facts of the source that `FORMALITIES_URL` names, or else those of the tables. */
export const layerDestinationFacts = Layer.unwrap(
  Effect.map(formalitiesUrl, Option.match({ onNone: () => layerTableFacts, onSome: layerSource })),
)

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

/** Rules of one destination at most; the tables have two. */
const rulesMax = 20

const amountWithCurrency = Schema.makeFilter(
  ({ amount, currency }: { readonly amount?: unknown; readonly currency?: unknown }) =>
    (amount ?? null) === null ? (currency ?? null) === null : (currency ?? null) !== null,
  { expected: "amount and currency, both or neither" },
)

const Rule = Schema.Struct({
  requirement: Schema.Literals(requirements),
  amount: Schema.optionalKey(
    Schema.NullOr(
      Schema.Int.check(Schema.isBetween({ minimum: 0, maximum: Number.MAX_SAFE_INTEGER })),
    ),
  ),
  currency: Schema.optionalKey(Schema.NullOr(CurrencyCode)),
  certainty: Schema.Literals(certainties),
}).check(amountWithCurrency)

/** Governments of one destination at most; the tables have five. */
const adviceMax = 50

const Advice = Schema.Struct({
  government: CountryCode,
  issuer: Schema.String.check(Schema.isMinLength(1), Schema.isMaxLength(100)),
  level: Schema.Literals([1, 2, 3, 4]),
  scope: Schema.Literals(adviceScopes),
  asOf: Schema.String.check(Schema.makeFilter(isCalendarDay, { expected: "a day, YYYY-MM-DD" })),
  certainty: Schema.Literals(certainties),
})

/**
 * What a source answers: for every destination that it was asked about, what a passport of the
 * residence needs there (null where that is not known) and the destination's rules, in order, in
 * the words of `coach/formalities.csv`. It may tell what governments advise on travel there, in the
 * words of `coach/travel_warnings.csv`; where it leaves that out, the tables say it. Other fields are
 * ignored.
 */
const FormalitiesDocument = Schema.Struct({
  destinations: Schema.Array(
    Schema.Struct({
      destination: CountryCode,
      visa: Schema.NullOr(Schema.Literals(visaNeeds)),
      rules: Schema.Array(Rule).check(Schema.isMaxLength(rulesMax)),
      advice: Schema.optionalKey(Schema.Array(Advice).check(Schema.isMaxLength(adviceMax))),
    }),
  ),
})

const decode = Schema.decodeUnknownEffect(Schema.fromJsonString(FormalitiesDocument))

const detailMax = 200

const malformed = (flaw: AnswerFlaw): FormalitiesUnavailable =>
  formalitiesUnavailable({ _tag: "Malformed", flaw })

const ruleOf = (
  destination: string,
  { amount, certainty, currency, requirement }: typeof Rule.Type,
): DestinationRule => ({
  destination,
  requirement,
  amount: amount ?? null,
  currency: currency ?? null,
  certainty,
})

const noRules: ReadonlyArray<never> = []

const rulesOf = (
  { destinations, residence }: FactsQuery,
  document: typeof FormalitiesDocument.Type,
): Effect.Effect<DestinationRules, FormalitiesUnavailable> => {
  const entries = new Map(document.destinations.map((entry) => [entry.destination, entry]))
  if (entries.size < document.destinations.length) {
    return Effect.fail(malformed({ _tag: "DestinationTwice" }))
  }
  const missing = destinations.find((destination) => !entries.has(destination))
  if (missing !== undefined)
    return Effect.fail(malformed({ _tag: "NoDestination", destination: missing }))
  const rules = new Map(
    document.destinations.map(({ destination, rules: given }) => [
      destination,
      given.map((rule) => ruleOf(destination, rule)),
    ]),
  )
  const advice = new Map(
    document.destinations.map(({ advice: given, destination }) => [
      destination,
      given?.map((each) => ({ ...each, country: destination })),
    ]),
  )
  return Effect.succeed({
    adviceOf: (destination) => advice.get(destination),
    rulesOf: (destination) => rules.get(destination) ?? noRules,
    visaFor: (passport, destination) =>
      passport === residence ? (entries.get(destination)?.visa ?? null) : null,
  })
}

/** Reads the text of a source's answer to a query. */
const readDocument = (
  query: FactsQuery,
  text: string,
): Effect.Effect<DestinationRules, FormalitiesUnavailable> =>
  decode(text).pipe(
    Effect.mapError((error) =>
      malformed({
        _tag: "OtherShape",
        says: error.message.replace(/\s+/g, " ").slice(0, detailMax),
      }),
    ),
    Effect.flatMap((document) => rulesOf(query, document)),
  )
