import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Semaphore from "effect/Semaphore"
import type * as HttpClient from "effect/http/HttpClient"
import * as CircuitBreaker from "effect/persistence/CircuitBreaker"
import { nearest } from "../../../core/table/nearest.ts"
import { insurerAllowPrivate, insurerTimeoutMs, insurerUrls } from "../../config/outside.ts"
import { ServiceMeters } from "../../observability/meters.ts"
import { makeGuard, makeNotices, type Notices } from "../guard/guard.ts"
import { type ConnectionOptions, makeNodeClient } from "../guard/node-client.ts"
import {
  type AnsweredOffer,
  describeEntryProblem,
  describeRefusal,
  type InsurerPolicy,
  insurerPolicy,
  type InsurerRefused,
  insurerRefused,
  makePostRating,
  type PostRating,
  type PrintedLine,
  readEntries,
  type RefusalReason,
} from "./insurer.ts"
import { notWaiting } from "../../platform/not-waiting.ts"
import { RandomBytes } from "../../platform/random-bytes.ts"
import { stopwatch } from "../../platform/stopwatch.ts"
import { Demo } from "../../ports/house.ts"
import {
  type AskInsurers,
  type InsurerRules,
  Insurers,
  type ListedInsurer,
} from "../../ports/live-quotes.ts"
import {
  type GuaranteeLine,
  type OfferGuarantees,
  prepareGuarantees,
} from "../../../rules/guarantees/offer-guarantees.ts"
import type { CatalogueOffer } from "../../../rules/pricing/catalogue.ts"
import type {
  AnsweredRequest,
  InsurerAnswer,
  RatedOffer,
  RatingRequest,
} from "../../../rules/pricing/rating.ts"

/** Insurers rated here from their tariffs, and those at the addresses in `INSURER_URLS`. */
export const layerInsurers = Layer.effect(
  Insurers,
  Effect.gen(function* () {
    const urls = yield* insurerUrls
    const timeoutMs = yield* insurerTimeoutMs
    const allowPrivate = yield* insurerAllowPrivate
    return yield* makeInsurers({ urls, allowPrivate, policy: { ...insurerPolicy, timeoutMs } })
  }),
).pipe(Layer.provide(CircuitBreaker.layerStoreMemory()))

/** Where insurers are, by their keys in the tables, and how they are asked. */
interface InsurerSettings {
  readonly urls: ReadonlyMap<string, URL>
  readonly policy: InsurerPolicy
  readonly allowPrivate: boolean
  readonly lookup?: ConnectionOptions["lookup"]
}

const timedOutAnswer: InsurerAnswer = { _tag: "TimedOut" }

const notConnectedAnswer: InsurerAnswer = { _tag: "NotConnected" }

/**
 * An insurer that is not asked because it was late still counts as late, so that quotes do not
 * change meanwhile.
 */
const isLate = (reason: RefusalReason): boolean =>
  reason._tag === "TimedOut" || (reason._tag === "Resting" && reason.wasLate)

const answerOf = ({ reason }: InsurerRefused): InsurerAnswer =>
  isLate(reason) ? timedOutAnswer : refusedAnswer

const makeAnswerByPost = (rules: InsurerRules, notices: Notices) => {
  const prepareLines = makePrepareLines(rules)
  return (request: RatingRequest, post: PostRating, body: string): Effect.Effect<InsurerAnswer> =>
    post(body).pipe(
      Effect.flatMap((entries) => rateAnswer(request, entries, prepareLines, notices)),
      Effect.map((offers): InsurerAnswer => ({ _tag: "Rated", offers })),
      Effect.catchTag("InsurerRefused", (refusal) => Effect.succeed(answerOf(refusal))),
      Effect.catchDefect((defect) =>
        Effect.as(
          notices.say("reading an insurer's answer failed", {
            insurer: request.insurer.insurer,
            defect: String(defect),
          }),
          refusedAnswer,
        ),
      ),
    )
}

