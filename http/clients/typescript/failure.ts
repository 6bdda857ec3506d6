import { type RefusalName, refusals } from "../../api/api-refusal.ts"

/** A code by which the service refuses calls. */
export type RefusalCode = (typeof refusals)[RefusalName]["code"]

/** How often a call was sent. */
interface Attempted {
  readonly attempts: number
}

/**
 * A call that the service refused, under its code; `body` is all that it said. With no attempt it was
 * not sent, as the service would have refused it.
 */
export interface RefusalReceived<Tag extends string, Code extends string> extends Attempted {
  readonly _tag: Tag
  readonly code: Code
  readonly status: number
  /** The field and the rule, or what else was wrong. */
  readonly detail?: string
  /** The bucket that is spent. */
  readonly bucket?: string
  /** The ways in which the key may name a card. */
  readonly cardModes?: ReadonlyArray<string>
  /** Paths of fields that the service does not know; sandbox keys alone are told. */
  readonly unknownFields?: ReadonlyArray<string>
  /** To quote when you ask for help. */
  readonly requestId?: string
  readonly retryAfterSeconds?: number
  readonly body: Readonly<Record<string, unknown>>
}

/** A refusal under a code that this version knows, tagged with it. */
export type KnownRefusal = {
  readonly [Code in RefusalCode]: RefusalReceived<Code, Code>
}[RefusalCode]

/** A refusal under a code that this version does not know. */
export type UnknownRefusal = RefusalReceived<"refused", string>

/** The connection failed, or ended before the answer did. */
export interface TransportFailed extends Attempted {
  readonly _tag: "transport"
  readonly cause: unknown
}

/** No answer came in time. */
export interface CallTimedOut extends Attempted {
  readonly _tag: "timeout"
  readonly timeoutMs: number
}

/** What came back is no answer of the service: something else stands at the address, or in between. */
export interface AnswerUnreadable extends Attempted {
  readonly _tag: "unreadable"
  readonly status: number
  readonly requestId?: string
  readonly retryAfterSeconds?: number
  /** What is wrong with it. */
  readonly reason: string
  /** Its beginning. */
  readonly text: string
}

/** The caller's signal ended the call. */
export interface CallAborted extends Attempted {
  readonly _tag: "aborted"
  readonly cause: unknown
}

/** The request cannot be written as JSON. */
export interface RequestUnsendable extends Attempted {
  readonly _tag: "unsendable"
  readonly cause: unknown
}

/** Why a call failed: a code of the service in capitals, or what happened on the way in small letters. */
export type CallFailure =
  | KnownRefusal
  | UnknownRefusal
  | TransportFailed
  | CallTimedOut
  | AnswerUnreadable
  | CallAborted
  | RequestUnsendable

const knownCodes: ReadonlySet<string> = /* @__PURE__ */ new Set(
  /* @__PURE__ */ Object.values(refusals).map(({ code }) => code),
)

/** Whether a code is one that this version knows. */
export const isRefusalCode = (code: string): code is RefusalCode => knownCodes.has(code)

const messageOf = (cause: unknown): string =>
  cause instanceof Error ? cause.message : String(cause)

/** What fetch says is often in the cause of its error alone. */
const deepestMessage = (cause: unknown): string =>
  cause instanceof Error && cause.cause !== undefined
    ? `${cause.message}: ${messageOf(cause.cause)}`
    : messageOf(cause)

const sentence = (failure: CallFailure): string => {
  switch (failure._tag) {
    case "transport":
      return `the connection failed: ${deepestMessage(failure.cause)}`
    case "timeout":
      return `no answer within ${failure.timeoutMs} ms`
    case "unreadable":
      return `status ${failure.status}, and ${failure.reason}: ${failure.text}`
    case "aborted":
      return `aborted: ${messageOf(failure.cause)}`
    case "unsendable":
      return `the request cannot be sent: ${messageOf(failure.cause)}`
    default:
      return `${failure.status} ${failure.code}${failure.detail === undefined ? "" : `: ${failure.detail}`}`
  }
}

/**
 * A failure in one line, for logs.
 *
 * ```ts
 * import { describeFailure } from "../http/clients/typescript/failure.ts"
 *
 * describeFailure({ _tag: "timeout", timeoutMs: 500, attempts: 2 }) // => "no answer within 500 ms (2 attempts)"
 * ```
 */
export const describeFailure = (failure: CallFailure): string => {
  const requestId = "requestId" in failure ? `, request ${failure.requestId}` : ""
  const { attempts } = failure
  return `${sentence(failure)} (${attempts} ${attempts === 1 ? "attempt" : "attempts"}${requestId})`
}
