import { limitOf } from "../../../rules/reference/limits.ts"
import type { ReferenceTables } from "../../../rules/reference/reference-tables.ts"

/** How much is kept of what partners call. */
export interface UsageKept {
  /** Calls of an account and mode whose signature held. */
  readonly signedCalls: number
  /** Those whose signature did not. */
  readonly unsignedCalls: number
  /** Days that calls are kept for, and days that their counts are. */
  readonly callDays: number
  readonly countDays: number
}

/** What the limits of tables say of it. */
export const usageKept = (tables: Pick<ReferenceTables, "limits">): UsageKept => ({
  signedCalls: limitOf(tables, "usage_calls_max"),
  unsignedCalls: limitOf(tables, "usage_unsigned_calls_max"),
  callDays: limitOf(tables, "usage_calls_days"),
  countDays: limitOf(tables, "usage_count_days"),
})

/** How much waits in memory and is written at once, and how often. */
export interface UsagePolicy {
  /** Calls that are gathered as they are before they are counted. */
  readonly gatheredMax: number
  /** Counts that wait at most while the database is away: keys, days, endpoints and codes. */
  readonly countsMax: number
  /** Calls that wait at most to be kept; of those beyond, only the counts are. */
  readonly callsMax: number
  /** Calls of one key that wait at most, as many as its burst lets in at once: later ones take over. */
  readonly keyCallsMax: number
  /** Counts and calls of one batch. */
  readonly batchMax: number
  readonly writeEveryMs: number
  readonly kept: () => UsageKept
}

/** The policy of a service, which keeps as much as `kept` says. */
export const usagePolicy = (kept: UsagePolicy["kept"]): UsagePolicy => ({
  gatheredMax: 512,
  countsMax: 100_000,
  callsMax: 20_000,
  keyCallsMax: 64,
  batchMax: 1_000,
  writeEveryMs: 1_000,
  kept,
})
