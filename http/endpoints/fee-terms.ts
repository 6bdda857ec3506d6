import type { FeeTerms } from "../../rules/fees/handling-fee.ts"
import type { Tables } from "../../rules/tables/index.ts"
import type { KeyRecord } from "../ports/keys.ts"

/** The fee terms of a key's account under the tables' own handling fee. */
export const prepareFeeTerms = (tables: Tables): ((key: KeyRecord) => FeeTerms) => {
  const standardFeeBps = tables.fees.get("standard_handling_fee_bps")?.value ?? 0
  return ({ partner }) => ({
    standardFeeBps,
    upliftBps: partner.upliftBps,
    baseRateBps: partner.baseRateBps,
  })
}
