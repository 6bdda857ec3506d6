import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as SqlClient from "effect/sql/SqlClient"
import { groupBy } from "../../../core/group-by.ts"
import { dayStartMs } from "../../../core/vocabulary/day.ts"
import type { KeyMode } from "../../../rules/accounts/partner.ts"
import { quotaWindow } from "../../../rules/quota/window.ts"
import { dayMs, utcDay } from "../../platform/utc-day.ts"
import type { SaleOwner } from "../../ports/sales.ts"
import type { LinksQuery } from "../../ports/tracked-links.ts"
import {
  type CallsSinceQuery,
  type EndpointDay,
  type LedgerQuery,
  type RecentCallsQuery,
  type UsageDays,
  type Usage,
  UsageUnavailable,
} from "../../ports/usage.ts"
import { partnerIdOf } from "../accounts/partner-id.ts"
import { orFailureInTime } from "../database/or-failure.ts"
import { callsSince } from "./calls-since.ts"
import { keysToday } from "./keys-today.ts"
import { ledgerRows } from "./ledger-rows.ts"
import { linkUsage } from "./link-usage.ts"
import { recentCalls } from "./recent-calls.ts"
import { byCurrency, standingTotals } from "./sales-totals.ts"
import type { UsageKept } from "./usage-policy.ts"

/** How long a figure or a list may take, of the largest account too. */
const usageTimeout = "10 seconds"

const orUnavailable = orFailureInTime(usageTimeout, (cause) => new UsageUnavailable({ cause }))

interface DayRow {
  readonly day: number
  readonly endpoint: string
  readonly code: string
  readonly calls: bigint
}

/** Days that are asked for, as they are counted since 1970. */
const dayNumber = (day: string): number => quotaWindow(dayStartMs(day)).day

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

    const owner = Effect.fn("Usage.owner")(function* (partnerCode: string, mode: KeyMode) {
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
          and day between ${dayNumber(from)} and ${dayNumber(to)}
        group by usage_day.day, usage_day.endpoint, usage_day.code
        order by usage_day.day, usage_day.endpoint, sum(usage_day.calls) desc, usage_day.code`
      const byEndpoint = groupBy(rows, ({ day, endpoint }) => `${day} ${endpoint}`)
      return [...byEndpoint.values()].flatMap(endpointDay)
    }, orUnavailable)

    const today = Effect.fn("Usage.today")(function* (account: SaleOwner) {
      return yield* keysToday(sql, account, yield* Clock.currentTimeMillis)
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
