import * as Effect from "effect/Effect"
import * as SqlClient from "effect/sql/SqlClient"
import { book } from "../../../../http/store/sales/ledger-sql.ts"
import { saleColumns, saleOf, type SaleRow } from "../../../../http/store/sales/report-sql.ts"
import { noCaps } from "../../../../rules/sales/commission.ts"
import type { SignedReport } from "../../../../rules/sales/read-report.ts"
import { reportSale, validateSale } from "../../../../rules/sales/report-sale.ts"
import type { TestReporter } from "./layer.ts"

/** When something happens by the clock of a process, which older code goes by: of this one, unless told otherwise. */
const processTime: Effect.Effect<Date> = Effect.sync(() => new Date())

/**
 * Reports a sale as code from before migration 0007 does, by its own statements: it knows no caps, no
 * signed time and no records, and changes a sale only where status or amount change.
 */
export const reportByOlderCode = (
  { reporter }: Pick<TestReporter, "reporter">,
  linkId: bigint,
  report: SignedReport,
  time = processTime,
) =>
  Effect.flatMap(SqlClient.SqlClient, (sql) =>
    sql.withTransaction(
      Effect.gen(function* () {
        const at = yield* time
        const { partnerId, rates } = reporter
        const { externalOrderId } = report
        const first = reportSale(undefined, report, rates)
        const { amountMinor, commissionMinor, status } = first.sale
        const [inserted] = yield* sql<{ readonly id: bigint }>`
          with inserted as (
            insert into sale (partner_id, mode, external_order_id, link_id, status, amount_minor,
              commission_minor, currency, minor_units, fee_bps, base_rate_bps, uplift_bps,
              booked_at, changed_at)
            values (${partnerId}, 'live', ${externalOrderId}, ${linkId}, ${status}, ${amountMinor},
              ${commissionMinor}, 'EUR', 2, ${rates.feeBps}, ${rates.baseRateBps},
              ${rates.upliftBps}, ${at}, ${at})
            on conflict (partner_id, mode, external_order_id) do nothing returning *
          )
          select id from inserted`
        const currency = "EUR"
        if (inserted !== undefined) {
          const { movements } = first
          return yield* book(sql, [{ saleId: inserted.id, partnerId, currency, movements }], at)
        }
        const [row] = yield* sql<SaleRow>`
          select ${sql.literal(saleColumns)} from sale
          join tracked_link on tracked_link.id = link_id
          where sale.partner_id = ${partnerId} and mode = 'live'
            and external_order_id = ${externalOrderId} for update of sale`
        if (row === undefined) return yield* Effect.die(new Error("no such sale"))
        const held = { ...saleOf(row), caps: noCaps, signedAtSeconds: null }
        const known =
          report.amountMinor === held.amountMinor
            ? { ...report, commissionMinor: held.commissionMinor }
            : report
        const next = reportSale(held, known, row)
        if (!next.updated) return undefined
        yield* sql`update sale set status = ${next.sale.status},
          amount_minor = ${next.sale.amountMinor}, commission_minor = ${next.sale.commissionMinor},
          changed_at = ${at} where id = ${row.id}`
        const { movements } = next
        return yield* book(sql, [{ saleId: row.id, partnerId, currency, movements }], at)
      }),
    ),
  )

/** Validates all pending sales as that code does: in one transaction, whosever they are. */
export const validateByOlderCode = Effect.flatMap(SqlClient.SqlClient, (sql) =>
  sql.withTransaction(
    Effect.gen(function* () {
      const at = yield* processTime
      const rows = yield* sql<SaleRow>`
        select ${sql.literal(saleColumns)} from sale
        join tracked_link on tracked_link.id = link_id
        where status = 'pending' and mode = 'live' order by sale.id limit 100
        for update of sale skip locked`
      const ids = rows.map(({ id }) => id)
      yield* sql`update sale set status = 'validated', changed_at = ${at} where id = any(${ids})`
      const moved = rows.map((row) => ({
        saleId: row.id,
        partnerId: row.partnerId,
        currency: row.currency,
        movements: validateSale(saleOf(row)).movements,
      }))
      yield* book(sql, moved, at)
      return rows.length
    }),
  ),
)
