import * as Effect from "effect/Effect"
import type {
  AnsweredRequest,
  InsurerAnswer,
  RatingRequest,
} from "../../../rules/pricing/rating.ts"
import { ServiceMeters } from "../../observability/meters.ts"
import { makeNodeClient, type ConnectionOptions } from "../guard/node-client.ts"
import { makeNotices, type Notices } from "../guard/notices.ts"
import { RandomBytes } from "../../platform/random-bytes.ts"
import { makeConnection } from "./connection.ts"
import type { InsurerRefused, RefusalReason } from "./insurer-refused.ts"
import type { AskInsurers, InsurerRules } from "../../ports/insurers.ts"
import type { InsurerPolicy } from "./policy.ts"
import type { PostRating } from "./post-rating.ts"
import { makePrepareLines } from "./printed-guarantees.ts"
import { rateAnswer } from "./rate-answer.ts"
import { makeRatingBody } from "./rating-body.ts"
import { answerByTariff, refusedAnswer } from "./tariff.ts"
import { makeUnmatched } from "./unmatched.ts"

/** Where insurers are, by their keys in the tables, and how they are asked. */
export interface InsurerSettings {
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
export const makeInsurers = Effect.fnUntraced(function* (settings: InsurerSettings) {
  const { allowPrivate, lookup, policy, urls } = settings
  const random = yield* RandomBytes
  const meters = yield* ServiceMeters
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
        const startedAt = meters.isOn ? performance.now() : 0
        return Effect.map(answer(request), (given) => {
          if (meters.isOn) {
            meters.insurer({
              insurer: request.insurer.insurer,
              outcome: given._tag,
              durationMs: performance.now() - startedAt,
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
