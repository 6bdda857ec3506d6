/** How long an endpoint may fail before what waits for it is given up: 72 hours. */
export const giveUpAfterMs = 72 * 3_600_000

/** How long the previous secret of an endpoint signs beside the new one: 24 hours. */
export const eventOverlapSeconds = 86_400

/** How long before the end of a key's previous secret its partner is told: 4 hours. */
export const secretEndingSeconds = 14_400

/** Endpoints that an account may have in a mode. */
export const endpointsMax = 5

/** How long events are kept once nothing of them waits: 30 days. */
export const eventsKeptDays = 30

const secondMs = 1_000
const minuteMs = 60 * secondMs

/** The waits after failures in a row; the last one holds for all that follow. */
const waitsMs = [
  5 * secondMs,
  30 * secondMs,
  2 * minuteMs,
  5 * minuteMs,
  15 * minuteMs,
  30 * minuteMs,
  60 * minuteMs,
]

/** How far a wait is drawn apart, to either side: endpoints that failed together come back apart. */
const jitterShare = 0.2

/** The longest wait that a receiver may ask for with `Retry-After`. */
const askedMaxMs = 60 * minuteMs

/** What decides how long to wait before an endpoint is tried again. */
export interface FailedDelivery {
  /** Failures in a row, this one included. */
  readonly failures: number
  /** Drawn from 0 up to 1. */
  readonly draw: number
  /** What the receiver asked for with `Retry-After`, if it did. */
  readonly askedSeconds?: number | undefined
}

/**
 * How long to wait after a failure before the endpoint is tried again, in milliseconds.
 *
 * ```ts
 * import { retryWaitMs } from "../rules/events/event-policy.ts"
 *
 * retryWaitMs({ failures: 1, draw: 0.5 }) // => 5000
 * retryWaitMs({ failures: 9, draw: 0 }) // => 2880000
 * retryWaitMs({ failures: 1, draw: 0.5, askedSeconds: 120 }) // => 120000
 * ```
 */
export const retryWaitMs = ({ askedSeconds = 0, draw, failures }: FailedDelivery): number => {
  const usualMs = waitsMs[Math.min(failures, waitsMs.length) - 1] ?? 0
  const drawnMs = Math.round(usualMs * (1 - jitterShare + 2 * jitterShare * draw))
  return Math.max(drawnMs, Math.min(askedSeconds * secondMs, askedMaxMs))
}
