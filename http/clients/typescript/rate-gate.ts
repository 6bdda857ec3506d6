import type { CallKind } from "./calls.ts"
import type { RefusalReceived } from "./failure.ts"
import { type HeaderOf, readRates } from "./read-reply.ts"

/** What a call takes of the key's quotas. */
export type QuotaCost = Pick<CallKind, "isOpen" | "isRead">

/** How long a call has to wait until the service may take it, and whether that is too long. */
export interface GateWait {
  readonly waitMs: number
  /** The minute is spent, and the next one comes after the last moment at which the call may be sent. */
  readonly isTooLate: boolean
}

/** A key's quotas, as the answers to its calls have reported them so far. */
export interface RateGate {
  /**
   * How long a call that may be sent until `lastMs` waits. A day that ends after that is not waited
   * for: the service itself says then that the day is spent.
   */
  readonly before: (cost: QuotaCost, nowMs: number, lastMs: number) => GateWait
  /** A call that takes from the quotas goes out. */
  readonly sent: (nowMs: number) => void
  /** An answer came in. */
  readonly told: (cost: QuotaCost, header: HeaderOf, nowMs: number) => void
}

/**
 * Minutes of the service end where its days do, so what is left of the day tells what is left of the
 * minute, whatever the clock of this machine says.
 *
 * ```ts
 * import { minuteLeftSeconds } from "../http/clients/typescript/rate-gate.ts"
 *
 * minuteLeftSeconds(3_601) // => 1
 * minuteLeftSeconds(3_600) // => 60
 * ```
 */
export const minuteLeftSeconds = (dayLeftSeconds: number): number => ((dayLeftSeconds - 1) % 60) + 1

/** Makes the gate of a key. It lets all calls through until an answer tells that a quota is spent. */
export const makeRateGate = (): RateGate => {
  const minute = { left: Number.POSITIVE_INFINITY, endsMs: 0 }
  let readsSpentUntilMs = 0
  const inMinute = (nowMs: number): boolean => nowMs < minute.endsMs
  return {
    before: ({ isOpen, isRead }, nowMs, lastMs) => {
      if (isOpen) return { waitMs: 0, isTooLate: false }
      const minuteMs = inMinute(nowMs) && minute.left <= 0 ? minute.endsMs - nowMs : 0
      const dayMs = isRead ? readsSpentUntilMs - nowMs : 0
      const isInTime = (waitMs: number): boolean => waitMs === 0 || nowMs + waitMs <= lastMs
      const waitMs = Math.max(minuteMs, dayMs)
      return { waitMs: isInTime(waitMs) ? waitMs : minuteMs, isTooLate: !isInTime(minuteMs) }
    },
    sent: (nowMs) => {
      if (inMinute(nowMs)) minute.left -= 1
    },
    told: ({ isRead }, header, nowMs) => {
      const rates = readRates(header)
      if (rates === undefined) return
      // Answers overtake each other: within a minute the fewest that any of them tells are left.
      const known = inMinute(nowMs) ? minute.left : Number.POSITIVE_INFINITY
      minute.left = Math.min(known, rates.burstRemaining)
      minute.endsMs = nowMs + minuteLeftSeconds(rates.resetSeconds) * 1000
      if (isRead) {
        readsSpentUntilMs = rates.remaining === 0 ? nowMs + rates.resetSeconds * 1000 : 0
      }
    },
  }
}

/** A call that was not sent, as the next minute of its key comes too late for it. */
export const minuteSpent = (waitMs: number): RefusalReceived<"RATE_LIMITED", "RATE_LIMITED"> => {
  const retryAfterSeconds = Math.ceil(waitMs / 1000)
  const detail = `not sent: the calls of this minute are spent, and the next minute, in ${retryAfterSeconds} s, is too late for the deadline`
  const error = "RATE_LIMITED"
  const body = { error, detail }
  return { _tag: error, code: error, status: 429, detail, retryAfterSeconds, attempts: 0, body }
}
