import * as Effect from "effect/Effect"
import * as HttpBody from "effect/http/HttpBody"
import * as HttpClient from "effect/http/HttpClient"
import type { HttpClientError } from "effect/http/HttpClientError"
import type { HttpClientResponse } from "effect/http/HttpClientResponse"
import { apiVersion } from "../../config/version.ts"
import type { DueDelivery } from "../../ports/event-deliveries.ts"
import type { AttemptOutcome } from "../../ports/events.ts"
import { connectionError } from "../guard/connection-error.ts"
import { readText } from "../guard/read-text.ts"
import { withoutTrace } from "../guard/without-trace.ts"
import { eventHeaders } from "./event-signature.ts"
import { EventSigningTime } from "./event-signing-time.ts"

/** What a receiver made of an event. */
export interface Received {
  readonly outcome: AttemptOutcome
  readonly status: number | null
  /** The beginning of an answer that was not 2xx, fit for one line. */
  readonly answer: string
  /** What it asks for with `Retry-After`, in seconds. */
  readonly askedSeconds?: number | undefined
}

/** How receivers are asked: times in milliseconds. */
export interface PostPolicy {
  /** How long a receiver may take to answer. */
  readonly timeoutMs: number
  /** How long the rest of its answer is waited for. */
  readonly bodyTimeoutMs: number
}

/** Fifteen seconds for an answer, as the field has it. */
export const postPolicy: PostPolicy = { timeoutMs: 15_000, bodyTimeoutMs: 2_000 }

/** Bytes that are read of an answer, and characters that are kept of it. */
const bodyBytesMax = 4_096
const answerMax = 200

const fixedHeaders = {
  accept: "*/*",
  "accept-encoding": "identity",
  "user-agent": `viatica-events/${apiVersion}`,
}

const outcomes = {
  NotPublic: "not_public",
  Unreachable: "unreachable",
  Broken: "no_http",
} as const

const notReceived = (error: HttpClientError): Received => ({
  outcome: outcomes[connectionError(error)._tag],
  status: null,
  answer: "",
})

const late: Received = { outcome: "timed_out", status: null, answer: "" }

const oneLine = (text: string): string =>
  text
    .replaceAll(/[\p{C}\p{Zl}\p{Zp}\s]+/gu, " ")
    .trim()
    .slice(0, answerMax)

const wholeSeconds = /^\d{1,6}$/

const receivedOf = ({ headers, status }: HttpClientResponse, text: string): Received => {
  if (status >= 200 && status < 300) return { outcome: "delivered", status, answer: "" }
  const asked = headers["retry-after"] ?? ""
  return {
    outcome: "refused",
    status,
    answer: oneLine(text),
    ...(wholeSeconds.test(asked) ? { askedSeconds: Number(asked) } : {}),
  }
}

/**
 * Sends an event once, signed as of now. The status decides, whatever becomes of the rest of the
 * answer, of which a little is read. The client must not follow redirects: one is a refusal.
 */
export const makePostEvent = (client: HttpClient.HttpClient, policy: PostPolicy) => {
  const scoped = HttpClient.withScope(withoutTrace(client))

  const readAnswer = (response: HttpClientResponse) =>
    readText(response, bodyBytesMax).pipe(
      Effect.timeoutOption(policy.bodyTimeoutMs),
      Effect.map((text) => (text._tag === "Some" ? text.value : "")),
      Effect.orElseSucceed(() => ""),
    )

  return Effect.fnUntraced(function* ({ body, eventId, secrets, url }: DueDelivery) {
    const timestampSeconds = Math.floor((yield* yield* EventSigningTime) / 1000)
    const signed = eventHeaders(secrets, { eventId, timestampSeconds, body })
    const headers = { ...fixedHeaders, ...signed }
    const options = { headers, body: HttpBody.text(body, "application/json") }
    const asked = scoped.post(url, options).pipe(
      Effect.timeoutOption(policy.timeoutMs),
      Effect.map((answer) => (answer._tag === "Some" ? answer.value : late)),
      Effect.catch((error) => Effect.succeed(notReceived(error))),
    )
    const answered = yield* asked
    return "outcome" in answered ? answered : receivedOf(answered, yield* readAnswer(answered))
  }, Effect.scoped)
}

/** Sends an event once. */
export type PostEvent = ReturnType<typeof makePostEvent>