/**
 * The insurers of all tables, those at addresses with connections that outlive any set of tables.
 * Asking them never fails, and ends by the deadline whatever they do.
 */
const makeInsurers = Effect.fnUntraced(function* (settings: InsurerSettings) {
  const { allowPrivate, lookup, policy, urls } = settings
  const random = yield* RandomBytes
  const meters = yield* ServiceMeters
  const elapsedMs = yield* stopwatch
  const notices = makeNotices({ periodMs: policy.noticePeriodMs, distinctMax: policy.noticesMax })
  const options = { allowPrivate, socketsMax: policy.inFlightMax }
  const connections = new Map<string, PostRating>()
  for (const [key, url] of urls) {
    const client = yield* makeNodeClient(lookup === undefined ? options : { ...options, lookup })
    connections.set(key, yield* makeConnection({ key, url, client }, policy))
  }

  const drawRequestId = (): string => Buffer.from(random.take(16)).toString("hex")
  const isPosted = ({ insurer }: RatingRequest): boolean =>
    insurer.adapter === "http" && connections.has(insurer.insurer)

  const over = (rules: InsurerRules): AskInsurers => {
    const answerByPost = makeAnswerByPost(rules, notices)
    const ask = (requests: ReadonlyArray<RatingRequest>) => {
      const bodyOf = makeRatingBody(drawRequestId)
      const answer = (request: RatingRequest): Effect.Effect<InsurerAnswer> => {
        if (request.insurer.adapter === "tariff") return answerByTariff(rules, request)
        const post = connections.get(request.insurer.insurer)
        return post === undefined
          ? Effect.succeed(notConnectedAnswer)
          : answerByPost(request, post, bodyOf(request))
      }
      const beside = (request: RatingRequest): Effect.Effect<AnsweredRequest> => {
        const startedAt = meters.isOn ? elapsedMs() : 0
        return Effect.map(answer(request), (given) => {
          if (meters.isOn) {
            meters.insurer({
              insurer: request.insurer.insurer,
              outcome: given._tag,
              durationMs: elapsedMs() - startedAt,
            })
          }
          return { request, answer: given }
        })
      }
      // Run concurrently, each would take a fiber of its own, which those rated from tables do not
      // need.
      return Effect.forEach(requests, beside, {
        concurrency: requests.some(isPosted) ? "unbounded" : 1,
      })
    }
    return ask
  }
  return { over, sayUnmatched: makeUnmatched(urls) }
})

/** The version of the rating contract, `docs/rating-contract.md`. */
const contractVersion = "1"

/**
 * Prepares the bodies of one quote's requests. Its insurers all get the same trip, which is written
 * once, under an id that is drawn for the first of them: many quotes ask nobody.
 */
export const makeRatingBody = (drawId: () => string): ((request: RatingRequest) => string) => {
  let head: string | undefined
  let written: { readonly trip: RatingRequest["trip"]; readonly text: string } | undefined
  return ({ facts, offers, trip }) => {
    head ??= `{"contract":"${contractVersion}","requestId":${JSON.stringify(drawId())},"trip":`
    if (written?.trip !== trip) written = { trip, text: JSON.stringify(trip) }
    const codes = JSON.stringify(offers.map(({ code }) => code))
    return `${head}${written.text},"days":${facts.days},"offers":${codes}}`
  }
}

/** The answer of an insurer that cannot be asked. */
const refusedAnswer: InsurerAnswer = { _tag: "Refused" }

/** Answers for an insurer from its tariff tables; a defect in rating is a refusal. */
const answerByTariff = (
  { rateByTariff }: InsurerRules,
  request: RatingRequest,
): Effect.Effect<InsurerAnswer> =>
  Effect.sync((): InsurerAnswer => ({ _tag: "Rated", offers: rateByTariff(request) })).pipe(
    Effect.catchDefect((defect) =>
      Effect.logError("rating by tariff failed").pipe(
        Effect.annotateLogs({ insurer: request.insurer.insurer, defect: String(defect) }),
        Effect.as(refusedAnswer),
      ),
    ),
  )

