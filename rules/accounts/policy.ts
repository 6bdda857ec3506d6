/** How many calls a key may make: reads and writes a day, calls a minute (burst). */
export interface QuotaLimits {
  readonly reads: number
  readonly writes: number
  readonly burst: number
}

/** What accounts and keys start with. */
export interface AccountPolicy {
  /** Base commission rate of a new account, in basis points of the premium. */
  readonly baseRateBps: number
  /** Highest commission that a partner may set, in basis points of the premium. */
  readonly commissionMaximumBps: number
  /** Limits of a new sandbox key. */
  readonly sandboxLimits: QuotaLimits
  /** Limits of a new live key, until an approval sets others. */
  readonly liveLimits: QuotaLimits
  /** How long a rotated secret stays valid, in seconds. */
  readonly rotationOverlapSeconds: number
}

/**
 * The figures of the contract (Limits, Commission and uplift) and of decisions 18 and 31, for use
 * where no reference table supplies others.
 */
export const defaultAccountPolicy: AccountPolicy = {
  baseRateBps: 1_000,
  commissionMaximumBps: 5_000,
  sandboxLimits: { reads: 200, writes: 50, burst: 60 },
  liveLimits: { reads: 2_000, writes: 500, burst: 60 },
  rotationOverlapSeconds: 86_400,
}
