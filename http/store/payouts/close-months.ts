import * as Effect from "effect/Effect"
import * as Result from "effect/Result"
import * as Schedule from "effect/Schedule"
import type * as Scope from "effect/Scope"
import type * as SqlClient from "effect/sql/SqlClient"
import { groupBy } from "../../../core/group-by.ts"
import type { CountryCode, CurrencyCode } from "../../../core/vocabulary/codes.ts"
import type { PartnerCode } from "../../../rules/accounts/partner.ts"
import { makeAvailability } from "../../observability/availability.ts"
import { Payouts } from "../../ports/payouts.ts"
import { databaseNow } from "../database/client.ts"
import { bookPayouts, inPayoutTransaction, orPayoutsUnavailable } from "./payout-books.ts"
import { lineLeaf, signStatements } from "./statement-books.ts"
import type { StatementKey } from "./statement-tree.ts"
import type { PayoutPolicy } from "../../../rules/payouts/payout-tables.ts"
import { dueMovement, payoutDay } from "../../../rules/payouts/payout.ts"
import {
  closeStatement,
  heldSinceMs,
  type Month,
  type MonthBooks,
  monthsToClose,
  monthStartMs,
  type MovedTotal,
  nextMonth,
  statementNumber,
} from "../../../rules/payouts/statement.ts"
import { type Statement, statementText } from "../../../rules/payouts/statement-record.ts"

/**
 * Closes the months that are over, by the clock of the database: a transaction for each account and
 * month, in which all its currencies are closed. Who closes an account holds it: another process passes
 * it over meanwhile, and finds nothing left to close in the next round.
 */
