import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import type * as SqlClient from "effect/sql/SqlClient"
import { validateSale } from "../../rules/sales/report-sale.ts"
import type { SaleStatus } from "../../rules/sales/sale.ts"
import { validatesAtMs } from "../../rules/sales/validation.ts"
import { inTime } from "../database/in-time.ts"
import { book } from "./ledger-sql.ts"
import { saleOf } from "./sale-rows.ts"
import { inSaleTransaction, orSalesUnavailable } from "./store.ts"

/** Sales that one transaction validates at most: few enough to hold their rows for a moment only. */
const batchSize = 100

/** How long a batch may take: longer than any statement may, and not for ever. */
const batchTimeout = "20 seconds"

interface DueRow {
  readonly id: bigint
  readonly partnerId: string
  readonly mode: string
  readonly currency: string
  readonly status: SaleStatus
  readonly amountMinor: bigint
  readonly commissionMinor: bigint
}

/**
 * Validates pending sales that were booked so many days ago. Rows that another process works on are
 * passed over, so that each sale is validated once, however many processes do this at once.
 */
export const makeValidateDue = (sql: SqlClient.SqlClient, validationDays: () => number) => {
  const validateBatch = Effect.fnUntraced(function* (bookedUntil: Date, at: Date) {
    const rows = yield* sql<DueRow>`
      select id, partner_id as "partnerId", mode, currency, status,
        amount_minor as "amountMinor", commission_minor as "commissionMinor"
      from sale where status = 'pending' and booked_at <= ${bookedUntil}
      order by id limit ${batchSize} for update skip locked`
    if (rows.length === 0) return 0
    const ids = rows.map(({ id }) => id)
    yield* sql`update sale set status = 'validated', changed_at = ${at} where id = any(${ids})`
    const live = rows.flatMap(({ id, mode, ...row }) =>
      mode === "live"
        ? [{ ...row, saleId: id, movements: validateSale(saleOf(row)).movements }]
        : [],
    )
    yield* book(sql, live, at)
    return rows.length
  }, inSaleTransaction(sql))

  return Effect.gen(function* () {
    const nowMs = yield* Clock.currentTimeMillis
    const bookedUntil = new Date(validatesAtMs(nowMs, -validationDays()))
    const at = new Date(nowMs)
    let validated = 0
    for (;;) {
      const batch = inTime(batchTimeout)(validateBatch(bookedUntil, at))
      const count = yield* orSalesUnavailable(batch)
      validated += count
      if (count === 0) return validated
    }
  }).pipe(Effect.withSpan("Sales.validateDue"))
}
