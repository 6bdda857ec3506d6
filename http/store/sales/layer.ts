import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as SqlClient from "effect/sql/SqlClient"
import type { PartnerCode } from "../../../rules/accounts/partner.ts"
import {
  type ListedSale,
  type SaleOwner,
  Sales,
  type SalesPageFound,
  SaleStoreUnavailable,
} from "../../ports/sales.ts"
import { TableBundle } from "../../ports/table-bundle.ts"
import { partnerIdOf } from "../accounts/store.ts"
import { AccountTurns } from "../database/account-turns.ts"
import { type Database, databaseNow } from "../database/client.ts"
import { orFailureInTime } from "../database/database-errors.ts"
import { balancesOf } from "./ledger-sql.ts"
import {
  bookedSale,
  makeReport,
  orSalesUnavailable,
  saleColumns,
  saleOf,
  type SaleRow,
} from "./report-sql.ts"
import { makeValidateDue } from "./validate-due.ts"
import { limitOf } from "../../../rules/reference/limits.ts"
import { type SaleStatus, validatesAtMs } from "../../../rules/sales/sale-record.ts"
import type { SalesQuery } from "../../../rules/sales/sales-query.ts"

/** Sales on a database, which validate themselves after so many days. */
export const layerSalesWith = (validationDays: () => number): Layer.Layer<Sales, never, Database> =>
  Layer.effect(
    Sales,
    Effect.gen(function* () {
      return makeSales(yield* SqlClient.SqlClient, yield* AccountTurns, validationDays)
    }),
  )

/** Sales on the database, under the tables in force. */
export const layerSales: Layer.Layer<Sales, never, Database | TableBundle> = Layer.unwrap(
  Effect.map(TableBundle, ({ current }) =>
    layerSalesWith(() => limitOf(current().tables, "sale_validation_days")),
  ),
)

/** The service Sales over the database. */
const makeSales = (
  sql: SqlClient.SqlClient,
  turns: AccountTurns["Service"],
  validationDays: () => number,
): Sales["Service"] => {
  const columns = sql.literal(saleColumns)

  const listed = (row: SaleRow, partnerCode: PartnerCode): ListedSale => {
    const validates = new Date(validatesAtMs(row.bookedAt.getTime(), validationDays()))
    return {
      ...bookedSale(row, partnerCode, saleOf(row)),
      bookedAt: row.bookedAt.toISOString(),
      changedAt: row.changedAt.toISOString(),
      validatesAt: row.status === "pending" ? validates.toISOString() : null,
      correctedAt: row.correctedAt?.toISOString() ?? null,
    }
  }

  const list = Effect.fn("Sales.list")(function* (partnerCode: PartnerCode) {
    const id = yield* partnerIdOf(sql, partnerCode)
    const rows = yield* sql<SaleRow>`
      select ${columns} from sale join tracked_link on tracked_link.id = link_id
      where sale.partner_id = ${id} and mode = 'live' order by sale.id`
    return rows.map((row) => listed(row, partnerCode))
  }, orSalesUnavailable)

  const balances = Effect.fn("Sales.balances")(function* (partnerCode: PartnerCode) {
    return yield* balancesOf(sql, yield* partnerIdOf(sql, partnerCode))
  }, orSalesUnavailable)

  return {
    report: makeReport(sql, turns, validationDays),
    validateDue: makeValidateDue(sql, validationDays),
    list,
    page: makeSalesPage(sql, validationDays, listed),
    balances,
  }
}

/** How long a page may take, of the largest account too. */
const pageTimeout = "10 seconds"

const orUnavailable = orFailureInTime(pageTimeout, (cause) => new SaleStoreUnavailable({ cause }))

interface PageRow extends SaleRow {
  readonly listedAt: Date
  readonly validatedAt: Date | null
}

/** When a sale was validated; no sale that is not is listed with a date of it. */
const validatedAt = `case sale.status when 'validated' then coalesce(validated_at, changed_at) end`

/** Sales that a list goes by one column of, which an index keeps in order. */
interface Branch {
  readonly column: "booked_at" | "changed_at" | "validated_at"
  /** What the date of the list is later than the column, in milliseconds. */
  readonly laterMs: number
  /** Null takes every status. */
  readonly status: SaleStatus | null
}

const hourMs = 3_600_000