export const makeCloseMonths = (
  sql: SqlClient.SqlClient,
  policy: () => PayoutPolicy,
  key: () => StatementKey,
) => {
  const now = sql.literal(databaseNow)

  /** Accounts whose books reach back before a month, and are not closed through it. */
  const openAccounts = (last: Month) => sql<OpenAccount>`
    select partner.id as "partnerId", partner.code as "partnerCode", partner.name as "partnerName",
      coalesce(closing.month, to_char(first.booked_at at time zone 'UTC', 'YYYY-MM')) as month,
      closing.month is not null as "isClosed"
    from partner
    left join statement_closing closing on closing.partner_id = partner.id
    left join lateral (
      select booked_at from sale where partner_id = partner.id and mode = 'live'
      order by booked_at limit 1
    ) first on closing.month is null
    where coalesce(closing.month < ${last}, first.booked_at < ${dateOf(nextMonth(last))}, false)
    order by partner.id`

  /** What was booked for an account and stands in no statement yet. */
  const unclaimed = (partnerId: string, month: Month) => sql`
    from ledger_entry target
    join ledger_journal journal on journal.id = target.journal_id
    join sale on sale.id = journal.sale_id
    where target.partner_id = ${partnerId} and target.amount_minor > 0
      and journal.at < ${dateOf(nextMonth(month))}
      and not exists (select from statement_line line where line.journal_id = journal.id)`

  const movedIn = (partnerId: string, month: Month) => sql<MovedRow>`
    select target.currency, sale.minor_units as "minorUnits", journal.kind,
      (select account from ledger_entry source
       where source.journal_id = journal.id and source.amount_minor < 0 limit 1) as "from",
      target.account as "to", sum(target.amount_minor)::bigint as "amountMinor",
      count(distinct sale.id)::int as sales
    ${unclaimed(partnerId, month)}
    group by 1, 2, 3, 4, 5`

  /** What of all that is owed belongs to sales that are too young to be paid. */
  const heldIn = (partnerId: string, month: Month, holdDays: number) => sql<AmountRow>`
    select entry.currency, sale.minor_units as "minorUnits",
      sum(entry.amount_minor)::bigint as "amountMinor", 0 as sales
    from sale
    join ledger_journal journal on journal.sale_id = sale.id
    join ledger_entry entry on entry.journal_id = journal.id and entry.account = 'payable'
    where sale.partner_id = ${partnerId} and sale.mode = 'live' and entry.partner_id = ${partnerId}
      and sale.booked_at > ${new Date(heldSinceMs(month, holdDays))}
      and journal.at < ${dateOf(nextMonth(month))}
    group by 1, 2`

  /** Payouts that came back, and stand in no statement yet. */
  const returnedIn = (partnerId: string, month: Month) => sql<AmountRow>`
    select payout.currency, payout.minor_units as "minorUnits",
      sum(amount_minor)::bigint as "amountMinor", count(*)::int as sales
    from payout join payout_journal journal on journal.payout_id = payout.id
      and journal.kind in ('return', 'withdrawal')
    where partner_id = ${partnerId} and back_in is null
      and journal.at < ${dateOf(nextMonth(month))}
    group by 1, 2`

  const openingsOf = (partnerId: string) => sql<OpeningRow>`
    select distinct on (currency, minor_units) currency, minor_units as "minorUnits",
      pending_minor as "pendingMinor", carried_minor as "carriedMinor", hash
    from statement where partner_id = ${partnerId}
    order by currency, minor_units, month desc`

  const marketOf = (partnerId: string) =>
    Effect.map(
      sql<{ readonly country: CountryCode }>`select country from payee
        where partner_id = ${partnerId} order by made_at desc, id desc limit 1`,
      ([row]) => row?.country ?? null,
    )

  const keep = Effect.fnUntraced(function* (
    { partnerId }: OpenAccount,
    statement: Statement,
    previous: Uint8Array | null,
  ) {
    const { currency, dueMinor, minorUnits, month, payOn } = statement
    const text = statementText(statement)
    const [kept] = yield* sql<{ readonly id: bigint }>`
      insert into statement (number, partner_id, month, currency, minor_units, pending_minor,
        due_minor, carried_minor, closed_at, record, hash)
      values (${statement.number}, ${partnerId}, ${month}, ${currency}, ${minorUnits},
        ${statement.pending.closingMinor}, ${dueMinor}, ${statement.carriedMinor},
        ${new Date(statement.closedAtMs)}, ${text}, link_record(${previous}::bytea, ${text}::text))
      returning id`
    const id = kept?.id ?? 0n
    yield* sql`
      insert into statement_line (journal_id, statement_id, leaf)
      select distinct on (journal.id) journal.id, ${id}::bigint, ${sql.literal(lineLeaf)}
      ${unclaimed(partnerId, month)}
        and target.currency = ${currency} and sale.minor_units = ${minorUnits}
      order by journal.id`
    yield* sql`
      update payout set back_in = ${id}
      from payout_journal journal where journal.payout_id = payout.id
        and journal.kind in ('return', 'withdrawal') and journal.at < ${dateOf(nextMonth(month))}
        and partner_id = ${partnerId} and back_in is null
        and currency = ${currency} and minor_units = ${minorUnits}`
    if (payOn === null) return
    const [payout] = yield* sql<{ readonly id: bigint }>`
      insert into payout (statement_id, partner_id, currency, minor_units, amount_minor, due_on)
      values (${id}, ${partnerId}, ${currency}, ${minorUnits}, ${dueMinor}, ${payOn}::date)
      returning id`
    yield* bookPayouts(sql, [payout?.id ?? 0n], dueMovement)
  })

  const closeMonth = Effect.fnUntraced(function* (account: OpenAccount, month: Month) {
    const { partnerCode, partnerId, partnerName } = account
    yield* sql`set transaction isolation level repeatable read`
    const [turn] = yield* sql<{ readonly isOurs: boolean; readonly now: Date }>`
      select pg_try_advisory_xact_lock(${closingLock}, hashtext(${partnerId})) as "isOurs",
        ${now} as now`
    if (turn?.isOurs !== true) return undefined
    const [closed] = yield* sql<{ readonly month: Month }>`
      select month from statement_closing where partner_id = ${partnerId}`
    if (closed !== undefined && closed.month >= month) return 0
    const rules = policy()
    const market = yield* marketOf(partnerId)
    const moved = yield* movedIn(partnerId, month)
    const holdDays = rules.holdDays(market)
    const held = yield* heldIn(partnerId, month, holdDays)
    const returned = yield* returnedIn(partnerId, month)
    const openings = yield* openingsOf(partnerId)
    const currencies = groupBy([...moved, ...returned, ...openings], keyOf)
    const several = groupBy(
      [...currencies.values()].flatMap((rows) => rows.slice(0, 1)),
      ({ currency }) => currency,
    )
    let statements = 0
    for (const [key, [first]] of [...currencies].toSorted(([left], [right]) =>
      left < right ? -1 : 1,
    )) {
      if (first === undefined) continue
      const { currency, minorUnits } = first
      const isHere = (row: CurrencyKey): boolean => keyOf(row) === key
      const opening = openings.find(isHere)
      const back = returned.find(isHere)
      const books: MonthBooks = {
        opening: {
          pendingMinor: opening?.pendingMinor ?? 0n,
          carriedMinor: opening?.carriedMinor ?? 0n,
        },
        moved: moved.filter(isHere),
        returned: { amountMinor: back?.amountMinor ?? 0n, sales: back?.sales ?? 0 },
        heldMinor: held.find(isHere)?.amountMinor ?? 0n,
        minimumMinor: rules.minimumMinor(currency, minorUnits),
      }
      if (isEmpty(books)) continue
      const figures = closeStatement(books)
      const decimals = (several.get(currency)?.length ?? 0) > 1 ? minorUnits : null
      yield* keep(
        account,
        {
          version: 1,
          number: statementNumber(partnerCode, month, currency, decimals),
          partnerCode,
          partnerName,
          month,
          currency,
          minorUnits,
          closedAtMs: turn.now.getTime(),
          holdDays,
          payOn: figures.dueMinor > 0n ? payoutDay(month, rules.payoutDays) : null,
          ...figures,
        },
        opening?.hash ?? null,
      )
      statements += 1
    }
    yield* sql`insert into statement_closing (partner_id, month) values (${partnerId}, ${month})
      on conflict (partner_id) do update set month = excluded.month`
    yield* signStatements(sql, key(), partnerId)
    return statements
  }, inPayoutTransaction(sql))

  /** Accounts with a statement that nobody has signed yet, as code of before left it. */
  const unsignedAccounts = sql<{ readonly partnerId: string }>`
    select distinct partner_id as "partnerId" from statement
    where not exists (select from statement_checkpoint where statement_id = statement.id)
    order by partner_id`

  const signAccount = Effect.fnUntraced(function* (partnerId: string) {
    const [turn] = yield* sql<{ readonly isOurs: boolean }>`
      select pg_try_advisory_xact_lock(${closingLock}, hashtext(${partnerId})) as "isOurs"`
    if (turn?.isOurs === true) yield* signStatements(sql, key(), partnerId)
  }, inPayoutTransaction(sql))

  const closeAccount = Effect.fnUntraced(function* (account: OpenAccount, nowMs: number) {
    const from = account.isClosed ? nextMonth(account.month) : account.month
    let statements = 0
    for (const month of monthsToClose(from, nowMs, policy().closingHours)) {
      const made = yield* closeMonth(account, month)
      if (made === undefined) return statements
      statements += made
    }
    return statements
  })

  return Effect.gen(function* () {
    const [clock] = yield* orPayoutsUnavailable(sql<{ readonly now: Date }>`select ${now} as now`)
    const nowMs = clock?.now.getTime() ?? 0
    const last = lastMonthOver(nowMs, policy().closingHours)
    const accounts = yield* orPayoutsUnavailable(openAccounts(last))
    // An account that cannot be closed keeps no other from its turn.
    const done = yield* Effect.forEach(accounts, (account) =>
      Effect.result(closeAccount(account, nowMs)),
    )
    for (const { partnerId } of yield* orPayoutsUnavailable(unsignedAccounts)) {
      yield* signAccount(partnerId)
    }
    const failed = done.find(Result.isFailure)
    if (failed !== undefined) return yield* Effect.fail(failed.failure)
    return done.reduce((sum, one) => sum + (Result.isSuccess(one) ? one.success : 0), 0)
  }).pipe(Effect.withSpan("Payouts.closeMonths"))
}

