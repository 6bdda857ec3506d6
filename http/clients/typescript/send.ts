import type { CallAnswers, CallKind, ClientCallName } from "./calls.ts"
import { type CallLimits, type QueryAsked, queryText, type ServiceAddress } from "./options.ts"
import { minuteSpent, type RateGate } from "./rate-gate.ts"
import { readReply } from "./read-reply.ts"
import { type CallUnanswered, type CallResult, failed } from "./result.ts"
import { lastTryMs, pauseBeforeRetry } from "./retries.ts"
import type { SignCall } from "./sign.ts"

/** What the client asks of `fetch`. */
export interface FetchAsked {
  readonly method: string
  readonly headers: Record<string, string>
  readonly body?: string
  readonly redirect: "manual"
  readonly signal: AbortSignal
}

/** What the client reads of an answer. */
export interface FetchedAnswer {
  readonly status: number
  readonly headers: { readonly get: (name: string) => string | null }
  readonly text: () => Promise<string>
}

/** A `fetch`, or what stands in for it. */
export type FetchFunction = (url: string, asked: FetchAsked) => Promise<FetchedAnswer>

/** What a call is told beside its request. */
export interface CallOptions {
  /** Ends the call. */
  readonly signal?: AbortSignal | undefined
  /** How long this call may take as a whole. */
  readonly deadlineMs?: number | undefined
}

/** What calls run on. */
export interface CallGround {
  readonly address: ServiceAddress
  readonly fetch: FetchFunction
  readonly gate: RateGate
  readonly limits: CallLimits
  readonly sign: SignCall
  readonly nowMs: () => number
  readonly random: () => number
  /** Waits, until the signal ends it. */
  readonly sleep: (ms: number, signal: AbortSignal | undefined) => Promise<void>
}

/** A call's request in parts. */
export interface CallParts extends CallOptions {
  readonly query?: QueryAsked
  readonly payload?: unknown
}

/** Timers of the platform hold no more than this, which is 24 days. */
const timerMaxMs = 2 ** 31 - 1

/** Waits by the platform's timers. */
export const sleepReally: CallGround["sleep"] = (ms, signal) =>
  new Promise((resolve) => {
    const end = (): void => {
      clearTimeout(timer)
      signal?.removeEventListener("abort", end)
      resolve()
    }
    const timer = setTimeout(end, Math.min(ms, timerMaxMs))
    if (signal?.aborted) end()
    else signal?.addEventListener("abort", end)
  })

interface Try {
  readonly asked: Omit<FetchAsked, "redirect" | "signal">
  readonly url: string
  readonly attempts: number
  readonly timeoutMs: number
  readonly signal: AbortSignal | undefined
}

/** One try: asks, and reads all of the answer. */
const attempt = async <Name extends ClientCallName>(
  { fetch, gate, nowMs }: CallGround,
  kind: CallKind<Name>,
  { asked, attempts, signal, timeoutMs, url }: Try,
): Promise<CallResult<CallAnswers[Name]>> => {
  const controller = new AbortController()
  let isLate = false
  const onLate = (): void => {
    isLate = true
    controller.abort()
  }
  const timer = setTimeout(onLate, Math.min(timeoutMs, timerMaxMs))
  const onAbort = (): void => controller.abort()
  signal?.addEventListener("abort", onAbort)
  try {
    const answer = await fetch(url, { ...asked, redirect: "manual", signal: controller.signal })
    const header = (name: string) => answer.headers.get(name)
    const text = await answer.text()
    gate.told(kind, header, nowMs())
    return readReply(kind, { status: answer.status, header, text, nowMs: nowMs(), attempts })
  } catch (cause) {
    if (signal?.aborted) return failed({ _tag: "aborted", cause: signal.reason, attempts })
    return failed(
      isLate ? { _tag: "timeout", timeoutMs, attempts } : { _tag: "transport", cause, attempts },
    )
  } finally {
    clearTimeout(timer)
    signal?.removeEventListener("abort", onAbort)
  }
}

/** A body as JSON, empty where there is none; or why it cannot be written. */
const written = (payload: unknown): CallUnanswered | string => {
  if (payload === undefined) return ""
  try {
    return JSON.stringify(payload)
  } catch (cause) {
    return failed({ _tag: "unsendable", cause, attempts: 0 })
  }
}

/** Makes a call: waits while the service would refuse it, sends it, and again where that may help. */
export const sendCall = async <Name extends ClientCallName>(
  ground: CallGround,
  kind: CallKind<Name>,
  { deadlineMs, payload, query, signal }: CallParts = {},
): Promise<CallResult<CallAnswers[Name]>> => {
  const { address, gate, limits, nowMs, random, sign, sleep } = ground
  const body = written(payload)
  if (typeof body !== "string") return body
  const limitMs = deadlineMs ?? limits.deadlineMs
  const endMs = nowMs() + limitMs
  const lastMs = lastTryMs(nowMs(), limitMs)
  const { method } = kind
  const target = `${address.basePath}${kind.path}${queryText(query)}`
  const content = body === "" ? {} : { "content-type": "application/json" }
  let signing: Record<string, string> = {}
  let signedMs: number | undefined
  let last: CallUnanswered | undefined
  for (let attempts = 1; ; attempts += 1) {
    const aborted = () => failed({ _tag: "aborted", cause: signal?.reason, attempts: attempts - 1 })
    const { isTooLate, waitMs } = gate.before(kind, nowMs(), lastMs)
    if (isTooLate) return last ?? failed(minuteSpent(waitMs))
    if (waitMs > 0) await sleep(waitMs, signal)
    if (signal?.aborted) return aborted()
    if (!kind.isOpen && !(kind.isSignedOnce && signedMs !== undefined)) {
      signedMs = nowMs()
      try {
        signing = await sign({ method, target, body, nowMs: signedMs })
      } catch (cause) {
        return failed({ _tag: "unsendable", cause, attempts: attempts - 1 })
      }
    }
    if (!kind.isOpen) gate.sent(nowMs())
    const result = await attempt(ground, kind, {
      url: address.origin + target,
      asked: { method, headers: { ...signing, ...content }, ...(body === "" ? {} : { body }) },
      attempts,
      timeoutMs: Math.max(0, Math.min(limits.attemptTimeoutMs, endMs - nowMs())),
      signal,
    })
    if (result._tag === "Success") return result
    const pause = pauseBeforeRetry({
      failure: result.failure,
      nowMs: nowMs(),
      lastMs,
      triesMax: limits.triesMax,
      signedMs: kind.isSignedOnce ? signedMs : undefined,
      random: random(),
    })
    if (pause === undefined) return result
    last = result
    await sleep(pause, signal)
  }
}
