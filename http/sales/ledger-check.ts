import * as Effect from "effect/Effect"
import * as SqlClient from "effect/sql/SqlClient"
import type { SaleStatus } from "../../rules/sales/sale.ts"
import type { SaleStoreUnavailable } from "./errors.ts"
import { orSalesUnavailable } from "./store.ts"

/** A journal whose entries are not two that come to zero. */
export interface UnbalancedJournal {
  readonly journalId: bigint
  readonly entries: number
  /** What they come to, in minor units. */
  readonly totalMinor: string
}

/** A live sale whose entries do not come to what its row says; amounts in minor units. */
export interface MisbookedSale {
  readonly partnerCode: string
  readonly externalOrderId: string
  readonly status: SaleStatus
  readonly commissionMinor: bigint
  readonly pendingMinor: string
  readonly payableMinor: string
}

/** What is wrong with the ledger: two empty lists when nothing is. */
export interface LedgerFindings {
  readonly journals: number
  readonly sales: number
  readonly unbalanced: ReadonlyArray<UnbalancedJournal>
  readonly misbooked: ReadonlyArray<MisbookedSale>
}

const unbalancedStatement = `
  select journal.id as "journalId", count(entry.id)::int as entries,
    coalesce(sum(entry.amount_minor), 0) as "totalMinor"
  from ledger_journal journal left join ledger_entry entry on entry.journal_id = journal.id
  group by journal.id
  having count(entry.id) <> 2 or sum(entry.amount_minor) <> 0
    or count(distinct (entry.currency, entry.partner_id)) <> 1
  order by journal.id`

/** A pending commission stands in pending, a validated one in payable, a cancelled one nowhere. */
const misbookedStatement = `
  with booked as (
    select journal.sale_id,
      coalesce(sum(entry.amount_minor) filter (where account = 'pending'), 0) as pending,
      coalesce(sum(entry.amount_minor) filter (where account = 'payable'), 0) as payable,
      bool_or(entry.partner_id <> sale.partner_id or entry.currency <> sale.currency) as astray
    from ledger_entry entry
    join ledger_journal journal on journal.id = entry.journal_id
    join sale on sale.id = journal.sale_id
    group by journal.sale_id
  )
  select partner.code as "partnerCode", external_order_id as "externalOrderId", sale.status,
    commission_minor as "commissionMinor", coalesce(pending, 0) as "pendingMinor",
    coalesce(payable, 0) as "payableMinor"
  from sale join partner on partner.id = sale.partner_id left join booked on sale_id = sale.id
  where coalesce(astray, false)
    or coalesce(pending, 0) <>
      case when mode = 'live' and sale.status = 'pending' then commission_minor else 0 end
    or coalesce(payable, 0) <>
      case when mode = 'live' and sale.status = 'validated' then commission_minor else 0 end
  order by sale.id`

const countStatement = `
  select (select count(*) from ledger_journal)::int as journals,
    (select count(*) from sale where mode = 'live')::int as sales`

/**
 * Verifies the whole ledger, as of one moment: that every journal balances, and that the entries of
 * every sale come to what its row says.
 */
export const checkLedger: Effect.Effect<LedgerFindings, SaleStoreUnavailable, SqlClient.SqlClient> =
  Effect.flatMap(SqlClient.SqlClient, (sql) =>
    Effect.gen(function* () {
      yield* sql`set transaction isolation level repeatable read, read only`
      const unbalanced = yield* sql.unsafe<UnbalancedJournal>(unbalancedStatement)
      const misbooked = yield* sql.unsafe<MisbookedSale>(misbookedStatement)
      const counts = yield* sql.unsafe<Pick<LedgerFindings, "journals" | "sales">>(countStatement)
      const { journals = 0, sales = 0 } = counts[0] ?? {}
      return { journals, sales, unbalanced, misbooked }
    }).pipe(sql.withTransaction, orSalesUnavailable),
  )
