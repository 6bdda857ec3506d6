import type { FeeTerms } from "./handling-fee.ts"
import type { FeeTables } from "./fee-tables.ts"

/** The terms of an account that has just been made: the house's own fee, without an uplift. */
export const newAccountTerms = (tables: FeeTables): FeeTerms => ({
  standardFeeBps: tables.fees.get("standard_handling_fee_bps")?.value ?? 0,
  upliftBps: 0,
  baseRateBps: tables.fees.get("base_commission_bps")?.value ?? 0,
})
