const idPattern = /^\w{1,64}$/

/**
 * Whether a text can be the id of an event or of an endpoint; anything else is unknown without asking the
 * database, which cannot be asked for every text.
 *
 * ```ts
 * import { isEventIdText } from "../rules/events/event-policy.ts"
 *
 * isEventIdText("evt_0f3a") // => true
 * isEventIdText("evt_\u0000") // => false
 * ```
 */
export const isEventIdText = (text: string): boolean => idPattern.test(text)

/** What partners can receive, by the type that an event carries. */
export const eventTypes = [
  "sale.validated",
  "sale.corrected",
  "subscription.presubscribed",
  "subscription.paid",
  "subscription.subscribed",
  "subscription.withdrawal_declared",
  "key.secret_ending",
  "quota.nearly_spent",
  "account.suspended",
  "account.restored",
  "commission.changed",
  "key.created",
  "key.rotated",
  "key.revoked",
  "endpoint.created",
  "endpoint.failing",
  "statement.ready",
  "payout.sent",
  "payout.returned",
] as const

/** The type of an event. */
export type EventType = (typeof eventTypes)[number]

/** The type of an event that is sent on demand, to try an endpoint. */
export const pingType = "ping"

/**
 * The types that a text names, separated by commas, each once; an empty text asks for all of them,
 * which an empty list stands for. Undefined where a word is no type.
 *
 * ```ts
 * import { readEventTypes } from "../rules/events/event-policy.ts"
 *
 * readEventTypes("sale.validated, key.secret_ending") // => ["sale.validated", "key.secret_ending"]
 * readEventTypes("") // => []
 * readEventTypes("sale.lost") // => undefined
 * ```
 */
export const readEventTypes = (text: string): ReadonlyArray<EventType> | undefined => {
  const words = text
    .split(",")
    .map((word) => word.trim())
    .filter((word) => word !== "")
  const types = eventTypes.filter((type) => words.includes(type))
  return words.every((word) => types.some((type) => type === word)) ? types : undefined
}

/** How long an endpoint may fail before what waits for it is given up: 72 hours. */
export const giveUpAfterMs = 72 * 3_600_000

/** How long the previous secret of an endpoint signs beside the new one: 24 hours. */
export const eventOverlapSeconds = 86_400

/** How long before the end of a key's previous secret its partner is told: 4 hours. */
export const secretEndingSeconds = 14_400

/** How long an endpoint fails before its account learns that: a day. */
export const failingToldSeconds = 86_400

/** Endpoints that an account may have in a mode. */
export const endpointsMax = 5

/** Examples of events that an account may have sent in a minute. */
export const examplesAMinute = 20

/** Listeners that an account may have at once. */
export const listenersMax = 5

/** Events that wait for a listener at most; what happens beyond them it is not told. */
export const listenedMax = 1_000

/** Events that a listener is told at once, at most. */
export const listenedAtOnceMax = 50

/** How long a listener is kept that is not heard of: 5 minutes. */
export const listenerEndsAfterSeconds = 300

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
interface FailedDelivery {
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
