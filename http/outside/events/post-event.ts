import * as Clock from "effect/Clock"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"
import * as HttpBody from "effect/http/HttpBody"
import * as HttpClient from "effect/http/HttpClient"
import type { HttpClientError } from "effect/http/HttpClientError"
import type { HttpClientResponse } from "effect/http/HttpClientResponse"
import { createHmac } from "node:crypto"
import { apiVersion } from "../../config/version.ts"
import { isAllowedPort } from "./event-addresses.ts"
import { connectionError, readBeginning, withoutTrace } from "../guard/get-text.ts"
import { readUrl } from "../../platform/read-url.ts"
import type { DueDelivery } from "../../ports/event-deliveries.ts"
import type { AttemptOutcome } from "../../ports/events.ts"

/** How receivers are asked: times in milliseconds. */
export interface PostPolicy {
  /** How long a receiver may take to answer. */
  readonly timeoutMs: number
  /** How long the rest of its answer is waited for. */
  readonly bodyTimeoutMs: number
}

/** Fifteen seconds for an answer, as the field has it. */
export const postPolicy: PostPolicy = { timeoutMs: 15_000, bodyTimeoutMs: 2_000 }

/** What an event is sent by. */
type SentEvent = Pick<DueDelivery, "body" | "eventId" | "secrets" | "url">

/** Sends an event once. */
export type PostEvent = ReturnType<typeof makePostEvent>

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

  return Effect.fnUntraced(function* ({ body, eventId, secrets, url }: SentEvent) {
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

/**
 * The time that events are signed with, in milliseconds since 1970: the service's own unless a layer says
 * otherwise. One whose clock is moved tells receivers whose clocks are not.
 */
export const EventSigningTime = Context.Reference<Effect.Effect<number>>(
  "viatica/EventSigningTime",
  { defaultValue: () => Clock.currentTimeMillis },
)

/** What a receiver made of an event. */
interface Received {
  readonly outcome: AttemptOutcome
  readonly status: number | null
  /** The beginning of an answer that was not 2xx, fit for one line. */
  readonly answer: string
  /** What it asks for with `Retry-After`, in seconds. */
  readonly askedSeconds?: number | undefined
}

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

/** Characters that are kept of an answer. */
const answerCharactersMax = 200

/** The most of a text that may be unreadable, in parts of all its characters. */
const unreadableShareMax = 0.1

const charsetIn = /;\s*charset\s*=\s*"?([\w:.+-]+)"?/i

/** The decoder of a charset by its name; that of UTF-8 for names that nobody knows. */
const decoderOf = (contentType: string): InstanceType<typeof TextDecoder> => {
  try {
    return new TextDecoder(charsetIn.exec(contentType)?.[1] ?? "utf-8")
  } catch {
    return new TextDecoder()
  }
}

const isText = (text: string): boolean => {
  const unreadable = text.match(/[\0\ufffd]/g)?.length ?? 0
  return unreadable <= text.length * unreadableShareMax
}

/** The media type alone, where it is one, and the coding around it. */
const kindOf = ({
  "content-encoding": coding = "identity",
  "content-type": type = "",
}: Readonly<Record<string, string | undefined>>): string => {
  const [name = ""] = /^[\w.+-]{1,40}\/[\w.+-]{1,60}/.exec(type.trim()) ?? []
  const around = /^[\w-]{1,20}$/.test(coding) && coding !== "identity" ? coding : ""
  return [name, around].filter((part) => part !== "").join(", ")
}

/**
 * What is kept of an answer: its first 200 characters on one line, by the charset that it names. Of an
 * answer that is no text, such as a picture or what came compressed, its kind is kept instead. The
 * bytes may end anywhere, in the middle of a character too.
 *
 * ```ts
 * import { answerBeginning } from "../http/outside/events/post-event.ts"
 *
 * const bytes = new TextEncoder().encode("out of order\n  line 7")
 * answerBeginning(bytes, { "content-type": "text/plain" }) // => "out of order line 7"
 * answerBeginning(new Uint8Array([0, 255, 0, 254, 1, 2]), { "content-type": "image/png" }) // => "(no text: image/png)"
 * answerBeginning(new Uint8Array(), {}) // => ""
 * ```
 */
export const answerBeginning = (
  bytes: Uint8Array,
  headers: Readonly<Record<string, string | undefined>>,
): string => {
  if (bytes.length === 0) return ""
  // A character whose rest has not been read is left out.
  const text = decoderOf(headers["content-type"] ?? "").decode(bytes, { stream: true })
  const isCoded = (headers["content-encoding"] ?? "identity") !== "identity"
  if (isCoded || !isText(text)) {
    const kind = kindOf(headers)
    return kind === "" ? "(no text)" : `(no text: ${kind})`
  }
  const line = text.replaceAll(/[\p{C}\p{Zl}\p{Zp}\s]+/gu, " ").trim()
  return [...line].slice(0, answerCharactersMax).join("").trimEnd()
}

/** An event as it is signed. */
interface SignedEvent {
  readonly eventId: string
  /** When it is sent, in Unix seconds. */
  readonly timestampSeconds: number
  readonly body: string
}

const prefix = "whsec_"

const signature = (secret: string, { body, eventId, timestampSeconds }: SignedEvent): string =>
  createHmac("sha256", Buffer.from(secret.slice(prefix.length), "base64"))
    .update(`${eventId}.${timestampSeconds}.${body}`)
    .digest("base64")

/**
 * The headers that prove an event, as Standard Webhooks has them: a signature under each secret that
 * still signs, the newest first.
 *
 * ```ts
 * import * as Redacted from "effect/Redacted"
 * import { eventHeaders } from "../http/outside/events/post-event.ts"
 *
 * const secret = Redacted.make("whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw")
 * const event = { eventId: "msg_p5jXN8AQM9LWM0D4loKWxJek", timestampSeconds: 1614265330, body: '{"test": 2432232314}' }
 * eventHeaders([secret], event)["webhook-signature"] // => "v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE="
 * ```
 */
export const eventHeaders = (
  secrets: ReadonlyArray<Redacted.Redacted<string>>,
  event: SignedEvent,
) => ({
  "webhook-id": event.eventId,
  "webhook-timestamp": String(event.timestampSeconds),
  "webhook-signature": secrets
    .map((secret) => `v1,${signature(Redacted.value(secret), event)}`)
    .join(" "),
})
