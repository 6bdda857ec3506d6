import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as SqlClient from "effect/sql/SqlClient"
import type { SqlError } from "effect/sql/SqlError"
import { groupBy } from "../../../core/group-by.ts"
import type { CurrencyCode } from "../../../core/vocabulary/codes.ts"
import { dayMs, dayNumber, dayStartMs } from "../../../core/vocabulary/day.ts"
import { utcDay } from "../../platform/utc-day.ts"
import type { SaleOwner } from "../../ports/sales.ts"
import type { LinksPage, LinksQuery } from "../../ports/tracked-links.ts"
import {
  type CallsSinceQuery,
  type CurrencyTotals,
  type EndpointDay,
  type LedgerPage,
  type LedgerQuery,
  type LinkUsage,
  type RecentCallsQuery,
  type SalesTotal,
  type Usage,
  type UsageDays,
  UsageUnavailable,
} from "../../ports/usage.ts"
import { partnerIdOf } from "../accounts/store.ts"
import { orFailureInTime } from "../database/database-errors.ts"
import { linkColumns, linkOf, type LinkRow, linksPage } from "../links/tracked-links-sql.ts"
import { quotasOf } from "../quota/quota-sql.ts"
import { entriesPage, entryColumns, type EntryRow } from "../sales/ledger-rows.ts"
import { callsSince, recentCalls } from "./recent-calls.ts"
import type { UsageKept } from "./record-calls.ts"
import type { KeyMode, PartnerCode } from "../../../rules/accounts/partner.ts"
import { type SubscriptionStage, subscriptionStages } from "../../../rules/links/link-step.ts"
import type { SaleStatus } from "../../../rules/sales/sale-record.ts"

/** How long a figure or a list may take, of the largest account too. */
const usageTimeout = "10 seconds"

const orUnavailable = orFailureInTime(usageTimeout, (cause) => new UsageUnavailable({ cause }))

interface DayRow {
  readonly day: number
  readonly endpoint: string
  readonly code: string
  readonly calls: bigint
}

const endpointDay = (rows: ReadonlyArray<DayRow>): ReadonlyArray<EndpointDay> => {
  const [first] = rows
  if (first === undefined) return []
  const refused = rows
    .filter(({ code }) => code !== "")
    .map(({ calls, code }) => ({ code, calls: Number(calls) }))
  const calls = rows.reduce((total, row) => total + Number(row.calls), 0)
  return [{ day: utcDay(first.day * dayMs), endpoint: first.endpoint, calls, refused }]
}

/** The service Usage over the database. */
export const makeUsage = (kept: () => UsageKept) =>
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient

    const owner = Effect.fn("Usage.owner")(function* (partnerCode: PartnerCode, mode: KeyMode) {
      return { partnerId: yield* partnerIdOf(sql, partnerCode), partnerCode, mode }
    }, orUnavailable)

    const days = Effect.fn("Usage.days")(function* (
      { mode, partnerId }: SaleOwner,
      { from, keyId, to }: UsageDays,
    ) {
      const rows = yield* sql<DayRow>`
        select usage_day.day, endpoint, code, sum(calls)::bigint as calls
        from usage_day join api_key using (key_id)
        where partner_id = ${partnerId} and mode = ${mode}
          and (${keyId ?? null}::text is null or key_id = ${keyId ?? null})
          and day between ${dayNumber(dayStartMs(from))} and ${dayNumber(dayStartMs(to))}
        group by usage_day.day, usage_day.endpoint, usage_day.code
        order by usage_day.day, usage_day.endpoint, sum(usage_day.calls) desc, usage_day.code`
      const byEndpoint = groupBy(rows, ({ day, endpoint }) => `${day} ${endpoint}`)
      return [...byEndpoint.values()].flatMap(endpointDay)
    }, orUnavailable)

    const today = Effect.fn("Usage.today")(function* (account: SaleOwner) {
      return yield* quotasOf(sql, account, yield* Clock.currentTimeMillis)
    }, orUnavailable)

    const recent = Effect.fn("Usage.recentCalls")(
      (account: SaleOwner, query: RecentCallsQuery) =>
        recentCalls(sql, account, query, kept().callDays),
      orUnavailable,
    )

    const since = Effect.fn("Usage.callsSince")(
      (account: SaleOwner, query: CallsSinceQuery) =>
        callsSince(sql, account, query, kept().callDays),
      orUnavailable,
    )

    const links = Effect.fn("Usage.links")(
      (account: SaleOwner, query: LinksQuery) => linkUsage(sql, account, query),
      orUnavailable,
    )

    const salesSummary = Effect.fn("Usage.salesSummary")(
      (account: SaleOwner) => Effect.map(standingTotals(sql, account), byCurrency),
      orUnavailable,
    )

    const ledger = Effect.fn("Usage.ledger")(
      (account: SaleOwner, query: LedgerQuery) => ledgerRows(sql, account, query),
      orUnavailable,
    )

    return {
      owner,
      days,
      today,
      recentCalls: recent,
      callsSince: since,
      links,
      salesSummary,
      ledger,
    } satisfies Usage["Service"]
  })

