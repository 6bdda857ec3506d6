import * as Effect from "effect/Effect"
import type * as SqlClient from "effect/sql/SqlClient"
import { trackedRef } from "../../../rules/links/link-code.ts"
import type { SaleOwner } from "../../ports/sales.ts"
import type { LedgerPage, LedgerQuery, LedgerRow } from "../../ports/usage.ts"

interface EntryRow extends Omit<LedgerRow, "at" | "ref"> {
  readonly at: Date
  /** Null where a correction takes back what was booked here for a sale of somebody else. */
  readonly linkCode: string | null
}

/** A page of what was booked for an account, the oldest first. */
export const ledgerRows = Effect.fnUntraced(function* (
  sql: SqlClient.SqlClient,
  { mode, partnerCode, partnerId }: SaleOwner,
  { after, limit }: LedgerQuery,
) {
  // Nothing of the sandbox is booked: looking for it would go through all that is.
  if (mode === "sandbox") return { entries: [], next: null } satisfies LedgerPage
  const rows = yield* sql<EntryRow>`
    select entry.id as "entryId", journal.id as "journalId", journal.at, journal.kind,
      case when sale.partner_id = entry.partner_id then external_order_id else '' end
        as "externalOrderId",
      case when sale.partner_id = entry.partner_id then tracked_link.code end as "linkCode", account,
      entry.currency, minor_units as "minorUnits", entry.amount_minor as "amountMinor"
    from ledger_entry entry
    join ledger_journal journal on journal.id = journal_id
    join sale on sale.id = sale_id
    join tracked_link on tracked_link.id = link_id
    where entry.partner_id = ${partnerId} and entry.id > ${after ?? 0n}
    order by entry.id limit ${limit + 1}`
  const entries = rows.slice(0, limit).map(({ at, linkCode, ...row }): LedgerRow => ({
    ...row,
    at: at.toISOString(),
    ref: linkCode === null ? "" : trackedRef({ partnerCode, linkCode }),
  }))
  const next = rows.length > limit ? (entries.at(-1)?.entryId ?? null) : null
  return { entries, next } satisfies LedgerPage
})
