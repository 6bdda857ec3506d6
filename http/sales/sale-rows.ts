import { trackedRef } from "../../rules/links/link-code.ts"
import type { FrozenRates, Sale, SaleStatus } from "../../rules/sales/sale.ts"
import type { BookedSale } from "./sales.ts"

/**
 * A sale as it is stored, with the rates that it was frozen at and the code of its link; amounts in
 * minor units of its currency.
 */
export interface SaleRow extends FrozenRates {
  readonly id: bigint
  readonly linkCode: string
  readonly externalOrderId: string
  readonly status: SaleStatus
  readonly amountMinor: bigint
  readonly commissionMinor: bigint
  readonly currency: string
  readonly minorUnits: number
  readonly bookedAt: Date
  readonly changedAt: Date
}

/** What a query of sales selects for {@link SaleRow}, out of `sale` and its `tracked_link`. */
export const saleColumns = `
  sale.id, tracked_link.code as "linkCode",
  external_order_id as "externalOrderId", status, amount_minor as "amountMinor",
  commission_minor as "commissionMinor", currency, minor_units as "minorUnits",
  fee_bps as "feeBps", base_rate_bps as "baseRateBps", uplift_bps as "upliftBps",
  booked_at as "bookedAt", changed_at as "changedAt"`

/** What rules need to know of a stored sale; its amounts were safe integers when they came in. */
export const saleOf = (row: Pick<SaleRow, "status" | "amountMinor" | "commissionMinor">): Sale => ({
  status: row.status,
  amountMinor: Number(row.amountMinor),
  commissionMinor: Number(row.commissionMinor),
})

/** The standing of a stored sale of a partner, with what it is worth now. */
export const bookedSale = (row: SaleRow, partnerCode: string, sale: Sale): BookedSale => ({
  externalOrderId: row.externalOrderId,
  ref: trackedRef({ partnerCode, linkCode: row.linkCode }),
  status: sale.status,
  amountMinor: sale.amountMinor,
  commissionMinor: sale.commissionMinor,
  currency: row.currency,
  minorUnits: row.minorUnits,
})
