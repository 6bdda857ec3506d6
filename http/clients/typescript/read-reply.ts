import type { CallAnswers, CallKind, ClientCallName } from "./calls.ts"
import { type CallFailure, isRefusalCode } from "./failure.ts"
import { type CallResult, failed, type RatesTold } from "./result.ts"

/** The value of a header by its lower-case name. */
export type HeaderOf = (name: string) => string | null | undefined

/** What came back over HTTP. */
export interface HttpReply {
  readonly status: number
  readonly header: HeaderOf
  readonly text: string
  /** When it came, in milliseconds since 1970. */
  readonly nowMs: number
  readonly attempts: number
}

/** So much of what cannot be read is told. */
const shownMax = 200

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === "object" && value !== null && !Array.isArray(value)

/** A member of an object, kept only where there is one. */
const kept = <Name extends string, Value>(
  name: Name,
  value: Value | null | undefined,
): { readonly [Each in Name]?: Value } =>
  value === null || value === undefined ? {} : ({ [name]: value } as { [Each in Name]: Value })

const texts = (value: unknown): ReadonlyArray<string> | undefined =>
  Array.isArray(value) && value.every((each) => typeof each === "string") ? value : undefined

const textIn = (value: unknown): string | undefined =>
  typeof value === "string" ? value : undefined

/**
 * The seconds of a Retry-After header, which may be a date; undefined where it is neither.
 *
 * ```ts
 * import { retryAfterSeconds } from "../http/clients/typescript/read-reply.ts"
 *
 * retryAfterSeconds("7", 0) // => 7
 * retryAfterSeconds("Thu, 01 Jan 1970 00:01:00 GMT", 0) // => 60
 * retryAfterSeconds("soon", 0) // => undefined
 * ```
 */
export const retryAfterSeconds = (
  value: string | null | undefined,
  nowMs: number,
): number | undefined => {
  if (value === null || value === undefined) return undefined
  if (/^\d+$/.test(value)) return Number(value)
  const atMs = Date.parse(value)
  return Number.isNaN(atMs) ? undefined : Math.max(0, Math.ceil((atMs - nowMs) / 1000))
}

/** How quotas stand by the headers of an answer; undefined where they do not tell. */
export const readRates = (header: HeaderOf): RatesTold | undefined => {
  const figure = (name: string): number => {
    const value = header(`x-ratelimit-${name}`)
    return value !== null && value !== undefined && /^\d+$/.test(value) ? Number(value) : Number.NaN
  }
  const rates = {
    limit: figure("limit"),
    remaining: figure("remaining"),
    resetSeconds: figure("reset"),
    burstRemaining: figure("burst-remaining"),
  }
  return Object.values(rates).some(Number.isNaN) ? undefined : rates
}

const refusalOf = (
  { attempts, header, nowMs, status }: HttpReply,
  body: Readonly<Record<string, unknown>>,
  code: string,
): CallFailure => {
  const told = {
    status,
    attempts,
    ...kept("detail", textIn(body["detail"])),
    ...kept("bucket", textIn(body["bucket"])),
    ...kept("cardModes", texts(body["cardModes"])),
    ...kept("unknownFields", header("x-unknown-fields")?.split(",")),
    ...kept("requestId", header("x-request-id")),
    ...kept("retryAfterSeconds", retryAfterSeconds(header("retry-after"), nowMs)),
    body,
  }
  // The tag and the code are one word, which the compiler does not see of a union.
  return isRefusalCode(code)
    ? ({ _tag: code, code, ...told } as CallFailure)
    : { _tag: "refused", code, ...told }
}

const parsed = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/**
 * Reads what came back: an answer with whatever more it says, a refusal under its code, or neither.
 * Members, words and codes that are not known are kept as they are.
 */
export const readReply = <Name extends ClientCallName>(
  { needs }: CallKind<Name>,
  reply: HttpReply,
): CallResult<CallAnswers[Name]> => {
  const { attempts, header, nowMs, status, text } = reply
  const body = parsed(text)
  const unreadable = (reason: string): CallResult<never> =>
    failed({
      _tag: "unreadable",
      status,
      attempts,
      ...kept("requestId", header("x-request-id")),
      ...kept("retryAfterSeconds", retryAfterSeconds(header("retry-after"), nowMs)),
      reason,
      text: text.slice(0, shownMax),
    })
  if (!isRecord(body)) return unreadable("its body is no JSON object")
  const code = body["error"]
  if (status >= 400 && typeof code === "string") return failed(refusalOf(reply, body, code))
  if (status < 200 || status >= 300) return unreadable("its body is no refusal")
  const missing = needs.find((name) => body[name] === undefined || body[name] === null)
  if (missing !== undefined) return unreadable(`its body has no ${missing}`)
  return {
    _tag: "Success",
    // What the service promises; only what an answer cannot do without is looked at.
    success: body as CallAnswers[Name],
    call: {
      status,
      attempts,
      ...kept("requestId", header("x-request-id")),
      ...kept("rates", readRates(header)),
      ...kept("unknownFields", header("x-unknown-fields")?.split(",")),
    },
  }
}