/**
 * What a list is made of: pending sales validate so many days after they were booked, validated ones
 * did when they did, and cancelled ones never do.
 */
const branchesOf = (
  { by, status }: Pick<SalesQuery, "by" | "status">,
  validationDays: number,
): ReadonlyArray<Branch> => {
  switch (by) {
    case "booked":
      return [{ column: "booked_at", laterMs: 0, status }]
    case "changed":
      return [{ column: "changed_at", laterMs: 0, status }]
    case "validates": {
      const branches: ReadonlyArray<Branch & { readonly status: SaleStatus }> = [
        { column: "booked_at", laterMs: validationDays * 24 * hourMs, status: "pending" },
        { column: "validated_at", laterMs: 0, status: "validated" },
      ]
      return branches.filter((branch) => status === null || branch.status === status)
    }
  }
}

/**
 * A transaction dates a change when it begins and shows it when it ends: changes wait this long
 * before a list goes by them, so that none appears behind a page that was read already.
 */
const settlingSeconds = 5

const settled = `changed_at <= ${databaseNow} - interval '${settlingSeconds} seconds'`

/**
 * The first sales of a branch from where a page begins. Conditions that do not apply are left out, and
 * each stands on its own: the plan for any values would read on from the beginning of the account.
 */
const branchRows = (
  sql: SqlClient.SqlClient,
  { mode, partnerId }: SaleOwner,
  { after, fromMs, isNewestFirst, limit, untilMs }: SalesQuery,
  { column, laterMs, status }: Branch,
) => {
  const date = sql.literal(column)
  const direction = sql.literal(isNewestFirst ? "desc" : "asc")
  const at = (ms: number): Date => new Date(ms - laterMs)
  const beyond = sql.literal(isNewestFirst ? "<" : ">")
  const conditions = [
    sql`partner_id = ${partnerId}`,
    sql`mode = ${mode}`,
    ...(status === null ? [] : [sql`status = ${status}`]),
    // Named outright, as the index of validated sales holds no others.
    ...(column === "validated_at" ? [sql`status = 'validated'`] : []),
    ...(column === "changed_at" ? [sql.literal(settled)] : []),
    ...(fromMs === null ? [] : [sql`${date} >= ${at(fromMs)}`]),
    ...(untilMs === null ? [] : [sql`${date} < ${at(untilMs)}`]),
    ...(after === null ? [] : [sql`(${date}, id) ${beyond} (${at(after.atMs)}, ${after.id})`]),
  ]
  return sql`(
    select id, ${date} + ${laterMs} * interval '1 millisecond' as listed_at
    from sale where ${sql.and(conditions)}
    order by ${date} ${direction}, id ${direction} limit ${limit + 1})`
}

/** Pages of the sales of an account. */
export const makeSalesPage = (
  sql: SqlClient.SqlClient,
  validationDays: () => number,
  listed: (row: SaleRow, partnerCode: PartnerCode) => ListedSale,
) =>
  Effect.fn("Sales.page")(function* (owner: SaleOwner, query: SalesQuery) {
    const { isNewestFirst, limit } = query
    const branches = branchesOf(query, validationDays())
    const [first, ...others] = branches.map((branch) => branchRows(sql, owner, query, branch))
    if (first === undefined) return { sales: [], next: null } satisfies SalesPageFound
    const direction = sql.literal(isNewestFirst ? "desc" : "asc")
    const chosen = others.reduce((all, one) => sql`${all} union all ${one}`, first)
    const rows = yield* sql<PageRow>`
      select ${sql.literal(saleColumns)}, listed_at as "listedAt",
        ${sql.literal(validatedAt)} as "validatedAt"
      from (${chosen}) chosen join sale on sale.id = chosen.id
      join tracked_link on tracked_link.id = link_id
      order by listed_at ${direction}, sale.id ${direction} limit ${limit + 1}`
    const page = rows.slice(0, limit)
    const last = rows.length > limit ? page.at(-1) : undefined
    return {
      sales: page.map((row) => ({
        ...listed(row, owner.partnerCode),
        validatedAt: row.validatedAt?.toISOString() ?? null,
      })),
      next: last === undefined ? null : { atMs: last.listedAt.getTime(), id: last.id },
    } satisfies SalesPageFound
  }, orUnavailable)
