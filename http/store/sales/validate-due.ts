import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Result from "effect/Result"
import * as Schedule from "effect/Schedule"
import type * as Scope from "effect/Scope"
import type * as SqlClient from "effect/sql/SqlClient"
import { makeAvailability } from "../../observability/availability.ts"
import { ServiceMeters } from "../../observability/meters.ts"
import { withDatabaseDeadline } from "../../platform/database-deadline.ts"
import { Sales, shownSale } from "../../ports/sales.ts"
import { type EventToTell, tellEvents } from "../events/store.ts"
import { book } from "./ledger-sql.ts"
import {
  bookedSale,
  inSaleTransaction,
  keepRecords,
  orSalesUnavailable,
  saleColumns,
  saleOf,
  type SaleRow,
} from "./report-sql.ts"
import type { KeyMode, PartnerCode } from "../../../rules/accounts/partner.ts"
import { validateSale } from "../../../rules/sales/report-sale.ts"
import { recordVersion } from "../../../rules/sales/sale-record.ts"

/**
 * Validates pending sales that were booked so many days ago, by the clock of the database: a
 * process whose own clock is wrong validates nothing early. It skips rows that another process
 * works on, so that each sale is validated once, however many processes do this at once.
 */
export const makeValidateDue = (sql: SqlClient.SqlClient, validationDays: () => number) => {
  const columns = sql.literal(saleColumns)

  /** Days of 24 hours each, whatever the clocks of some country do. */
  const isDue = (days: number) =>
    sql`sale.status = 'pending' and booked_at <= now() - make_interval(hours => ${days * hoursPerDay})`

  const validateBatch = Effect.fnUntraced(function* ({ mode, partnerId }: Account, days: number) {
    yield* sql`select set_config('lock_timeout', ${lockTimeout}, true)`
    const rows = yield* sql<DueRow>`
      select ${columns},
        (select code from partner where id = sale.partner_id) as "partnerCode"
      from sale join tracked_link on tracked_link.id = link_id
      where sale.partner_id = ${partnerId} and mode = ${mode} and ${isDue(days)}
      order by sale.id limit ${batchSize} for update of sale skip locked`
    const at = rows[0]?.now
    if (at === undefined) return 0
    const ids = rows.map(({ id }) => id)
    yield* sql`update sale set status = 'validated', changed_at = ${at} where id = any(${ids})`
    yield* tellEvents(
      sql,
      rows.map((row) => validatedEvent(row, mode)),
    )
    if (mode !== "live") return rows.length
    yield* book(
      sql,
      rows.map((row) => ({
        saleId: row.id,
        partnerId,
        currency: row.currency,
        movements: validateSale(saleOf(row)).movements,
      })),
      at,
    )
    const record = { _tag: "Validated", version: recordVersion, atMs: at.getTime() } as const
    yield* keepRecords(
      sql,
      ids.map((saleId) => ({ partnerId, saleId, record })),
    )
    return rows.length
  }, inSaleTransaction(sql))

  const validateAccount = Effect.fnUntraced(function* (account: Account, days: number) {
    let validated = 0
    for (;;) {
      const count = yield* orSalesUnavailable(
        withDatabaseDeadline(batchTimeout)(validateBatch(account, days)),
      )
      validated += count
      if (count === 0) return validated
    }
  })

  return Effect.gen(function* () {
    const days = validationDays()
    const accounts = yield* orSalesUnavailable(
      sql<Account>`select distinct partner_id as "partnerId", mode from sale where ${isDue(days)}`,
    )
    // An account whose rows are locked keeps no other from its turn.
    const done = yield* Effect.forEach(accounts, (account) =>
      Effect.result(validateAccount(account, days)),
    )
    const failed = done.find(Result.isFailure)
    if (failed !== undefined) return yield* Effect.fail(failed.failure)
    return done.reduce((sum, one) => sum + (Result.isSuccess(one) ? one.success : 0), 0)
  }).pipe(Effect.withSpan("Sales.validateDue"))
}

/**
 * Validates due sales at once and every minute from then on until the scope closes. A failure is
 * logged once and tried again the next minute.
 */
export const validateRegularly: Effect.Effect<void, never, Sales | Scope.Scope> = Effect.gen(
  function* () {
    const { validateDue } = yield* Sales
    const meters = yield* ServiceMeters
    const availability = makeAvailability({
      unavailable: "sales cannot be validated",
      availableAgain: "sales are validated again",
      facts: {},
      steadyMs: 0,
    })
    const round = validateDue.pipe(
      Effect.onExit((exit) =>
        Effect.sync(() => meters.validated(Exit.isSuccess(exit) ? exit.value : undefined)),
      ),
      Effect.andThen((count) =>
        count === 0
          ? Effect.void
          : Effect.annotateLogs(Effect.logInfo("sales have validated themselves"), {
              count: String(count),
            }),
      ),
      Effect.andThen(availability.answered),
      Effect.catch((error) => availability.failed(error.message)),
      Effect.catchDefect((defect) => Effect.logError("validating sales failed", defect)),
    )
    yield* Effect.forkScoped(Effect.repeat(round, Schedule.fixed(validationIntervalMs)))
  },
)

/** Sales that one transaction validates at most: few enough to hold their rows for a moment only. */
const batchSize = 100

/** How long a batch may take: longer than any statement may, and not for ever. */
const batchTimeout = "20 seconds"

/**
 * Sales of one account and mode. A transaction holds no others, so accounts never wait for each
 * other.
 */
interface Account {
  readonly partnerId: string
  readonly mode: KeyMode
}

/** How long it waits for locks: the account has its turn again in the next round. */
const lockTimeout = "250ms"

const hoursPerDay = 24

/** A sale that is being validated, with the code of its account. */
interface DueRow extends SaleRow {
  readonly partnerCode: PartnerCode
}

/** What an account receives about a sale that has validated itself. */
const validatedEvent = (row: DueRow, mode: KeyMode): EventToTell => {
  const sale = bookedSale(row, row.partnerCode, { ...saleOf(row), status: "validated" })
  return {
    partnerId: row.partnerId,
    mode,
    type: "sale.validated",
    once: `sale:${row.id}:validated`,
    data: {
      ...shownSale(sale),
      bookedAt: row.bookedAt.toISOString(),
      validatedAt: row.now.toISOString(),
    },
  }
}

/** How often to look for sales that validate themselves. */
export const validationIntervalMs = 60_000
