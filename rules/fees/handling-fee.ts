/** The fee terms of an account, in basis points of the insurer premium. */
export interface FeeTerms {
  /** The house's own handling fee. */
  readonly standardFeeBps: number
  /** What the partner chose to add to it; 0 for most accounts. */
  readonly upliftBps: number
  /** The commission rate of the account without an uplift. */
  readonly baseRateBps: number
}

/** The breakdown shown as `meta.partnerFee`, in basis points of the insurer premium. */
export interface PartnerFee {
  readonly feeBps: number
  readonly upliftBps: number
  readonly commissionBps: number
}

/**
 * The whole handling fee of an account: the standard fee and its uplift, in basis points.
 *
 * ```ts
 * import { handlingFeeBps } from "../rules/fees/handling-fee.ts"
 * handlingFeeBps({ standardFeeBps: 1000, upliftBps: 500, baseRateBps: 1000 }) // => 1500
 * ```
 */
export const handlingFeeBps = (terms: FeeTerms): number => terms.standardFeeBps + terms.upliftBps

/**
 * The breakdown of an account's fee, or undefined for an account that charges no uplift. It
 * explains prices that already include it; it is never added to one.
 *
 * ```ts
 * import { partnerFee } from "../rules/fees/handling-fee.ts"
 * partnerFee({ standardFeeBps: 1000, upliftBps: 500, baseRateBps: 1000 }) // => { feeBps: 1500, upliftBps: 500, commissionBps: 1500 }
 * partnerFee({ standardFeeBps: 1000, upliftBps: 0, baseRateBps: 1000 }) // => undefined
 * ```
 */
export const partnerFee = (terms: FeeTerms): PartnerFee | undefined =>
  terms.upliftBps > 0
    ? {
        feeBps: handlingFeeBps(terms),
        upliftBps: terms.upliftBps,
        commissionBps: terms.baseRateBps + terms.upliftBps,
      }
    : undefined
