import * as Effect from "effect/Effect"
import type * as SqlClient from "effect/sql/SqlClient"
import type {
  Owed,
  Payouts,
  StatementEntriesPage,
  StatementFound,
  StatementLink,
  StatementsPage,
  StatementsQuery,
} from "../../ports/payouts.ts"
import type { SaleOwner } from "../../ports/sales.ts"
import { entriesPage, entryColumns, type EntryRow } from "../sales/ledger-rows.ts"
import { orPayoutsUnavailable, payoutColumns, payoutOf, type PayoutRow } from "./payout-books.ts"
import { trackedRef } from "../../../rules/links/link-code.ts"
import type { PayoutPolicy } from "../../../rules/payouts/payout-tables.ts"
import { readStatement } from "../../../rules/payouts/statement-record.ts"

/** What accounts read of their statements; nothing of the sandbox is ever stated. */
export const makeStatements = (
  sql: SqlClient.SqlClient,
  policy: () => PayoutPolicy,
): Omit<
  Payouts["Service"],
  "check" | "closeMonths" | "lineProofs" | "publicKey" | "statementBooks"
> => {
  const found = Effect.fnUntraced(function* (rows: ReadonlyArray<StatementRow>) {
    const ids = rows.map(({ id }) => String(id))
    const payouts = yield* sql<PayoutRow & { readonly statementId: bigint }>`
      select ${sql.literal(payoutColumns)}, payout.statement_id as "statementId"
      from payout where payout.statement_id = any(${ids}::bigint[])`
    return rows.flatMap((row): ReadonlyArray<StatementFound> => {
      const statement = readStatement(row.record)
      const payout = payouts.find(({ statementId }) => statementId === row.id)
      return statement === undefined
        ? []
        : [
            {
              statement,
              fingerprint: row.hash.slice(0, fingerprintDigits),
              checkpoint: row.note,
              payout: payout === undefined ? null : payoutOf(payout),
            },
          ]
    })
  })

  const page = Effect.fn("Payouts.statements")(function* (
    { mode, partnerId }: SaleOwner,
    { after, currency, isNewestFirst, limit }: StatementsQuery,
  ) {
    if (mode === "sandbox") return { statements: [], next: null } satisfies StatementsPage
    const direction = sql.literal(isNewestFirst ? "desc" : "asc")
    const beyond = sql.literal(isNewestFirst ? "<" : ">")
    const conditions = [
      sql`partner_id = ${partnerId}`,
      ...(currency === null ? [] : [sql`currency = ${currency}`]),
      ...(after === null ? [] : [sql`id ${beyond} ${after}`]),
    ]
    const rows = yield* sql<StatementRow>`
      select ${sql.literal(statementColumns)} from statement
      where ${sql.and(conditions)} order by id ${direction} limit ${limit + 1}`
    const chosen = rows.slice(0, limit)
    return {
      statements: yield* found(chosen),
      next: rows.length > limit ? (chosen.at(-1)?.id ?? null) : null,
    } satisfies StatementsPage
  }, orPayoutsUnavailable)

  const rowOf = ({ mode, partnerId }: SaleOwner, number: string) =>
    mode === "sandbox"
      ? Effect.succeed([])
      : sql<StatementRow>`select ${sql.literal(statementColumns)} from statement
          where partner_id = ${partnerId} and number = ${number.toUpperCase()}`

  const statement = Effect.fn("Payouts.statement")(function* (owner: SaleOwner, number: string) {
    return (yield* found(yield* rowOf(owner, number))).at(0)
  }, orPayoutsUnavailable)

  const links = Effect.fn("Payouts.statementLinks")(function* (owner: SaleOwner, number: string) {
    const [row] = yield* rowOf(owner, number)
    if (row === undefined) return []
    const rows = yield* sql<LinkRow>`
      select tracked_link.code as "linkCode", count(*)::int as sales,
        sum(sale.amount_minor)::bigint as "amountMinor",
        sum(entry.amount_minor)::bigint as "commissionMinor"
      from statement_line line
      join ledger_journal journal on journal.id = line.journal_id and journal.kind = 'validation'
      join ledger_entry entry on entry.journal_id = journal.id and entry.account = 'payable'
      join sale on sale.id = journal.sale_id
      join tracked_link on tracked_link.id = sale.link_id
      where line.statement_id = ${row.id} group by tracked_link.code
      order by sum(entry.amount_minor) desc, tracked_link.code limit ${linksMax}`
    return rows.map(({ linkCode, ...figures }): StatementLink => ({
      ...figures,
      ref: trackedRef({ partnerCode: owner.partnerCode, linkCode }),
    }))
  }, orPayoutsUnavailable)

  const entries = Effect.fn("Payouts.statementEntries")(function* (
    owner: SaleOwner,
    number: string,
    query: { readonly after: bigint | null; readonly limit: number; readonly reversed: boolean },
  ) {
    const [row] = yield* rowOf(owner, number)
    if (row === undefined) return { entries: [], next: null } satisfies StatementEntriesPage
    const { after, limit, reversed } = query
    const rows = yield* sql<EntryRow>`
      select ${sql.literal(entryColumns)}
      from statement_line line
      join ledger_journal journal on journal.id = line.journal_id
      join ledger_entry entry on entry.journal_id = journal.id
      join sale on sale.id = journal.sale_id
      join tracked_link on tracked_link.id = sale.link_id
      where line.statement_id = ${row.id} and entry.id > ${after ?? 0n}
        and entry.account <> 'commission_expense'
        and (not ${reversed}::boolean or (journal.kind = 'reversal' and entry.account = 'payable'))
      order by entry.id limit ${limit + 1}`
    return entriesPage(rows, limit, owner.partnerCode) satisfies StatementEntriesPage
  }, orPayoutsUnavailable)

  const owed = Effect.fn("Payouts.owed")(function* ({ mode, partnerId }: SaleOwner) {
    if (mode === "sandbox") return []
    // Totals that stand beside the sales come to what the ledger has of them; payouts are few.
    const rows = yield* sql<OwedRow>`
      with earned as (
        select currency, minor_units,
          coalesce(sum(commission_minor) filter (where status = 'pending'), 0) as pending,
          coalesce(sum(commission_minor) filter (where status = 'validated'), 0) as validated
        from account_sales where partner_id = ${partnerId} and mode = 'live' group by 1, 2
      ), paid as (
        select currency, minor_units,
          coalesce(sum(amount_minor) filter (where state = 'due'), 0) as due,
          coalesce(sum(amount_minor) filter (where state = 'sent'), 0) as sent
        from payout where partner_id = ${partnerId} group by 1, 2
      )
      select currency, minor_units as "minorUnits", coalesce(pending, 0)::bigint as "pendingMinor",
        (coalesce(validated, 0) - coalesce(due, 0) - coalesce(sent, 0))::bigint as "payableMinor",
        coalesce(due, 0)::bigint as "onItsWayMinor"
      from earned full join paid using (currency, minor_units)
      order by currency, minor_units`
    const { minimumMinor } = policy()
    return rows.map((row): Owed => ({
      ...row,
      minimumMinor: minimumMinor(row.currency, row.minorUnits),
    }))
  }, orPayoutsUnavailable)

  return {
    statements: page,
    statement,
    statementLinks: links,
    statementEntries: entries,
    owed,
  }
}

const statementColumns = `id, record, encode(hash, 'hex') as hash,
  (select note from statement_checkpoint where statement_id = statement.id) as note`

/** Digits of a hash that people compare. */
const fingerprintDigits = 12

/** Links that a statement tells one by one: the rest is in its export. */
const linksMax = 100

interface StatementRow {
  readonly id: bigint
  readonly record: string
  /** In hex. */
  readonly hash: string
  /** Null where its tree is not signed yet. */
  readonly note: string | null
}

interface LinkRow extends Omit<StatementLink, "ref"> {
  readonly linkCode: string
}

type OwedRow = Omit<Owed, "minimumMinor">
