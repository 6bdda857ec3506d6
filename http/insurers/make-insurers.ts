import * as Effect from "effect/Effect"
import type { AnsweredRequest, InsurerAnswer, RatingRequest } from "../../rules/pricing/rating.ts"
import { makeNodeClient, type ConnectionOptions } from "../outgoing/node-client.ts"
import { makeNotices, type Notices } from "../outgoing/notices.ts"
import { RandomBytes } from "../secrets/random.ts"
import { makeConnection } from "./connection.ts"
import { describeRefusal, type InsurerRefused } from "./errors.ts"
import type { AskInsurers, InsurerRules } from "./insurers.ts"
import type { InsurerPolicy } from "./policy.ts"
import type { PostRating } from "./post-rating.ts"
import { makePrepareLines } from "./printed-guarantees.ts"
import { rateAnswer } from "./rate-answer.ts"
import { makeRatingBody } from "./rating-body.ts"
import { answerByTariff, refusedAnswer } from "./tariff.ts"

/** Where insurers are, by their keys in the tables, and how they are asked. */
export interface InsurerSettings {
  readonly urls: ReadonlyMap<string, URL>
  readonly policy: InsurerPolicy
  readonly allowPrivate: boolean
  readonly lookup?: ConnectionOptions["lookup"]
}

const timedOutAnswer: InsurerAnswer = { _tag: "TimedOut" }

const answerOf = ({ reason }: InsurerRefused): InsurerAnswer =>
  reason._tag === "TimedOut" ? timedOutAnswer : refusedAnswer

const notConnected = describeRefusal({ _tag: "NotConnected" })

/** Says once, for as long as the process runs, which addresses and insurers lack each other. */
const makeSayUnmatched = (urls: ReadonlyMap<string, URL>) => {
  const said = new Set<string>()
  const once = (insurer: string, line: string, reason: string): Effect.Effect<void> => {
    const key = JSON.stringify([line, insurer])
    if (said.has(key)) return Effect.void
    said.add(key)
    return Effect.annotateLogs(Effect.logWarning(line), { insurer, reason })
  }
  return (asked: ReadonlyArray<string>): Effect.Effect<void> =>
    Effect.all(
      [
        ...asked
          .filter((key) => !urls.has(key))
          .map((key) => once(key, "an insurer is not connected", notConnected)),
        ...[...urls.keys()]
          .filter((key) => !asked.includes(key))
          .map((key) =>
            once(key, "an address is of no use", "no table lists such an insurer over HTTP"),
          ),
      ],
      { discard: true },
    )
}

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
export const makeInsurers = Effect.fnUntraced(function* (settings: InsurerSettings) {
  const { allowPrivate, lookup, policy, urls } = settings
  const random = yield* RandomBytes
  const notices = makeNotices({ periodMs: policy.noticePeriodMs, distinctMax: policy.noticesMax })
  const sayUnmatched = makeSayUnmatched(urls)
  const options = { allowPrivate, socketsMax: policy.inFlightMax }
  const connections = new Map<string, PostRating>()
  for (const [key, url] of urls) {
    const client = yield* makeNodeClient(lookup === undefined ? options : { ...options, lookup })
    connections.set(key, yield* makeConnection({ key, url, client }, policy))
  }

  const over = (rules: InsurerRules): AskInsurers => {
    const answerByPost = makeAnswerByPost(rules, notices)
    const ask = (requests: ReadonlyArray<RatingRequest>) => {
      const bodyOf = makeRatingBody(Buffer.from(random.take(16)).toString("hex"))
      const answer = (request: RatingRequest): Effect.Effect<InsurerAnswer> => {
        if (request.insurer.adapter === "tariff") return answerByTariff(rules, request)
        const post = connections.get(request.insurer.insurer)
        return post === undefined
          ? Effect.succeed(refusedAnswer)
          : answerByPost(request, post, bodyOf(request))
      }
      const beside = (request: RatingRequest): Effect.Effect<AnsweredRequest> =>
        Effect.map(answer(request), (given) => ({ request, answer: given }))
      return Effect.forEach(requests, beside, { concurrency: "unbounded" })
    }
    let isChecked = false
    const check = Effect.suspend(() => {
      if (isChecked) return Effect.void
      isChecked = true
      return sayUnmatched(rules.httpInsurers)
    })
    return (requests) => Effect.andThen(check, () => ask(requests))
  }
  return { over }
})
