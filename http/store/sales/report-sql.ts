import * as Effect from "effect/Effect"
import type * as SqlClient from "effect/sql/SqlClient"
import type { SqlError } from "effect/sql/SqlError"
import type { CurrencyCode } from "../../../core/vocabulary/codes.ts"
import type { PartnerCode } from "../../../rules/accounts/partner.ts"
import { LinkNotFound } from "../../ports/link-errors.ts"
import {
  type BookedReport,
  type BookedSale,
  ReportContradicts,
  type Reporter,
  SaleStoreUnavailable,
} from "../../ports/sales.ts"
import type { AccountTurns } from "../database/account-turns.ts"
import { databaseNow } from "../database/client.ts"
import { inBriefTransactionOr, inTransactionOr, orFailure } from "../database/database-errors.ts"
import { book } from "./ledger-sql.ts"
import { linkCodeOfRef, trackedRef } from "../../../rules/links/link-code.ts"
import type { ConversionReport, SignedReport } from "../../../rules/sales/read-report.ts"
import { type ReportedSale, reportSale } from "../../../rules/sales/report-sale.ts"
import {
  countedByAgeVersion,
  earnedMinor,
  type FrozenRates,
  recordText,
  recordVersion,
  type Sale,
  type SaleFacts,
  type SaleRecord,
  type SaleStatus,
  validatesAtMs,
} from "../../../rules/sales/sale-record.ts"

/** Turns failures of the database into SaleStoreUnavailable and leaves refusals as they are. */
export const orSalesUnavailable = orFailure((cause) => new SaleStoreUnavailable({ cause }))

/** Runs an effect on sales in one transaction, which a failure rolls back. */
export const inSaleTransaction = inTransactionOr(orSalesUnavailable)

/** The same for a transaction of one account, for whose locks no other account may wait long. */
const inBriefSaleTransaction = inBriefTransactionOr(orSalesUnavailable)

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
        held: held.currency,
        minorUnits: held.minorUnits,
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

/** Something that happened to a sale of an account. */
interface KeptRecord {
  readonly partnerId: string
  readonly saleId: bigint
  readonly record: SaleRecord
}

/**
 * By strand, so that all who write several records of an account lock its strands in one order.
 */
const keepStatement = `
  select keep_sale_record(partner_id, sale_id, record)
  from (
    select * from unnest($1::text[], $2::bigint[], $3::text[]) as kept (partner_id, sale_id, record)
    order by sale_id % 16, sale_id
  ) ordered`

/**
 * Keeps records for good, each linked to the one before it in its strand. It is the last thing that
 * a transaction does: other reports of the strand wait from here until it ends.
 */
export const keepRecords = (
  sql: SqlClient.SqlClient,
  records: ReadonlyArray<KeptRecord>,
): Effect.Effect<void, SqlError> =>
  records.length === 0
    ? Effect.void
    : Effect.asVoid(
        sql.unsafe(keepStatement, [
          records.map(({ partnerId }) => partnerId),
          records.map(({ saleId }) => String(saleId)),
          records.map(({ record }) => recordText(record)),
        ]),
      )

/** A sale as it is stored, with the rates that it was frozen at; amounts in minor units of its currency. */
export interface StandingRow extends FrozenRates {
  readonly id: bigint
  readonly partnerId: string
  readonly linkId: bigint
  readonly externalOrderId: string
  readonly status: SaleStatus
  readonly amountMinor: bigint
  readonly commissionMinor: bigint
  readonly commissionCapMinor: bigint | null
  readonly upliftCapMinor: bigint | null
  readonly signedAtSeconds: bigint | null
  readonly currency: CurrencyCode
  readonly minorUnits: number
  readonly bookedAt: Date
  readonly changedAt: Date
  readonly correctedAt: Date | null
  /** Now by the clock of the database, in the transaction that reads the sale. */
  readonly now: Date
}

/** A sale with the code of its link. */
export interface SaleRow extends StandingRow {
  readonly linkCode: string
}

/** What a query selects of `sale` for what the rules make of it. */
export const standingColumns = `
  sale.id, sale.partner_id as "partnerId", sale.link_id as "linkId",
  external_order_id as "externalOrderId", sale.status, amount_minor as "amountMinor",
  commission_minor as "commissionMinor", commission_cap_minor as "commissionCapMinor",
  uplift_cap_minor as "upliftCapMinor", signed_at_seconds as "signedAtSeconds",
  currency, minor_units as "minorUnits", fee_bps as "feeBps", base_rate_bps as "baseRateBps",
  uplift_bps as "upliftBps", booked_at as "bookedAt", changed_at as "changedAt",
  corrected_at as "correctedAt",
  ${databaseNow} as now`

/** What a query of sales selects for {@link SaleRow}, out of `sale` and its `tracked_link`. */
export const saleColumns = `${standingColumns}, tracked_link.code as "linkCode"`

const numberOrNull = (value: bigint | null): number | null =>
  value === null ? null : Number(value)

/** What rules need to know of a stored sale; its amounts were safe integers when they came in. */
export const saleOf = (row: StandingRow): Sale => ({
  status: row.status,
  amountMinor: Number(row.amountMinor),
  commissionMinor: Number(row.commissionMinor),
  caps: {
    commissionMinor: numberOrNull(row.commissionCapMinor),
    upliftMinor: numberOrNull(row.upliftCapMinor),
  },
  signedAtSeconds: numberOrNull(row.signedAtSeconds),
})

/** What stays as it is of a stored sale. */
export const factsOf = (row: StandingRow): SaleFacts => ({
  partnerId: row.partnerId,
  externalOrderId: row.externalOrderId,
  linkId: String(row.linkId),
  currency: row.currency,
  minorUnits: row.minorUnits,
  feeBps: row.feeBps,
  baseRateBps: row.baseRateBps,
  upliftBps: row.upliftBps,
})

/** The standing of a stored sale of a partner, with what it is worth now. */
export const bookedSale = (row: SaleRow, partnerCode: PartnerCode, sale: Sale): BookedSale => ({
  externalOrderId: row.externalOrderId,
  ref: trackedRef({ partnerCode, linkCode: row.linkCode }),
  status: sale.status,
  amountMinor: sale.amountMinor,
  commissionMinor: earnedMinor(sale),
  currency: row.currency,
  minorUnits: row.minorUnits,
})
