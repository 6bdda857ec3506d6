import type { KeyId } from "../accounts/key-text.ts"
import { dayMs, dayNumber } from "../../core/vocabulary/day.ts"

/**
 * What a call costs: every call takes one from the burst; a price or a bilan also takes one read
 * of the day and counts in the key's life.
 */
export type ChargeKind = "call" | "price" | "bilan"

/** One call to be charged; `revision` is that of the key record it was authenticated with. */
export interface Charge {
  readonly keyId: KeyId
  readonly revision: bigint
  readonly kind: ChargeKind
}

/** What became of a charge. */
export type ChargeOutcome =
  | { readonly _tag: "Granted"; readonly state: QuotaState }
  /** The minute is full; nothing was counted. */
  | { readonly _tag: "BurstSpent"; readonly state: QuotaState }
  /** The day's reads are spent; nothing was counted, in the burst neither. */
  | { readonly _tag: "DaySpent"; readonly state: QuotaState }
  /** The key was changed or revoked since it was read; nothing was counted. */
  | { readonly _tag: "KeyChanged" }

/** How many calls of each kind are asked for, or granted. */
export interface ChargeCounts {
  readonly calls: number
  readonly prices: number
  readonly bilans: number
}

/** Several calls of one key, granted together. */
export interface GrantedTogether {
  /** The figures before any of the calls. */
  readonly before: QuotaState
  readonly granted: ChargeCounts
}

/** A bucket: how many calls it allows in its window, and how many are used. */
export interface Bucket {
  readonly limit: number
  readonly used: number
}

/** The daily bucket that an answer describes: writes for links, reads for everything else. */
export type BucketName = "reads" | "writes"

/** What a key has used so far, with the window that the figures belong to. */
export interface QuotaState {
  readonly reads: Bucket
  readonly writes: Bucket
  readonly burst: Bucket
  readonly window: QuotaWindow
  /** Successful calls in the life of the key. */
  readonly lifetime: { readonly prices: number; readonly links: number; readonly bilans: number }
}

/** Fixed UTC windows, a minute and a day, counted since 1970. */
interface QuotaWindow {
  readonly minute: number
  readonly day: number
  /** Whole seconds until the next minute starts, 1 to 60; up to 660 where the minute lies ahead. */
  readonly minuteEndsInSeconds: number
  /** Whole seconds until the next UTC day starts, 1 to 86 400; up to 87 000 where the day lies ahead. */
  readonly dayEndsInSeconds: number
}

const secondMs = 1000

/** Milliseconds of the window that a burst is counted in; the other one is a day. */
export const minuteMs = 60 * secondMs

/**
 * How far ahead a window may lie, in milliseconds. A call is let in by servers whose clocks are at
 * most 300 s off its own: two that serve the same caller are at most twice that apart.
 *
 * ```ts
 * import { windowLeadMaxMs } from "../rules/quota/quota.ts"
 * windowLeadMaxMs / 60_000 // => 10
 * ```
 */
export const windowLeadMaxMs = 600 * secondMs

/**
 * The minute and the day that a moment (milliseconds since 1970) falls into.
 * When a key has all of its calls again is decided in `http/store/quota/quota-sql.ts`, by the clock of the database.
 *
 * ```ts
 * import { quotaWindow } from "../rules/quota/quota.ts"
 *
 * quotaWindow(86_399_001) // => { minute: 1439, day: 0, minuteEndsInSeconds: 1, dayEndsInSeconds: 1 }
 * quotaWindow(86_400_000).dayEndsInSeconds // => 86400
 * ```
 */
export const quotaWindow = (nowMs: number): QuotaWindow =>
  standingWindow(nowMs, {
    minute: Math.floor(nowMs / minuteMs),
    day: dayNumber(nowMs),
  })

/**
 * The windows that a key's figures belong to, as they are seen at a moment (milliseconds since 1970):
 * they lie ahead of it where another clock was ahead.
 *
 * ```ts
 * import { standingWindow } from "../rules/quota/quota.ts"
 *
 * standingWindow(86_399_001, { minute: 1440, day: 1 }).minuteEndsInSeconds // => 61
 * standingWindow(86_399_001, { minute: 1440, day: 1 }).dayEndsInSeconds // => 86401
 * standingWindow(86_399_001, { minute: 9_999, day: 365 }).minuteEndsInSeconds // => 660
 * ```
 */
