import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import type * as SqlClient from "effect/sql/SqlClient"
import { linkCodeOfRef } from "../../rules/links/link-code.ts"
import type { ConversionReport } from "../../rules/sales/conversion-report.ts"
import { reportSale } from "../../rules/sales/report-sale.ts"
import type { Sale } from "../../rules/sales/sale.ts"
import type { AccountTurns } from "../database/account-turns.ts"
import { LinkNotFound } from "../links/errors.ts"
import { ReportContradicts } from "./errors.ts"
import { book } from "./ledger-sql.ts"
import { bookedSale, saleColumns, saleOf, type SaleRow } from "./sale-rows.ts"
import type { BookedReport, Reporter } from "./sales.ts"
import { inBriefSaleTransaction, orSalesUnavailable } from "./store.ts"

/** How long booking a report may take, its turn and other reports of the sale included. */
const bookingTimeoutMs = 5_000

/** What a report gives a sale that it must not change, if anything. */
const contradiction = (held: SaleRow, heldRef: string, report: ConversionReport) => {
  if (heldRef !== report.ref) return new ReportContradicts({ field: "ref", held: heldRef })
  if (held.currency !== report.currency) {
    return new ReportContradicts({ field: "currency", held: held.currency })
  }
  // Tables may have changed since: amounts of other decimals cannot be told apart from each other.
  return held.minorUnits === report.minorUnits
    ? undefined
    : new ReportContradicts({
        field: "currency",
        held: `${held.currency} of ${held.minorUnits} decimals`,
      })
}

/** Books reports: each in a transaction of its own, in which reports of one sale take turns. */
export const makeReport = (sql: SqlClient.SqlClient, turns: AccountTurns["Service"]) => {
  const columns = sql.literal(saleColumns)

  /** The link of a ref of the reporter, archived ones included. */
  const findLink = Effect.fnUntraced(function* (reporter: Reporter, ref: string) {
    const code = linkCodeOfRef(ref, reporter.partnerCode)
    const rows =
      code === undefined
        ? []
        : yield* sql<{ readonly id: bigint }>`select id from tracked_link
            where code = ${code} and partner_id = ${reporter.partnerId}`
    return rows[0]?.id ?? (yield* new LinkNotFound({ code: code ?? ref }))
  })

  /** The row of a sale that was not known before, or undefined where another report was first. */
  const insertSale = (
    reporter: Reporter,
    linkId: bigint,
    report: ConversionReport,
    { amountMinor, commissionMinor, status }: Sale,
    at: Date,
  ) => {
    const { baseRateBps, feeBps, upliftBps } = reporter.rates
    return Effect.map(
      sql<SaleRow>`
        with inserted as (
          insert into sale (partner_id, mode, external_order_id, link_id, status, amount_minor,
            commission_minor, currency, minor_units, fee_bps, base_rate_bps, uplift_bps,
            booked_at, changed_at)
          values (${reporter.partnerId}, ${reporter.mode}, ${report.externalOrderId}, ${linkId},
            ${status}, ${amountMinor}, ${commissionMinor}, ${report.currency},
            ${report.minorUnits}, ${feeBps}, ${baseRateBps}, ${upliftBps}, ${at}, ${at})
          on conflict (partner_id, mode, external_order_id) do nothing returning *
        )
        select ${columns} from inserted as sale join tracked_link on tracked_link.id = link_id`,
      (rows) => rows[0],
    )
  }

  /** The row of a known sale, held against other reports until the transaction ends. */
  const holdSale = (reporter: Reporter, externalOrderId: string) =>
    Effect.flatMap(
      sql<SaleRow>`
        select ${columns} from sale join tracked_link on tracked_link.id = link_id
        where sale.partner_id = ${reporter.partnerId} and mode = ${reporter.mode}
          and external_order_id = ${externalOrderId}
        for update of sale`,
      ([row]) =>
        // Sales are never deleted, and this one has just been in the way of another.
        row === undefined ? Effect.die(new Error("a known sale is gone")) : Effect.succeed(row),
    )

  const bookLive = (
    reporter: Reporter,
    row: SaleRow,
    { movements }: ReturnType<typeof reportSale>,
    at: Date,
  ) =>
    reporter.mode === "live"
      ? book(
          sql,
          [{ saleId: row.id, partnerId: reporter.partnerId, currency: row.currency, movements }],
          at,
        )
      : Effect.void

  const changeSale = (id: bigint, { amountMinor, commissionMinor, status }: Sale, at: Date) =>
    sql`update sale set status = ${status}, amount_minor = ${amountMinor},
      commission_minor = ${commissionMinor}, changed_at = ${at} where id = ${id}`

  const booked = Effect.fnUntraced(function* (reporter: Reporter, report: ConversionReport) {
    const at = new Date(yield* Clock.currentTimeMillis)
    const linkId = yield* findLink(reporter, report.ref)
    const first = reportSale(undefined, report, reporter.rates)
    const inserted = yield* insertSale(reporter, linkId, report, first.sale, at)
    if (inserted !== undefined) {
      yield* bookLive(reporter, inserted, first, at)
      const sale = bookedSale(inserted, reporter.partnerCode, first.sale)
      return { sale, created: true, updated: false } satisfies BookedReport
    }
    const held = yield* holdSale(reporter, report.externalOrderId)
    const heldSale = saleOf(held)
    const standing = bookedSale(held, reporter.partnerCode, heldSale)
    const contradicts = contradiction(held, standing.ref, report)
    if (contradicts !== undefined) return yield* contradicts
    const next = reportSale(heldSale, report, held)
    if (!next.updated) return { sale: standing, created: false, updated: false }
    yield* changeSale(held.id, next.sale, at)
    yield* bookLive(reporter, held, next, at)
    const sale = bookedSale(held, reporter.partnerCode, next.sale)
    return { sale, created: false, updated: true }
  }, inBriefSaleTransaction(sql))

  return Effect.fn("Sales.report")((reporter: Reporter, report: ConversionReport) => {
    const turn = { account: reporter.partnerId, timeoutMs: bookingTimeoutMs }
    return orSalesUnavailable(turns.take(turn)(booked(reporter, report)))
  })
}
