import type { PartnerCode } from "../../../rules/accounts/partner.ts"
import { trackedRef } from "../../../rules/links/link-code.ts"
import type { LedgerPage, LedgerRow } from "../../ports/usage.ts"

/** An entry of the ledger as {@link entryColumns} select it. */
export interface EntryRow extends Omit<LedgerRow, "at" | "ref"> {
  readonly at: Date
  /** Null where a correction takes back what was booked here for a sale of somebody else. */
  readonly linkCode: string | null
}

/** What a query selects of entries of an account, joined with their journal, sale and link. */
export const entryColumns = `
  entry.id as "entryId", journal.id as "journalId", journal.at, journal.kind,
  case when sale.partner_id = entry.partner_id then external_order_id else '' end
    as "externalOrderId",
  case when sale.partner_id = entry.partner_id then tracked_link.code end as "linkCode",
  entry.account, entry.currency, minor_units as "minorUnits", entry.amount_minor as "amountMinor"`

/** A page of entries of an account; the query asked for one more than it holds. */
export const entriesPage = (
  rows: ReadonlyArray<EntryRow>,
  limit: number,
  partnerCode: PartnerCode,
): LedgerPage => {
  const entries = rows.slice(0, limit).map(({ at, linkCode, ...row }): LedgerRow => ({
    ...row,
    at: at.toISOString(),
    ref: linkCode === null ? "" : trackedRef({ partnerCode, linkCode }),
  }))
  return { entries, next: rows.length > limit ? (entries.at(-1)?.entryId ?? null) : null }
}