export const standingWindow = (
  nowMs: number,
  { day, minute }: Pick<QuotaWindow, "day" | "minute">,
): QuotaWindow => ({
  minute,
  day,
  minuteEndsInSeconds: secondsLeft(nowMs, minute, minuteMs),
  dayEndsInSeconds: secondsLeft(nowMs, day, dayMs),
})

/** Seconds until a window of a length ends, and no more than one may have left that lies ahead. */
const secondsLeft = (nowMs: number, index: number, lengthMs: number): number => {
  const leftMs = Math.min((index + 1) * lengthMs - nowMs, lengthMs + windowLeadMaxMs)
  return Math.max(1, Math.ceil(leftMs / secondMs))
}

/**
 * The count that a charge of a kind adds to.
 *
 * ```ts
 * import { countOf } from "../rules/quota/quota.ts"
 * countOf.price // => "prices"
 * ```
 */
export const countOf = { call: "calls", price: "prices", bilan: "bilans" } as const

/**
 * Deals what was granted to several calls of one key together out to the calls in their order,
 * each with the figures as they stand right after it.
 */
export const dealOut = (
  kinds: ReadonlyArray<ChargeKind>,
  { before, granted }: GrantedTogether,
): ReadonlyArray<ChargeOutcome> => {
  const done = { calls: 0, prices: 0, bilans: 0 }
  const given = kinds.map((kind): ChargeOutcome | undefined => {
    const count = countOf[kind]
    if (done[count] >= granted[count]) return undefined
    done[count] += 1
    return { _tag: "Granted", state: stateAfter(before, done) }
  })
  const final = stateAfter(before, granted)
  const refused: ChargeOutcome =
    final.burst.used >= final.burst.limit
      ? { _tag: "BurstSpent", state: final }
      : { _tag: "DaySpent", state: final }
  return given.map((outcome) => outcome ?? refused)
}

/**
 * How a key stands after some calls; before them, where their counts are negative.
 *
 * ```ts
 * import { stateAfter } from "../rules/quota/quota.ts"
 *
 * const before = {
 *   reads: { limit: 200, used: 1 },
 *   writes: { limit: 50, used: 0 },
 *   burst: { limit: 60, used: 1 },
 *   window: { minute: 0, day: 0, minuteEndsInSeconds: 60, dayEndsInSeconds: 86_400 },
 *   lifetime: { prices: 1, links: 0, bilans: 0 },
 * }
 * const after = stateAfter(before, { calls: 1, prices: 2, bilans: 0 })
 * after.reads.used // => 3
 * after.burst.used // => 4
 * stateAfter(after, { calls: -1, prices: -2, bilans: 0 }) // => before
 * ```
 */
export const stateAfter = (
  { burst, lifetime, reads, window, writes }: QuotaState,
  { bilans, calls, prices }: ChargeCounts,
): QuotaState => ({
  reads: used(reads, prices + bilans),
  writes,
  burst: used(burst, calls + prices + bilans),
  window,
  lifetime: {
    prices: lifetime.prices + prices,
    links: lifetime.links,
    bilans: lifetime.bilans + bilans,
  },
})

const used = (bucket: Bucket, more: number): Bucket => ({
  limit: bucket.limit,
  used: bucket.used + more,
})

/** Calls left in a bucket, never below zero. */
export const remaining = (bucket: Bucket): number => Math.max(0, bucket.limit - bucket.used)

/**
 * The rate headers of an answer to an authenticated call.
 *
 * ```ts
 * import { rateHeaders } from "../rules/quota/quota.ts"
 *
 * const state = {
 *   reads: { limit: 200, used: 1 },
 *   writes: { limit: 50, used: 0 },
 *   burst: { limit: 60, used: 60 },
 *   window: { minute: 0, day: 0, minuteEndsInSeconds: 60, dayEndsInSeconds: 86_400 },
 *   lifetime: { prices: 1, links: 0, bilans: 0 },
 * }
 * rateHeaders(state, "reads")["x-ratelimit-remaining"] // => "199"
 * rateHeaders(state, "writes")["x-ratelimit-limit"] // => "50"
 * rateHeaders(state, "reads")["x-ratelimit-burst-remaining"] // => "0"
 * ```
 */
export const rateHeaders = (
  state: QuotaState,
  bucketName: BucketName,
): Readonly<Record<string, string>> => ({
  "x-ratelimit-limit": String(state[bucketName].limit),
  "x-ratelimit-remaining": String(remaining(state[bucketName])),
  "x-ratelimit-reset": String(state.window.dayEndsInSeconds),
  "x-ratelimit-burst-remaining": String(remaining(state.burst)),
})
