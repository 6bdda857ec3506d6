import * as Effect from "effect/Effect"
import type * as SqlClient from "effect/sql/SqlClient"
import type { SqlError } from "effect/sql/SqlError"
import type { CurrencyCode } from "../../../core/vocabulary/codes.ts"
import type { Movement } from "../../../rules/sales/sale-record.ts"
import type { Balance } from "../../ports/sales.ts"

/** Movements of one sale to book, in their order. */
export interface SaleMovements {
  readonly saleId: bigint
  readonly partnerId: string
  readonly currency: CurrencyCode
  /** In the books of the sale's account and in its currency, unless a movement names others. */
  readonly movements: ReadonlyArray<
    Movement & { readonly partnerId?: string; readonly currency?: CurrencyCode }
  >
}

/**
 * A journal and its two entries for every movement, in one statement: the database checks at the end
 * of the transaction that each pair comes to zero.
 */
const bookStatement = `
  with booked as materialized (
    select nextval(pg_get_serial_sequence('ledger_journal', 'id')) as journal_id, moved.*
    from (
      select * from unnest(
        $1::bigint[], $2::text[], $3::text[], $4::text[], $5::text[], $6::text[], $7::bigint[]
      ) with ordinality
        as m (sale_id, partner_id, currency, kind, from_account, to_account, amount_minor, place)
      order by place
    ) moved
  ), journals as (
    insert into ledger_journal (id, sale_id, kind, at) overriding system value
    select journal_id, sale_id, kind, $8 from booked order by journal_id
  )
  insert into ledger_entry (journal_id, partner_id, account, currency, amount_minor)
  select journal_id, partner_id, account, currency, amount
  from booked cross join lateral (
    values (1, from_account, -amount_minor), (2, to_account, amount_minor)
  ) as side (number, account, amount)
  order by journal_id, number`

/** Writes movements into the ledger; called inside the transaction of what moves them. */
export const book = (
  sql: SqlClient.SqlClient,
  sales: ReadonlyArray<SaleMovements>,
  at: Date,
): Effect.Effect<void, SqlError> => {
  const rows = sales.flatMap(({ movements, ...sale }) =>
    movements.map((movement) => ({ ...sale, ...movement })),
  )
  if (rows.length === 0) return Effect.void
  return Effect.asVoid(
    sql.unsafe(bookStatement, [
      rows.map(({ saleId }) => String(saleId)),
      rows.map(({ partnerId }) => partnerId),
      rows.map(({ currency }) => currency),
      rows.map(({ kind }) => kind),
      rows.map(({ from }) => from),
      rows.map(({ to }) => to),
      rows.map(({ amountMinor }) => String(amountMinor)),
      at,
    ]),
  )
}

interface BalanceRow {
  readonly currency: CurrencyCode
  readonly minorUnits: number
  readonly pending: string
  readonly payable: string
}

/**
 * What a partner is owed, by currency: sums of the entries of sales and of payouts. What is on its way to
 * the partner is owed until it is sent.
 */
export const balancesOf = (
  sql: SqlClient.SqlClient,
  partnerId: string,
): Effect.Effect<ReadonlyArray<Balance>, SqlError> =>
  Effect.map(
    sql<BalanceRow>`
      select currency, minor_units as "minorUnits",
        coalesce(sum(amount_minor) filter (where account = 'pending'), 0) as pending,
        coalesce(sum(amount_minor) filter (where account in ('payable', 'on_its_way')), 0) as payable
      from (
        select entry.currency, sale.minor_units, account, entry.amount_minor
        from ledger_entry entry
        join ledger_journal journal on journal.id = entry.journal_id
        join sale on sale.id = journal.sale_id
        where entry.partner_id = ${partnerId}
        union all
        select entry.currency, payout.minor_units, account, entry.amount_minor
        from payout_entry entry
        join payout_journal journal on journal.id = entry.journal_id
        join payout on payout.id = journal.payout_id
        where entry.partner_id = ${partnerId}
      ) booked
      group by currency, minor_units order by currency, minor_units`,
    (rows) =>
      rows.map(({ currency, minorUnits, payable, pending }) => ({
        currency,
        minorUnits,
        pendingMinor: BigInt(pending),
        payableMinor: BigInt(payable),
      })),
  )
