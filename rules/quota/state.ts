import type { QuotaWindow } from "./window.ts"

/** A bucket: how many calls it allows in its window, and how many are used. */
export interface Bucket {
  readonly limit: number
  readonly used: number
}

/** What a key has used so far, with the window that the figures belong to. */
export interface QuotaState {
  readonly reads: Bucket
  readonly writes: Bucket
  readonly burst: Bucket
  readonly window: QuotaWindow
  /** Successful calls in the life of the key. */
  readonly lifetime: { readonly prices: number; readonly links: number; readonly bilans: number }
}

/** The daily bucket that an answer describes: writes for links, reads for everything else. */
export type BucketName = "reads" | "writes"

/** Calls left in a bucket, never below zero. */
export const remaining = (bucket: Bucket): number => Math.max(0, bucket.limit - bucket.used)

/**
 * The rate headers of an answer to an authenticated call.
 *
 * ```ts
 * import { rateHeaders } from "../rules/quota/state.ts"
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