/**
 * Makes rated offers of the entries of an insurer's answer. What is wrong or doubtful in it is
 * logged, and costs no more than the offer that it speaks of.
 */
export const rateAnswer = (
  { insurer, offers }: RatingRequest,
  entries: ReadonlyArray<unknown>,
  prepareLines: PrepareLines,
  notices: Notices,
): Effect.Effect<ReadonlyArray<RatedOffer>> => {
  const { answered, wrong } = readEntries(entries, offers)
  const said = wrong.map(({ code, given, problem }) =>
    notices.say(
      "an insurer's answer for an offer is of no use",
      {
        insurer: insurer.insurer,
        ...(code === null ? {} : { code }),
        problem: describeEntryProblem(problem),
      },
      given === undefined ? {} : { given },
    ),
  )
  const rate = ({ entry, offer }: AnsweredOffer): RatedOffer => {
    const { lines, premium, soldByRedirect } = entry
    const sold = soldByRedirect ? { soldByRedirect } : {}
    if (lines === undefined) return { offer, premium, ...sold }
    const { doubts, guarantees } = prepareLines(offer, lines)
    for (const { problem, text } of doubts) {
      said.push(notices.say(problem, { insurer: insurer.insurer, text }))
    }
    return { offer, premium, guarantees, ...sold }
  }
  const rated = answered.map(rate)
  return said.length === 0
    ? Effect.succeed(rated)
    : Effect.as(Effect.all(said, { discard: true }), rated)
}

/** An insurer that is asked over HTTP: its key in the tables, and where it is. */
interface ConnectedInsurer {
  readonly key: string
  readonly url: URL
  readonly client: HttpClient.HttpClient
}

/**
 * One insurer's connection, which all quotes share: so many calls at a time, each with a deadline,
 * and none for a while after failures in a row. Whatever goes wrong is `InsurerRefused`, at
 * the deadline at the latest.
 */
export const makeConnection = Effect.fnUntraced(function* (
  { client, key, url }: ConnectedInsurer,
  policy: InsurerPolicy,
) {
  const post = makePostRating(client, url, policy)
  const turns = yield* Semaphore.make(policy.inFlightMax)
  const guard = yield* makeGuard(
    {
      key,
      lines: {
        unavailable: "an insurer is unavailable",
        availableAgain: "an insurer is available again",
        facts: { insurer: key, address: url.origin },
      },
      failed: insurerRefused,
      describe: ({ reason }) => describeRefusal(reason),
    },
    policy,
  )
  const ask: PostRating = (body) => guard(notWaiting(Semaphore.withPermit(turns, post(body))))
  return ask
})

/** Logs what of insurers and addresses does not match, each time that it is new. */
type SayUnmatched = (insurers: ReadonlyArray<ListedInsurer>) => Effect.Effect<void>

const warn = (line: string, insurer: string, reason: string): Effect.Effect<void> =>
  Effect.annotateLogs(Effect.logWarning(line), { insurer, reason })

const whyOfNoUse = (key: string, insurers: ReadonlyArray<ListedInsurer>): string => {
  const isKnown = insurers.some(({ insurer }) => insurer === key)
  const why = isKnown
    ? "the tables rate this insurer by tariffs, and do not ask it over HTTP"
    : "the tables have no insurer with this key"
  const close = nearest(
    key,
    insurers.flatMap(({ adapter, insurer }) => (adapter === "http" ? insurer : [])),
  )
  return close === undefined ? why : `${why}; did you mean "${close}"?`
}

const notConnected = "INSURER_URLS holds no address for it; its offers have no price"

