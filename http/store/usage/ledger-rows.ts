import * as Effect from "effect/Effect"
import type * as SqlClient from "effect/sql/SqlClient"
import { trackedRef } from "../../../rules/links/link-code.ts"
import type { SaleOwner } from "../../ports/sales.ts"
import type { LedgerPage, LedgerQuery, LedgerRow } from "../../ports/usage.ts"

interface EntryRow extends Omit<LedgerRow, "at" | "ref"> {
  readonly at: Date
  readonly linkCode: string
}

/** A page of what was booked for an account, the oldest first. */
export const ledgerRows = Effect.fnUntraced(function* (
  sql: SqlClient.SqlClient,
  { mode, partnerCode, partnerId }: SaleOwner,
  { after, limit }: LedgerQuery,
) {
  const rows = yield* sql<EntryRow>`
    select entry.id as "entryId", journal.id as "journalId", journal.at, journal.kind,
      external_order_id as "externalOrderId", tracked_link.code as "linkCode", account,
      entry.currency, minor_units as "minorUnits", entry.amount_minor as "amountMinor"
    from ledger_entry entry
    join ledger_journal journal on journal.id = journal_id
    join sale on sale.id = sale_id
    join tracked_link on tracked_link.id = link_id
    where entry.partner_id = ${partnerId} and mode = ${mode} and entry.id > ${after ?? 0n}
    order by entry.id limit ${limit + 1}`
  const entries = rows.slice(0, limit).map(({ at, linkCode, ...row }): LedgerRow => ({
    ...row,
    at: at.toISOString(),
    ref: trackedRef({ partnerCode, linkCode }),
  }))
  const next = rows.length > limit ? (entries.at(-1)?.entryId ?? null) : null
  return { entries, next } satisfies LedgerPage
})
