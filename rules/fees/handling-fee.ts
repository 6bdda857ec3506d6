import type { AmountMinor, Bps } from "../../core/money/minor.ts"
import { roundHalfUp } from "../../core/money/rational.ts"
import { settingsBounds } from "../../core/table/bounds.ts"
import * as Column from "../../core/table/column.ts"
import { defineTable } from "../../core/table/definition.ts"
import type { TablesOf } from "../../core/table/load.ts"
import { everyWord } from "../../core/table/requirement.ts"

const feeNames = ["standard_handling_fee_bps", "base_commission_bps", "max_commission_bps"] as const

/** The fee and commission figures of the house. */
export const fees = defineTable({
  file: "fees.csv",
  bounds: settingsBounds,
  about: "The handling fee on an insurer's premium and the bounds of a partner's commission.",
  key: ["name"],
  requires: [{ every: [everyWord("name", feeNames)], otherwise: "countsAsNone" }],
  columns: {
    name: Column.enumeration(feeNames, { about: "The figure." }),
    value: Column.integer({
      minimum: 0,
      maximum: 10_000,
      unit: "basis points",
      about: "The figure's value.",
    }),
    unit: Column.text({ about: "What the value is a part of." }),
    source: Column.note(Column.text({ about: "Where the figures come from." })),
  },
})

/** The table of fees, by the name under which rules read it. */
export type FeeTables = TablesOf<{ readonly fees: typeof fees }>

/** The fee terms of accounts under the tables' own handling fee. */
export const prepareFeeTerms = (
  tables: FeeTables,
): ((account: Omit<FeeTerms, "standardFeeBps">) => FeeTerms) => {
  const standardFeeBps = tables.fees.get("standard_handling_fee_bps")?.value ?? 0
  return ({ baseRateBps, upliftBps }) => ({ standardFeeBps, upliftBps, baseRateBps })
}

/** The terms of an account that has just been made: the house's own fee, without an uplift. */
export const newAccountTerms = (tables: FeeTables): FeeTerms =>
  prepareFeeTerms(tables)({
    upliftBps: 0,
    baseRateBps: tables.fees.get("base_commission_bps")?.value ?? 0,
  })

/** The fee terms of an account, in basis points of the insurer premium. */
export interface FeeTerms {
  /** The house's own handling fee. */
  readonly standardFeeBps: Bps
  /** What the partner chose to add to it; 0 for most accounts. */
  readonly upliftBps: Bps
  /** The commission rate of the account without an uplift. */
  readonly baseRateBps: Bps
}

/** The breakdown shown as `meta.partnerFee`, in basis points of the insurer premium. */
interface PartnerFee {
  readonly feeBps: Bps
  readonly upliftBps: Bps
  readonly commissionBps: Bps
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

/**
 * What of a price is the handling fee, in the price's minor units, half up: prices are the premium and the fee
 * in basis points of it.
 *
 * ```ts
 * import { feeWithin } from "../rules/fees/handling-fee.ts"
 * feeWithin(11_000, 1000) // => 1000
 * feeWithin(11_000, 0) // => 0
 * ```
 */
export const feeWithin = (amountMinor: AmountMinor, feeBps: Bps): number =>
  Number(
    roundHalfUp({
      numerator: BigInt(amountMinor) * BigInt(feeBps),
      denominator: BigInt(10_000 + feeBps),
    }),
  )
