import * as Effect from "effect/Effect"
import type * as SqlClient from "effect/sql/SqlClient"
import type { SqlError } from "effect/sql/SqlError"
import { type Payout, PayoutStoreUnavailable } from "../../ports/payouts.ts"
import { inTransactionOr, orFailureInTime } from "../database/database-errors.ts"
import { orSealRefused } from "../secrets/layer.ts"
import { batchNumber, type PayoutMovement, payoutNumber } from "../../../rules/payouts/payout.ts"

/** How long work on statements and payouts may take: the longest closes the month of a large account. */
const payoutsTimeout = "15 seconds"

/** Turns failures of the database into PayoutStoreUnavailable and leaves refusals as they are. */
export const orPayoutsUnavailable = orFailureInTime(
  payoutsTimeout,
  (cause) => new PayoutStoreUnavailable({ cause: orSealRefused(cause) }),
)

/** Runs an effect on payouts in one transaction, which a failure rolls back. */
export const inPayoutTransaction = inTransactionOr(orPayoutsUnavailable)

/** A payout as the database has it. */
export interface PayoutRow extends Omit<Payout, "number" | "batch"> {
  readonly id: bigint
  readonly partnerId: string
  readonly batchId: bigint | null
  readonly payeeId: string | null
}

/** What a query selects of `payout` for {@link PayoutRow}. */
export const payoutColumns = `
  payout.id, payout.partner_id as "partnerId",
  (select code from partner where partner.id = payout.partner_id) as "partnerCode",
  (select number from statement where statement.id = payout.statement_id) as statement,
  payout.currency, payout.minor_units as "minorUnits", payout.amount_minor as "amountMinor",
  payout.due_on::text as "dueOn", payout.state, payout.batch_id as "batchId",
  payout.payee_id as "payeeId",
  (select shown from payee where payee.id = payout.payee_id) as account,
  payout.sent_on::text as "sentOn", payout.bank_reference as "bankReference",
  payout.ended_on::text as "endedOn", payout.reason`

/** A payout as it is shown. */
export const payoutOf = (row: PayoutRow): Payout => ({
  number: payoutNumber(row.id),
  statement: row.statement,
  partnerCode: row.partnerCode,
  currency: row.currency,
  minorUnits: row.minorUnits,
  amountMinor: row.amountMinor,
  dueOn: row.dueOn,
  state: row.state,
  batch: row.batchId === null ? null : batchNumber(row.batchId),
  account: row.account,
  sentOn: row.sentOn,
  bankReference: row.bankReference,
  endedOn: row.endedOn,
  reason: row.reason,
})

/**
 * Books a movement of the whole of some payouts; called inside the transaction of what moves them. The
 * database checks at its end that each pair comes to zero and is of the whole payout.
 */
export const bookPayouts = (
  sql: SqlClient.SqlClient,
  ids: ReadonlyArray<bigint>,
  { from, kind, to }: PayoutMovement,
): Effect.Effect<void, SqlError> =>
  Effect.asVoid(sql`
    with booked as (
      insert into payout_journal (payout_id, kind, at)
      select id, ${kind}, date_trunc('milliseconds', now())
      from unnest(${ids.map(String)}::bigint[]) as moved (id) order by id
      returning id, payout_id
    )
    insert into payout_entry (journal_id, partner_id, account, currency, amount_minor)
    select booked.id, partner_id, side.account, currency, side.sign * amount_minor
    from booked join payout on payout.id = booked.payout_id
    cross join (values (1, ${from}::text, -1), (2, ${to}::text, 1)) as side (place, account, sign)
    order by booked.id, side.place`)
