import * as Data from "effect/Data"
import * as Effect from "effect/Effect"
import { type IncomingMessage, request as requestHttp } from "node:http"
import { request as requestHttps } from "node:https"
import { buffer } from "node:stream/consumers"
import { signRequest } from "../platform/sign-request.ts"
import { systemReason } from "../platform/system-error.ts"

/** The service did not answer a call. */
export class CallFailed extends Data.TaggedError("CallFailed")<{
  readonly address: string
  readonly reason: string
}> {
  override get message() {
    return `Cannot call ${this.address}: ${this.reason}`
  }
}

/** What came back from a call. */
export interface CallAnswer {
  readonly status: number
  readonly statusText: string
  /** Names in lower case. */
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
}

/** Sends a request and reads the whole answer. */
export const sendRaw = (raw: RawRequest): Effect.Effect<CallAnswer, CallFailed> =>
  Effect.tryPromise({
    try: (signal) => exchange(raw, signal),
    catch: (cause) => new CallFailed({ address: raw.origin.origin, reason: systemReason(cause) }),
  })

/** Who calls a service, and where it is. */
export interface SignedCaller {
  readonly origin: URL
  readonly keyId: string
  readonly secret: string
  readonly headerPrefix: string
}

/** Sends a call that is signed at a moment; its path is taken as it is, behind that of the address. */
export const sendSigned = (
  { headerPrefix, keyId, origin, secret }: SignedCaller,
  { method, path }: { readonly method: string; readonly path: string },
  nowMs: number,
  body: Uint8Array = new Uint8Array(0),
) => {
  const target = `${origin.pathname.replace(/\/$/, "")}${path}`
  const nowSeconds = Math.floor(nowMs / 1_000)
  const signing = signRequest({
    keyId,
    secret,
    method,
    path: target,
    body,
    nowSeconds,
    prefix: headerPrefix,
  })
  const length = { "content-type": "application/json", "content-length": String(body.length) }
  const headers = body.length === 0 ? signing : { ...signing, ...length }
  return sendRaw({ origin, method, target, headers, body })
}

/** A request that goes out byte for byte as given: no path is resolved, nothing is re-encoded. */
interface RawRequest {
  readonly origin: URL
  readonly method: string
  readonly target: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: Uint8Array
}

const exchange = (raw: RawRequest, signal: AbortSignal): Promise<CallAnswer> =>
  new Promise((resolve, reject) => {
    const request = raw.origin.protocol === "https:" ? requestHttps : requestHttp
    const { method, target, headers, body } = raw
    const outgoing = request(
      raw.origin,
      { method, path: target, headers, signal, timeout: answerTimeoutMs },
      (message) => answerOf(message).then(resolve, reject),
    )
    outgoing.on("timeout", () => outgoing.destroy(new Error("no answer in time")))
    outgoing.on("error", reject)
    outgoing.end(body)
  })

/** How long an answer may take, in milliseconds. */
const answerTimeoutMs = 60_000

const answerOf = async (message: IncomingMessage): Promise<CallAnswer> => ({
  status: message.statusCode ?? 0,
  statusText: message.statusMessage ?? "",
  headers: flatHeaders(message),
  body: (await buffer(message)).toString("utf8"),
})

const flatHeaders = (message: IncomingMessage): Readonly<Record<string, string>> =>
  Object.fromEntries(
    Object.entries(message.headers).map(([name, value]) => [
      name,
      Array.isArray(value) ? value.join(", ") : (value ?? ""),
    ]),
  )
