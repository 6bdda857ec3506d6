import * as Effect from "effect/Effect"
import type * as SqlClient from "effect/sql/SqlClient"
import { createHash } from "node:crypto"
import type { CurrencyCode } from "../../../core/vocabulary/codes.ts"
import {
  type PayoutFinding,
  type PayoutFindings,
  PayoutStoreUnavailable,
} from "../../ports/payouts.ts"
import { readAtOnce } from "../sales/ledger-check.ts"
import { inTransactionOr, orFailure } from "../database/database-errors.ts"
import { changedBooks } from "./statement-books.ts"
import { payoutNumber } from "../../../rules/payouts/payout.ts"
import { closeStatement, type MovedTotal } from "../../../rules/payouts/statement.ts"
import { readStatement, type Statement } from "../../../rules/payouts/statement-record.ts"

/**
 * Verifies every statement and payout as of one moment: that no text was changed, that each opens with
 * what the one before has left, that its bookings come to its figures, and that what is booked for each
 * payout is what was due, once, and where it stands.
 */
export const checkPayouts = (sql: SqlClient.SqlClient) =>
  Effect.gen(function* () {
    yield* Effect.forEach(readAtOnce, (statement) => sql.unsafe(statement), { discard: true })
    const wrong: Array<PayoutFinding> = []
    let [after, statements] = [0n, 0]
    const last = new Map<string, Last>()
    for (;;) {
      const rows = yield* sql<CheckedRow>`
        select statement.id, number, partner_id as "partnerId", currency,
          minor_units as "minorUnits", record, hash,
          coalesce((select sum(amount_minor) from payout where statement_id = statement.id), 0)::bigint
            as "paidMinor",
          coalesce((select sum(amount_minor) from payout where back_in = statement.id), 0)::bigint
            as "backMinor",
          (select count(*)::int from payout where back_in = statement.id) as back
        from statement where statement.id > ${after} order by statement.id limit ${pageRows}`
      if (rows.length === 0) break
      for (const row of rows) {
        const moved = yield* sql<MovedTotal>`
          select journal.kind, source.account as "from", target.account as "to",
            sum(target.amount_minor)::bigint as "amountMinor",
            count(distinct journal.sale_id)::int as sales
          from statement_line line
          join ledger_journal journal on journal.id = line.journal_id
          join ledger_entry target on target.journal_id = journal.id and target.amount_minor > 0
          join ledger_entry source on source.journal_id = journal.id and source.amount_minor < 0
          where line.statement_id = ${row.id} and target.partner_id = ${row.partnerId}
            and target.currency = ${row.currency}
          group by 1, 2, 3`
        const key = `${row.partnerId} ${row.currency} ${row.minorUnits}`
        const { fault, next } = checked(row, moved, last.get(key))
        if (fault !== undefined) wrong.push({ number: row.number, fault })
        last.set(key, next)
        after = row.id
        statements += 1
      }
    }
    for (const number of yield* changedBooks(sql)) wrong.push({ number, fault: "books" })
    const payouts = yield* sql<{ readonly id: bigint; readonly isWrong: boolean }>`
      select payout.id, not coalesce((
        select bool_and(entries.sides = 2) and
          array_agg(booked.kind order by booked.id) = case payout.state
            when 'due' then array['payout'] when 'sent' then array['payout', 'sending']
            when 'returned' then array['payout', 'sending', 'return']
            else array['payout', 'withdrawal'] end
          and sum(entries.payable) = case when payout.state in ('due', 'sent')
            then - payout.amount_minor else 0 end
          and sum(entries.bank) = case payout.state when 'sent' then payout.amount_minor else 0 end
          and sum(entries.total) = 0
        from payout_journal booked cross join lateral (
          select count(*) as sides, sum(amount_minor) as total,
            coalesce(sum(amount_minor) filter (where account = 'payable'), 0) as payable,
            coalesce(sum(amount_minor) filter (where account = 'bank'), 0) as bank
          from payout_entry where journal_id = booked.id
            and partner_id = payout.partner_id and currency = payout.currency
        ) entries where booked.payout_id = payout.id), false) as "isWrong"
      from payout order by payout.id`
    for (const { id, isWrong } of payouts) {
      if (isWrong) wrong.push({ number: payoutNumber(id), fault: "payout" })
    }
    return { statements, payouts: payouts.length, wrong } satisfies PayoutFindings
  }).pipe(inTransactionOr(orUnavailable)(sql), Effect.withSpan("Payouts.check"))

/** It takes as long as it takes: nobody waits for it. */
const orUnavailable = orFailure((cause) => new PayoutStoreUnavailable({ cause }))

/** Statements that are in memory at once. */
const pageRows = 200

interface CheckedRow {
  readonly id: bigint
  readonly number: string
  readonly partnerId: string
  readonly currency: CurrencyCode
  readonly minorUnits: number
  readonly record: string
  readonly hash: Uint8Array
  readonly paidMinor: bigint
  readonly backMinor: bigint
  readonly back: number
}

/** How the statement before has ended. */
interface Last {
  readonly hash: Uint8Array
  readonly pendingMinor: bigint
  readonly carriedMinor: bigint
}

const linked = (previous: Uint8Array | undefined, text: string): Buffer =>
  createHash("sha256")
    .update(previous ?? new Uint8Array())
    .update(text)
    .digest()

const checked = (
  row: CheckedRow,
  moved: ReadonlyArray<MovedTotal>,
  before: Last | undefined,
): { readonly fault: PayoutFinding["fault"] | undefined; readonly next: Last } => {
  const statement = readStatement(row.record)
  const isLinked = linked(before?.hash, row.record).equals(row.hash)
  if (statement === undefined || !isLinked || statement.number !== row.number) {
    const next = {
      hash: row.hash,
      pendingMinor: statement?.pending.closingMinor ?? 0n,
      carriedMinor: statement?.carriedMinor ?? 0n,
    }
    return { fault: "altered", next }
  }
  const next = {
    hash: row.hash,
    pendingMinor: statement.pending.closingMinor,
    carriedMinor: statement.carriedMinor,
  }
  return { fault: faultOf(row, statement, moved, before), next }
}

const faultOf = (
  row: CheckedRow,
  statement: Statement,
  moved: ReadonlyArray<MovedTotal>,
  before: Last | undefined,
): PayoutFinding["fault"] | undefined => {
  const opening = {
    pendingMinor: before?.pendingMinor ?? 0n,
    carriedMinor: before?.carriedMinor ?? 0n,
  }
  const { heldMinor, minimumMinor } = statement
  if (
    statement.pending.openingMinor !== opening.pendingMinor ||
    statement.owed.openingMinor !== opening.carriedMinor
  ) {
    return "opening"
  }
  const again = closeStatement({
    opening,
    moved,
    returned: { amountMinor: row.backMinor, sales: row.back },
    heldMinor,
    minimumMinor,
  })
  const isSame =
    again.pending.closingMinor === statement.pending.closingMinor &&
    again.owed.closingMinor === statement.owed.closingMinor &&
    again.dueMinor === statement.dueMinor &&
    again.carriedMinor === statement.carriedMinor
  if (!isSame) return "lines"
  return row.paidMinor === statement.dueMinor ? undefined : "payout"
}