/** The keys that were not there before; those that are there now are before from now on. */
const newKeys = () => {
  let before: ReadonlySet<string> = new Set()
  return (keys: ReadonlyArray<string>): ReadonlyArray<string> => {
    const found = keys.filter((key) => !before.has(key))
    before = new Set(keys)
    return found
  }
}

/**
 * Makes the log of insurers that the tables ask over HTTP and that have no address, and of addresses,
 * which are named by insurers' keys, that no such insurer has.
 */
export const makeUnmatched = (urls: ReadonlyMap<string, URL>): SayUnmatched => {
  const newNotConnected = newKeys()
  const newOfNoUse = newKeys()
  return (insurers) =>
    Effect.flatMap(Demo, (demo) => {
      const asked = insurers.flatMap(({ adapter, insurer }) => (adapter === "http" ? insurer : []))
      const unconnected = newNotConnected(asked.filter((key) => !urls.has(key)))
      const ofNoUse = newOfNoUse([...urls.keys()].filter((key) => !asked.includes(key)))
      const lines = [
        // A demo asks no insurer, and says so beneath its addresses.
        ...(demo === null ? unconnected : []).map((key) =>
          warn("an insurer is not connected", key, notConnected),
        ),
        ...ofNoUse.map((key) => warn("an address is of no use", key, whyOfNoUse(key, insurers))),
      ]
      return Effect.all(lines, { discard: true })
    })
}

/** A line that says less than its insurer meant. */
interface Doubt {
  readonly problem: "a printed guarantee is not understood" | "no such guarantee"
  readonly text: string
}

/** Guarantees as printed beside a premium, prepared, with what is doubtful in them. */
interface PrintedGuarantees {
  readonly guarantees: OfferGuarantees
  readonly doubts: ReadonlyArray<Doubt>
}

/** Prepares what an insurer prints for an offer. */
type PrepareLines = (offer: CatalogueOffer, lines: ReadonlyArray<PrintedLine>) => PrintedGuarantees

/** An insurer prints an offer in few ways: by zone, or by what is asked for. */
const waysMax = 4

interface Remembered extends PrintedGuarantees {
  readonly lines: ReadonlyArray<PrintedLine>
}

const isSame = (left: ReadonlyArray<PrintedLine>, right: ReadonlyArray<PrintedLine>): boolean =>
  left.length === right.length &&
  left.every(
    ({ printed, slug }, index) => right[index]?.slug === slug && right[index].printed === printed,
  )

const prepare = (
  { isGuarantee, readPrinted }: InsurerRules,
  { excessOf, guaranteeCurrency, insurer }: CatalogueOffer,
  lines: ReadonlyArray<PrintedLine>,
): Remembered => {
  const doubts: Array<Doubt> = []
  const context = { language: insurer.language, currency: guaranteeCurrency.code }
  const known = lines.flatMap(({ printed, slug }): GuaranteeLine | ReadonlyArray<never> => {
    if (!isGuarantee(slug)) {
      doubts.push({ problem: "no such guarantee", text: slug })
      return []
    }
    const { mapped, state, value } = readPrinted(printed, context)
    if (!mapped) doubts.push({ problem: "a printed guarantee is not understood", text: printed })
    return { slug, state, value, option: null, excess: excessOf(slug) }
  })
  return { lines, doubts, guarantees: prepareGuarantees(known, guaranteeCurrency.minorUnits) }
}

/**
 * Prepares printed guarantees over one set of tables, and remembers the last ways in which each
 * offer was printed: most answers print what the one before did.
 */
export const makePrepareLines = (rules: InsurerRules): PrepareLines => {
  const remembered = new WeakMap<CatalogueOffer, ReadonlyArray<Remembered>>()
  return (offer, lines) => {
    const ways = remembered.get(offer) ?? []
    const found = ways.find((way) => isSame(way.lines, lines))
    if (found !== undefined) return found
    const made = prepare(rules, offer, lines)
    remembered.set(offer, [made, ...ways].slice(0, waysMax))
    return made
  }
}
