/** The fee and commission figures of the house, in basis points of the insurer premium. */
export interface HouseFees {
  /** The handling fee of an account without an uplift. */
  readonly standardHandlingFeeBps: number
  /** The commission rate of a new account. */
  readonly baseCommissionBps: number
  /** The highest commission rate that a partner may set. */
  readonly maxCommissionBps: number
}

type FeeName = "standard_handling_fee_bps" | "base_commission_bps" | "max_commission_bps"

/** The table of fees, as far as its figures are read here. */
export interface FeeTable {
  readonly get: (name: FeeName) => { readonly value: number } | undefined
}

/**
 * Reads the house's figures off fees.csv; undefined when the table lacks one of them.
 *
 * ```ts
 * import { houseFees } from "../rules/fees/house-fees.ts"
 * houseFees({ get: () => undefined }) // => undefined
 * houseFees({ get: () => ({ value: 1000 }) })?.standardHandlingFeeBps // => 1000
 * ```
 */
export const houseFees = (fees: FeeTable): HouseFees | undefined => {
  const standard = fees.get("standard_handling_fee_bps")
  const base = fees.get("base_commission_bps")
  const maximum = fees.get("max_commission_bps")
  if (standard === undefined || base === undefined || maximum === undefined) return undefined
  return {
    standardHandlingFeeBps: standard.value,
    baseCommissionBps: base.value,
    maxCommissionBps: maximum.value,
  }
}
