import * as Effect from "effect/Effect"
import type * as SqlClient from "effect/sql/SqlClient"
import type { SalesQuery } from "../../../rules/sales/sales-query.ts"
import type { SaleStatus } from "../../../rules/sales/sale.ts"
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
  listed: (row: SaleRow, partnerCode: string) => ListedSale,
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
