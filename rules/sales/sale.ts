/** Where a sale stands. */
export const saleStatuses = ["pending", "validated", "cancelled"] as const

/** One standing of a sale. */
export type SaleStatus = (typeof saleStatuses)[number]

/** The rates of a sale in basis points of the premium, frozen when it is first reported. */
export interface FrozenRates {
  /** The whole handling fee: the house's and the uplift. */
  readonly feeBps: number
  readonly baseRateBps: number
  readonly upliftBps: number
}

/** What was declared of a sale that its commission must not exceed; null where nothing was. */
export interface SaleCaps {
  /** The most that the whole commission may be. */
  readonly commissionMinor: number | null
  /** The most that its uplift part may be. */
  readonly upliftMinor: number | null
}

/** What a sale is worth and where it stands; amounts in minor units of its currency. */
export interface Sale {
  readonly status: SaleStatus
  readonly amountMinor: number
  /** What was booked for it, also where that has been reversed. */
  readonly commissionMinor: number
  readonly caps: SaleCaps
  /** When the report that stands was signed, in Unix seconds; null where nobody knows any more. */
  readonly signedAtSeconds: number | null
}

/** Accounts of the ledger: what the house owes for sales, not yet for certain (pending) or for certain. */
export type LedgerAccount = "commission_expense" | "pending" | "payable"

/** Why something is booked. */
export type MovementKind = "booking" | "adjustment" | "validation" | "reversal" | "correction"

/**
 * One pair of ledger entries: the amount leaves one account and comes into another. It is positive,
 * in minor units of the sale's currency.
 */
export interface Movement {
  readonly kind: MovementKind
  readonly from: LedgerAccount
  readonly to: LedgerAccount
  readonly amountMinor: number
}

/**
 * What a sale earns as it stands, in minor units: a cancelled one earns nothing, whatever was booked
 * for it before.
 *
 * ```ts
 * import { earnedMinor } from "../rules/sales/sale.ts"
 *
 * earnedMinor({ status: "validated", commissionMinor: 1000 }) // => 1000
 * earnedMinor({ status: "cancelled", commissionMinor: 1000 }) // => 0
 * ```
 */
export const earnedMinor = ({
  commissionMinor,
  status,
}: Pick<Sale, "status" | "commissionMinor">): number =>
  status === "cancelled" ? 0 : commissionMinor
