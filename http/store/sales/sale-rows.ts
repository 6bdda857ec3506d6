import { trackedRef } from "../../../rules/links/link-code.ts"
import {
  earnedMinor,
  type FrozenRates,
  type Sale,
  type SaleStatus,
} from "../../../rules/sales/sale.ts"
import type { SaleFacts } from "../../../rules/sales/sale-record.ts"
import type { BookedSale } from "../../ports/sales.ts"
import { databaseNow } from "../database/now.ts"

/** A sale as it is stored, with the rates that it was frozen at; amounts in minor units of its currency. */
export interface StandingRow extends FrozenRates {
  readonly id: bigint
  readonly partnerId: string
  readonly linkId: bigint
  readonly externalOrderId: string
  readonly status: SaleStatus
  readonly amountMinor: bigint
  readonly commissionMinor: bigint
  readonly commissionCapMinor: bigint | null
  readonly upliftCapMinor: bigint | null
  readonly signedAtSeconds: bigint | null
  readonly currency: string
  readonly minorUnits: number
  readonly bookedAt: Date
  readonly changedAt: Date
  readonly correctedAt: Date | null
  /** Now by the clock of the database, in the transaction that reads the sale. */
  readonly now: Date
}

/** A sale with the code of its link. */
export interface SaleRow extends StandingRow {
  readonly linkCode: string
}

/** What a query selects of `sale` for what the rules make of it. */
export const standingColumns = `
  sale.id, sale.partner_id as "partnerId", sale.link_id as "linkId",
  external_order_id as "externalOrderId", sale.status, amount_minor as "amountMinor",
  commission_minor as "commissionMinor", commission_cap_minor as "commissionCapMinor",
  uplift_cap_minor as "upliftCapMinor", signed_at_seconds as "signedAtSeconds",
  currency, minor_units as "minorUnits", fee_bps as "feeBps", base_rate_bps as "baseRateBps",
  uplift_bps as "upliftBps", booked_at as "bookedAt", changed_at as "changedAt",
  corrected_at as "correctedAt",
  ${databaseNow} as now`

/** What a query of sales selects for {@link SaleRow}, out of `sale` and its `tracked_link`. */
export const saleColumns = `${standingColumns}, tracked_link.code as "linkCode"`

const numberOrNull = (value: bigint | null): number | null =>
  value === null ? null : Number(value)

/** What rules need to know of a stored sale; its amounts were safe integers when they came in. */
export const saleOf = (row: StandingRow): Sale => ({
  status: row.status,
  amountMinor: Number(row.amountMinor),
  commissionMinor: Number(row.commissionMinor),
  caps: {
    commissionMinor: numberOrNull(row.commissionCapMinor),
    upliftMinor: numberOrNull(row.upliftCapMinor),
  },
  signedAtSeconds: numberOrNull(row.signedAtSeconds),
})

/** What stays as it is of a stored sale. */
export const factsOf = (row: StandingRow): SaleFacts => ({
  partnerId: row.partnerId,
  externalOrderId: row.externalOrderId,
  linkId: String(row.linkId),
  currency: row.currency,
  minorUnits: row.minorUnits,
  feeBps: row.feeBps,
  baseRateBps: row.baseRateBps,
  upliftBps: row.upliftBps,
})

/** The standing of a stored sale of a partner, with what it is worth now. */
export const bookedSale = (row: SaleRow, partnerCode: string, sale: Sale): BookedSale => ({
  externalOrderId: row.externalOrderId,
  ref: trackedRef({ partnerCode, linkCode: row.linkCode }),
  status: sale.status,
  amountMinor: sale.amountMinor,
  commissionMinor: earnedMinor(sale),
  currency: row.currency,
  minorUnits: row.minorUnits,
})
