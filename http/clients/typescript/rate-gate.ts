import type { CallKind } from "./calls.ts"
import { type HeaderOf, readRates } from "./read-reply.ts"

/** What a call takes of the key's quotas. */
export type QuotaCost = Pick<CallKind, "isOpen" | "isRead">

/** What the answers to a key's calls have told of its quotas so far. */
export interface RateGate {
  /** How long a call should wait until the service may take it; 0 where nothing says that it must. */
  readonly waitMs: (cost: QuotaCost, nowMs: number) => number
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
    waitMs: ({ isOpen, isRead }, nowMs) => {
      if (isOpen) return 0
      const untilMs = Math.max(
        inMinute(nowMs) && minute.left <= 0 ? minute.endsMs : 0,
        isRead ? readsSpentUntilMs : 0,
      )
      return Math.max(0, untilMs - nowMs)
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
