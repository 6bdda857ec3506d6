import * as Effect from "effect/Effect"
import type * as SqlClient from "effect/sql/SqlClient"
import { linkCodeOfRef } from "../../../rules/links/link-code.ts"
import type { ConversionReport, SignedReport } from "../../../rules/sales/conversion-report.ts"
import { type ReportedSale, reportSale } from "../../../rules/sales/report-sale.ts"
import type { Sale } from "../../../rules/sales/sale.ts"
import {
  countedByAgeVersion,
  recordVersion,
  type SaleRecord,
} from "../../../rules/sales/sale-record.ts"
import { validatesAtMs } from "../../../rules/sales/validation.ts"
import type { AccountTurns } from "../database/account-turns.ts"
import { databaseNow } from "../database/now.ts"
import { LinkNotFound } from "../../ports/link-errors.ts"
import { ReportContradicts } from "../../ports/sale-errors.ts"
import { book } from "./ledger-sql.ts"
import { keepRecords } from "./records-sql.ts"
import { bookedSale, factsOf, saleColumns, saleOf, type SaleRow } from "./sale-rows.ts"
import type { BookedReport, Reporter } from "../../ports/sales.ts"
import { inBriefSaleTransaction, orSalesUnavailable } from "./store.ts"

/** How long booking a report may take, its turn and other reports of the sale included. */
const bookingTimeoutMs = 5_000

/** What a report would change of a sale that it must not change, if anything. */
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

/** What is kept of a report: what it declared, also where that came to nothing. */
const recordOf = (
  row: SaleRow,
  report: SignedReport,
  { countsByAge, created }: ReportedSale,
): SaleRecord => {
  const { amountMinor, commissionMinor, signedAtSeconds, status, uplift } = report
  const declared = { status, amountMinor, commissionMinor, uplift, signedAtSeconds }
  const atMs = row.now.getTime()
  return created
    ? { _tag: "Booked", version: recordVersion, atMs, facts: factsOf(row), declared }
    : {
        _tag: "Reported",
        version: countsByAge ? countedByAgeVersion : recordVersion,
        atMs,
        declared,
      }
}

/** Books reports: each in a transaction of its own, in which reports of one sale take turns. */
export const makeReport = (
  sql: SqlClient.SqlClient,
  turns: AccountTurns["Service"],
  validationDays: () => number,
) => {
  const columns = sql.literal(saleColumns)
  const now = sql.literal(databaseNow)

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
    { amountMinor, caps, commissionMinor, signedAtSeconds, status }: Sale,
  ) => {
    const { baseRateBps, feeBps, upliftBps } = reporter.rates
    return Effect.map(
      sql<SaleRow>`
        with inserted as (
          insert into sale (partner_id, mode, external_order_id, link_id, status, amount_minor,
            commission_minor, commission_cap_minor, uplift_cap_minor, signed_at_seconds, currency,
            minor_units, fee_bps, base_rate_bps, uplift_bps, booked_at, changed_at)
          values (${reporter.partnerId}, ${reporter.mode}, ${report.externalOrderId}, ${linkId},
            ${status}, ${amountMinor}, ${commissionMinor}, ${caps.commissionMinor},
            ${caps.upliftMinor}, ${signedAtSeconds}, ${report.currency}, ${report.minorUnits},
            ${feeBps}, ${baseRateBps}, ${upliftBps}, ${now}, ${now})
          on conflict (partner_id, mode, external_order_id) do nothing returning *
        )
        select ${columns} from inserted as sale join tracked_link on tracked_link.id = link_id`,
      (rows) => rows[0],
    )
  }

  /** The row of a known sale, locked against other reports until the transaction ends. */
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

  /** Whether a sale is old enough to have validated itself, by the clock of the database. */
  const isOfAge = ({ bookedAt, now: at }: SaleRow): boolean =>
    validatesAtMs(bookedAt.getTime(), validationDays()) <= at.getTime()

  const changeSale = (row: SaleRow, { sale, updated }: ReportedSale) => {
    const { amountMinor, caps, commissionMinor, signedAtSeconds, status } = sale
    return sql`update sale set status = ${status}, amount_minor = ${amountMinor},
      commission_minor = ${commissionMinor}, commission_cap_minor = ${caps.commissionMinor},
      uplift_cap_minor = ${caps.upliftMinor}, signed_at_seconds = ${signedAtSeconds},
      changed_at = ${updated ? row.now : row.changedAt} where id = ${row.id}`
  }

  /** What the ledger and its records have of a live report; the sandbox has neither. */
  const keepLive = Effect.fnUntraced(function* (
    { mode, partnerId }: Reporter,
    row: SaleRow,
    report: SignedReport,
    done: ReportedSale,
  ) {
    if (mode !== "live") return
    const { currency, id: saleId, now: at } = row
    yield* book(sql, [{ saleId, partnerId, currency, movements: done.movements }], at)
    yield* keepRecords(sql, [{ partnerId, saleId, record: recordOf(row, report, done) }])
  })

  const answered = (
    { partnerCode }: Reporter,
    row: SaleRow,
    { created, sale, updated }: ReportedSale,
  ): BookedReport => ({ sale: bookedSale(row, partnerCode, sale), created, updated })

  const booked = Effect.fnUntraced(function* (reporter: Reporter, report: SignedReport) {
    const linkId = yield* findLink(reporter, report.ref)
    const first = reportSale(undefined, report, reporter.rates)
    const inserted = yield* insertSale(reporter, linkId, report, first.sale)
    if (inserted !== undefined) {
      yield* keepLive(reporter, inserted, report, first)
      return answered(reporter, inserted, first)
    }
    const held = yield* holdSale(reporter, report.externalOrderId)
    const heldSale = saleOf(held)
    const standing = bookedSale(held, reporter.partnerCode, heldSale)
    const contradicts = contradiction(held, standing.ref, report)
    if (contradicts !== undefined) return yield* contradicts
    const next = reportSale(heldSale, report, held, isOfAge(held))
    if (next.counts) yield* changeSale(held, next)
    yield* keepLive(reporter, held, report, next)
    return answered(reporter, held, next)
  }, inBriefSaleTransaction(sql))

  return Effect.fn("Sales.report")((reporter: Reporter, report: SignedReport) => {
    const turn = { account: reporter.partnerId, timeoutMs: bookingTimeoutMs }
    return orSalesUnavailable(turns.take(turn)(booked(reporter, report)))
  })
}
