import type { CallFailure } from "./failure.ts"

/** Statuses that another try may mend. */
const passing: ReadonlySet<number> = new Set([408, 429, 500, 502, 503, 504])

/** The pause before the second try is at most this long; it doubles with every further one. */
const pauseMs = 200
const pauseMaxMs = 5_000

/** A signature may be 300 s old; one that is sent again has to arrive before. */
const signatureAgeMaxMs = 240_000

const isPassing = (failure: CallFailure): boolean => {
  if (failure._tag === "transport" || failure._tag === "timeout") return true
  if (!("status" in failure)) return false
  // A success that cannot be read was broken on the way.
  const isBroken = failure._tag === "unreadable" && failure.status >= 200 && failure.status < 300
  return isBroken || passing.has(failure.status)
}

/** The least time that is left to a try, so that none is sent whose answer nobody waits for. */
const leastTryMs = 1_000

/**
 * The last moment at which a try of a call may begin: a second before its deadline, and no more than a
 * quarter of its time.
 *
 * ```ts
 * import { lastTryMs } from "../http/clients/typescript/retries.ts"
 *
 * lastTryMs(0, 30_000) // => 29_000
 * lastTryMs(0, 800) // => 600
 * ```
 */
export const lastTryMs = (nowMs: number, deadlineMs: number): number =>
  nowMs + deadlineMs - Math.min(leastTryMs, deadlineMs / 4)

/** A call that failed, and how it may go on. */
export interface FailedTry {
  readonly failure: CallFailure
  readonly nowMs: number
  /** The last moment at which it may be sent again. */
  readonly lastMs: number
  readonly triesMax: number
  /** When it was signed, where it keeps its signature. */
  readonly signedMs?: number | undefined
  /** From 0 up to 1. */
  readonly random: number
}

/**
 * How long to wait before a call is sent again; undefined where it is not: it would be in vain, or
 * late. The service's `Retry-After` is the least, and a random part spreads those who wait together.
 *
 * ```ts
 * import { pauseBeforeRetry } from "../http/clients/typescript/retries.ts"
 *
 * const failure = { _tag: "timeout", timeoutMs: 500, attempts: 2 } as const
 * const failedTry = { failure, nowMs: 0, lastMs: 1_000, triesMax: 4, random: 0.5 }
 * pauseBeforeRetry(failedTry) // => 200
 * pauseBeforeRetry({ ...failedTry, lastMs: 100 }) // => undefined
 * ```
 */
export const pauseBeforeRetry = ({
  failure,
  lastMs,
  nowMs,
  random,
  signedMs,
  triesMax,
}: FailedTry): number | undefined => {
  const { attempts } = failure
  if (attempts >= triesMax || !isPassing(failure)) return undefined
  const asked = "retryAfterSeconds" in failure ? (failure.retryAfterSeconds ?? 0) * 1000 : 0
  const pause = asked + Math.round(random * Math.min(pauseMaxMs, pauseMs * 2 ** (attempts - 1)))
  if (signedMs !== undefined && nowMs + pause > signedMs + signatureAgeMaxMs) return undefined
  return nowMs + pause <= lastMs ? pause : undefined
}