/**
 * Closes months that are over at once and every ten minutes from then on until the scope closes. A
 * failure is logged once and tried again in the next round.
 */
export const closeMonthsRegularly: Effect.Effect<void, never, Payouts | Scope.Scope> = Effect.gen(
  function* () {
    const { closeMonths } = yield* Payouts
    const availability = makeAvailability({
      unavailable: "statements cannot be closed",
      availableAgain: "statements are closed again",
      facts: {},
      steadyMs: 0,
    })
    const round = closeMonths.pipe(
      Effect.andThen((count) =>
        count === 0
          ? Effect.void
          : Effect.annotateLogs(Effect.logInfo("statements are closed"), { count: String(count) }),
      ),
      Effect.andThen(availability.answered),
      Effect.catch((error) => availability.failed(error.message)),
      Effect.catchDefect((defect) => Effect.logError("closing statements failed", defect)),
    )
    yield* Effect.forkScoped(Effect.repeat(round, Schedule.fixed(closingIntervalMs)))
  },
)

/** How often to look for months to close: they end once a month, and a process may be away then. */
const closingIntervalMs = 600_000

/** Any fixed number: it tells locks of closings from others. */
const closingLock = 7_460_021

interface OpenAccount {
  readonly partnerId: string
  readonly partnerCode: PartnerCode
  readonly partnerName: string
  /** The last month that is closed; that of the first sale where none is. */
  readonly month: Month
  readonly isClosed: boolean
}

/** A currency as an account has it. */
interface CurrencyKey {
  readonly currency: CurrencyCode
  readonly minorUnits: number
}

interface MovedRow extends CurrencyKey, MovedTotal {}

interface AmountRow extends CurrencyKey {
  readonly amountMinor: bigint
  readonly sales: number
}

interface OpeningRow extends CurrencyKey {
  readonly pendingMinor: bigint
  readonly carriedMinor: bigint
  readonly hash: Uint8Array
}

const keyOf = ({ currency, minorUnits }: CurrencyKey): string => `${currency} ${minorUnits}`

const dateOf = (month: Month): Date => new Date(monthStartMs(month))

/** Nothing stands, and nothing has moved: there is nothing to state. */
const isEmpty = ({ moved, opening, returned }: MonthBooks): boolean =>
  moved.length === 0 &&
  returned.sales === 0 &&
  opening.pendingMinor === 0n &&
  opening.carriedMinor === 0n

/** The last month that is over, and may be closed. */
const lastMonthOver = (nowMs: number, closingHours: number): Month => {
  const ended = new Date(nowMs - closingHours * 3_600_000)
  ended.setUTCDate(0)
  return ended.toISOString().slice(0, 7)
}
