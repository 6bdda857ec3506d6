import * as Result from "effect/Result"
import type { Bps } from "../../core/money/minor.ts"

/** A commission outside of what the account may set; all rates in basis points. */
export interface CommissionOutOfRange {
  readonly _tag: "CommissionOutOfRange"
  readonly askedBps: Bps
  readonly minimumBps: Bps
  readonly maximumBps: Bps
}

/** The range and the wish, in whole basis points of the premium. */
export interface CommissionWish {
  readonly askedBps: Bps
  /** Base rate of the account: the least that it earns. */
  readonly baseRateBps: Bps
  /** Highest rate that any account may set. */
  readonly maximumBps: Bps
}

/**
 * The uplift, in basis points, that a commission adds to the handling fee: what it exceeds the
 * account's base rate by. Both ends of the range are allowed.
 *
 * ```ts
 * import * as Result from "effect/Result"
 * import { commissionUplift } from "../rules/accounts/commission-uplift.ts"
 *
 * const uplift = (askedBps: number) =>
 *   Result.getOrUndefined(commissionUplift({ askedBps, baseRateBps: 1000, maximumBps: 5000 }))
 * uplift(1000) // => 0
 * uplift(5000) // => 4000
 * uplift(999) // => undefined
 * uplift(5001) // => undefined
 * ```
 */
export const commissionUplift = (
  wish: CommissionWish,
): Result.Result<number, CommissionOutOfRange> => {
  const { askedBps, baseRateBps, maximumBps } = wish
  return Number.isInteger(askedBps) && askedBps >= baseRateBps && askedBps <= maximumBps
    ? Result.succeed(askedBps - baseRateBps)
    : Result.fail({
        _tag: "CommissionOutOfRange",
        askedBps,
        minimumBps: baseRateBps,
        maximumBps,
      })
}
