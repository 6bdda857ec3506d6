import type { Bps } from "../../core/money/minor.ts"
import type { FeeTables } from "../fees/handling-fee.ts"
import type { ReferenceTables } from "../reference/reference-tables.ts"
import { limitOf } from "../reference/limits.ts"

/** How many calls a key may make: reads and writes a day, calls a minute (burst). */
export interface QuotaLimits {
  readonly reads: number
  readonly writes: number
  readonly burst: number
}

/** What accounts and keys start with. */
export interface AccountPolicy {
  /** Base commission rate of a new account, in basis points of the premium. */
  readonly baseRateBps: Bps
  /** Highest commission that a partner may set, in basis points of the premium. */
  readonly commissionMaximumBps: Bps
  /** Limits of a new sandbox key. */
  readonly sandboxLimits: QuotaLimits
  /** Limits of a new live key, until an approval sets others. */
  readonly liveLimits: QuotaLimits
  /** What the sandbox keys of an account must have called together before it may go live. */
  readonly goLive: { readonly pricesRequired: number; readonly linksRequired: number }
  /** How long a rotated secret stays valid, in seconds. */
  readonly rotationOverlapSeconds: number
}

const secondsPerHour = 3_600

/** What accounts and keys start with, from the tables of limits and fees. */
export const accountPolicy = (
  tables: Pick<ReferenceTables, "limits"> & FeeTables,
): AccountPolicy => {
  const fee = (name: string) => tables.fees.get(name)?.value ?? 0
  const burst = limitOf(tables, "burst_calls_per_minute")
  return {
    baseRateBps: fee("base_commission_bps"),
    commissionMaximumBps: fee("max_commission_bps"),
    sandboxLimits: {
      reads: limitOf(tables, "sandbox_reads_per_day"),
      writes: limitOf(tables, "sandbox_writes_per_day"),
      burst,
    },
    liveLimits: {
      reads: limitOf(tables, "live_reads_per_day"),
      writes: limitOf(tables, "live_writes_per_day"),
      burst,
    },
    goLive: {
      pricesRequired: limitOf(tables, "go_live_prices"),
      linksRequired: limitOf(tables, "go_live_links"),
    },
    rotationOverlapSeconds: limitOf(tables, "secret_overlap_hours") * secondsPerHour,
  }
}
