import * as Effect from "effect/Effect"
import * as HttpBody from "effect/http/HttpBody"
import * as HttpClient from "effect/http/HttpClient"
import type { HttpClientError } from "effect/http/HttpClientError"
import type { HttpClientResponse } from "effect/http/HttpClientResponse"
import { apiVersion } from "../../config/version.ts"
import type { DueDelivery } from "../../ports/event-deliveries.ts"
import { readUrl } from "../../platform/read-url.ts"
import type { AttemptOutcome } from "../../ports/events.ts"
import { connectionError } from "../guard/connection-error.ts"
import { readBeginning } from "../guard/read-text.ts"
import { withoutTrace } from "../guard/without-trace.ts"
import { answerBeginning } from "./answer-beginning.ts"
import { isAllowedPort } from "./event-addresses.ts"
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

/** Bytes that are read of an answer. */
const bodyBytesMax = 4_096

const fixedHeaders = {
  accept: "*/*",
  "accept-encoding": "identity",
  "user-agent": `viatica-events/${apiVersion}`,
}

/** What codes of the system, of TLS and of OpenSSL say of a connection that was not made, or was lost. */
const outcomeOfCode: Readonly<Record<string, AttemptOutcome>> = {
  ENOTFOUND: "unknown_host",
  EAI_AGAIN: "unknown_host",
  EAI_NODATA: "unknown_host",
  ECONNREFUSED: "connection_refused",
  ECONNRESET: "connection_reset",
  ECONNABORTED: "connection_reset",
  EPIPE: "connection_reset",
  DEPTH_ZERO_SELF_SIGNED_CERT: "tls_untrusted",
  SELF_SIGNED_CERT_IN_CHAIN: "tls_untrusted",
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: "tls_untrusted",
  UNABLE_TO_GET_ISSUER_CERT: "tls_untrusted",
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: "tls_untrusted",
  CERT_UNTRUSTED: "tls_untrusted",
  CERT_REJECTED: "tls_untrusted",
  CERT_REVOKED: "tls_untrusted",
  CERT_HAS_EXPIRED: "tls_expired",
  CERT_NOT_YET_VALID: "tls_expired",
  ERR_TLS_CERT_ALTNAME_INVALID: "tls_wrong_name",
  HOSTNAME_MISMATCH: "tls_wrong_name",
  EPROTO: "tls_failed",
}

/** Codes that name no case of their own, such as `ERR_SSL_WRONG_VERSION_NUMBER`. */
const tlsCode = /^(?:ERR_SSL_|ERR_TLS_|CERT_)/

const outcomeOf = (error: HttpClientError): AttemptOutcome => {
  const failure = connectionError(error)
  if (failure._tag === "NotPublic") return "not_public"
  const known = outcomeOfCode[failure.code]
  if (known !== undefined) return known
  if (tlsCode.test(failure.code)) return "tls_failed"
  return failure._tag === "Unreachable" ? "unreachable" : "no_http"
}

const notSent = (outcome: AttemptOutcome): Received => ({ outcome, status: null, answer: "" })

const wholeSeconds = /^\d{1,6}$/

const isTaken = ({ status }: HttpClientResponse): boolean => status >= 200 && status < 300

const receivedOf = ({ headers, status }: HttpClientResponse, body: Uint8Array): Received => {
  const asked = headers["retry-after"] ?? ""
  return {
    outcome: "refused",
    status,
    answer: answerBeginning(body, headers),
    ...(wholeSeconds.test(asked) ? { askedSeconds: Number(asked) } : {}),
  }
}

/**
 * Sends an event once, signed as of now. The status decides, whatever becomes of the rest of the
 * answer, of which a little is read. The client must not follow redirects: one is a refusal.
 */
export const makePostEvent = (client: HttpClient.HttpClient, policy: PostPolicy) => {
  const scoped = HttpClient.withScope(withoutTrace(client))

  const bounds = { bytesMax: bodyBytesMax, timeoutMs: policy.bodyTimeoutMs }

  const readAnswer = (response: HttpClientResponse): Effect.Effect<Received> =>
    Effect.map(readBeginning(response, bounds), (body) =>
      isTaken(response)
        ? { outcome: "delivered", status: response.status, answer: "" }
        : receivedOf(response, body),
    )

  return Effect.fnUntraced(function* ({ body, eventId, secrets, url }: DueDelivery) {
    // Looked at again here, for endpoints that were made before ports were bounded.
    const address = readUrl(url)
    if (address !== undefined && !isAllowedPort(address)) return notSent("port_not_allowed")
    const timestampSeconds = Math.floor((yield* yield* EventSigningTime) / 1000)
    const signed = eventHeaders(secrets, { eventId, timestampSeconds, body })
    const headers = { ...fixedHeaders, ...signed }
    const options = { headers, body: HttpBody.text(body, "application/json") }
    const asked = scoped.post(url, options).pipe(
      Effect.timeoutOption(policy.timeoutMs),
      Effect.map((answer) => (answer._tag === "Some" ? answer.value : notSent("timed_out"))),
      Effect.catch((error) => Effect.succeed(notSent(outcomeOf(error)))),
    )
    const answered = yield* asked
    return "outcome" in answered ? answered : yield* readAnswer(answered)
  }, Effect.scoped)
}

/** Sends an event once. */
export type PostEvent = ReturnType<typeof makePostEvent>
