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

/** What a sale is worth and where it stands; amounts in minor units of its currency. */
export interface Sale {
  readonly status: SaleStatus
  readonly amountMinor: number
  readonly commissionMinor: number
}

/** Accounts of the ledger: what the house owes for sales, not yet for certain (pending) or for certain. */
export type LedgerAccount = "commission_expense" | "pending" | "payable"

/** Why something is booked. */
export type MovementKind = "booking" | "adjustment" | "validation" | "reversal"

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