/** A page of what was booked for an account, the oldest first. */
const ledgerRows = Effect.fnUntraced(function* (
  sql: SqlClient.SqlClient,
  { mode, partnerCode, partnerId }: SaleOwner,
  { after, limit }: LedgerQuery,
) {
  // Nothing of the sandbox is booked: looking for it would go through all that is.
  if (mode === "sandbox") return { entries: [], next: null } satisfies LedgerPage
  const rows = yield* sql<EntryRow>`
    select ${sql.literal(entryColumns)}
    from ledger_entry entry
    join ledger_journal journal on journal.id = journal_id
    join sale on sale.id = sale_id
    join tracked_link on tracked_link.id = link_id
    where entry.partner_id = ${partnerId} and entry.id > ${after ?? 0n}
    order by entry.id limit ${limit + 1}`
  return entriesPage(rows, limit, partnerCode)
})

interface UsedLinkRow extends LinkRow {
  readonly stages: ReadonlyArray<{ readonly stage: SubscriptionStage; readonly count: number }>
  readonly totals: ReadonlyArray<StandingTotal>
}

const stageCounts = `coalesce((
  select json_agg(json_build_object('stage', what, 'count', count))
  from (
    select what, sum(count) as count from link_count
    where link_id = tracked_link.id and what <> 'clicks' group by what
  ) counted), '[]'::json)`

const totalsIn = (mode: SaleOwner["mode"]): string => `coalesce((
  select json_agg(standing) from (
    select ${totalColumns} from link_sales
    where link_id = tracked_link.id and mode = '${mode}'
    group by currency, minor_units, status having sum(link_sales.sales) <> 0
  ) standing), '[]'::json)`

const none = Object.fromEntries(subscriptionStages.map((stage) => [stage, 0])) as Readonly<
  Record<SubscriptionStage, number>
>

/** A page of the links of an account with what came of each of them. */
const linkUsage = Effect.fnUntraced(function* (
  sql: SqlClient.SqlClient,
  { mode, partnerCode, partnerId }: SaleOwner,
  query: LinksQuery,
) {
  const columns = `${linkColumns}, ${stageCounts} as stages, ${totalsIn(mode)} as totals`
  const { isLater, next, rows } = yield* linksPage<UsedLinkRow>(sql, partnerId, query, columns)
  return {
    links: rows.map((row): LinkUsage => ({
      ...linkOf(partnerCode, row),
      subscriptions: {
        ...none,
        ...Object.fromEntries(row.stages.map(({ count, stage }) => [stage, count])),
      },
      totals: byCurrency(row.totals),
    })),
    next,
    isLater,
  } satisfies LinksPage<LinkUsage>
})

/** Sales in one currency that stand alike; sums as text, which no number rounds. */
interface StandingTotal {
  readonly currency: CurrencyCode
  readonly minorUnits: number
  readonly status: SaleStatus
  readonly sales: string
  readonly amountMinor: string
  readonly commissionMinor: string
}

/**
 * What a query selects for {@link StandingTotal}, out of totals that are kept beside the sales, grouped
 * by currency, minor units and status. A cancelled sale earns nothing, whatever was booked for it.
 */
const totalColumns = `
  currency, minor_units as "minorUnits", status, sum(sales)::text as sales,
  sum(amount_minor)::text as "amountMinor",
  (case status when 'cancelled' then 0 else sum(commission_minor) end)::text as "commissionMinor"`

/** What the sales of an account come to. */
const standingTotals = (
  sql: SqlClient.SqlClient,
  { mode, partnerId }: SaleOwner,
): Effect.Effect<ReadonlyArray<StandingTotal>, SqlError> =>
  sql<StandingTotal>`
    select ${sql.literal(totalColumns)} from account_sales
    where partner_id = ${partnerId} and mode = ${mode}
    group by currency, minor_units, status having sum(account_sales.sales) <> 0`

const nothing: SalesTotal = { sales: 0, amountMinor: 0n, commissionMinor: 0n }

const plus = (total: SalesTotal, more: StandingTotal): SalesTotal => ({
  sales: total.sales + Number(more.sales),
  amountMinor: total.amountMinor + BigInt(more.amountMinor),
  commissionMinor: total.commissionMinor + BigInt(more.commissionMinor),
})

const placeOf = { validated: "payable", pending: "pending", cancelled: "cancelled" } as const

/** The same by currency, in alphabetical order. */
const byCurrency = (totals: ReadonlyArray<StandingTotal>): ReadonlyArray<CurrencyTotals> => {
  const found = new Map<string, CurrencyTotals>()
  for (const total of totals) {
    const { currency, minorUnits, status } = total
    const name = `${currency} ${minorUnits}`
    const before = found.get(name) ?? {
      currency,
      minorUnits,
      payable: nothing,
      pending: nothing,
      cancelled: nothing,
    }
    const place = placeOf[status]
    found.set(name, { ...before, [place]: plus(before[place], total) })
  }
  return [...found].sort(([one], [other]) => (one < other ? -1 : 1)).map(([, totals]) => totals)
}
