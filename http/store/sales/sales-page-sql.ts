import * as Effect from "effect/Effect"
import type * as SqlClient from "effect/sql/SqlClient"
import type { SaleDate, SalesQuery } from "../../../rules/sales/sales-query.ts"
import type { ListedSale, SaleOwner, SalesPageFound } from "../../ports/sales.ts"
import { databaseNow } from "../database/now.ts"
import { saleColumns, type SaleRow } from "./sale-rows.ts"
import { SaleStoreUnavailable } from "../../ports/sale-errors.ts"
import { orFailureInTime } from "../database/or-failure.ts"

/** How long a page may take, of the largest account too. */
const pageTimeout = "10 seconds"

const orUnavailable = orFailureInTime(pageTimeout, (cause) => new SaleStoreUnavailable({ cause }))

interface PageRow extends SaleRow {
  readonly listedAt: Date
  readonly validatedAt: Date | null
}

/** When a sale was validated: live ones by the ledger, which the sandbox has none of. */
const validatedAt = `case sale.status when 'validated' then coalesce(
  (select at from ledger_journal where sale_id = sale.id and kind = 'validation'), changed_at) end`

/** The date of a sale that a list goes by; null leaves the sale out. */
const dateColumn = (by: SaleDate, validationDays: number): string => {
  switch (by) {
    case "booked":
      return "booked_at"
    case "changed":
      return "changed_at"
    case "validates":
      return `case sale.status
        when 'pending' then booked_at + interval '${validationDays * 24} hours'
        else ${validatedAt} end`
  }
}

/**
 * A transaction dates a change when it begins and shows it when it ends: changes wait this long
 * before a list goes by them, so that none appears behind a page that was read already.
 */
const settlingSeconds = 5

const ready = (by: SaleDate): string =>
  by === "changed" ? `changed_at <= ${databaseNow} - interval '${settlingSeconds} seconds'` : "true"

const instant = (atMs: number | null): Date | null => (atMs === null ? null : new Date(atMs))

/** Pages of the sales of an account, the oldest first. */
export const makeSalesPage = (
  sql: SqlClient.SqlClient,
  validationDays: () => number,
  listed: (row: SaleRow, partnerCode: string) => ListedSale,
) =>
  Effect.fn("Sales.page")(function* (
    { mode, partnerCode, partnerId }: SaleOwner,
    { after, by, fromMs, limit, status, untilMs }: SalesQuery,
  ) {
    const date = sql.literal(dateColumn(by, validationDays()))
    const rows = yield* sql<PageRow>`
      select ${sql.literal(saleColumns)}, ${date} as "listedAt",
        ${sql.literal(validatedAt)} as "validatedAt"
      from sale join tracked_link on tracked_link.id = link_id
      where sale.partner_id = ${partnerId} and mode = ${mode}
        and ${date} is not null and ${sql.literal(ready(by))}
        and (${status}::text is null or sale.status = ${status})
        and (${instant(fromMs)}::timestamptz is null or ${date} >= ${instant(fromMs)})
        and (${instant(untilMs)}::timestamptz is null or ${date} < ${instant(untilMs)})
        and (${instant(after?.atMs ?? null)}::timestamptz is null
          or (${date}, sale.id) > (${instant(after?.atMs ?? null)}, ${after?.id ?? 0n}))
      order by ${date}, sale.id
      limit ${limit + 1}`
    const page = rows.slice(0, limit)
    const last = rows.length > limit ? page.at(-1) : undefined
    return {
      sales: page.map((row) => ({
        ...listed(row, partnerCode),
        validatedAt: row.validatedAt?.toISOString() ?? null,
      })),
      next: last === undefined ? null : { atMs: last.listedAt.getTime(), id: last.id },
    } satisfies SalesPageFound
  }, orUnavailable)
