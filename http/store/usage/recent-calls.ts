import * as Effect from "effect/Effect"
import type * as SqlClient from "effect/sql/SqlClient"
import { endpoints } from "../../api/api.ts"
import type { SaleOwner } from "../../ports/sales.ts"
import type { RecentCall, RecentCallsPage, RecentCallsQuery } from "../../ports/usage.ts"
import { databaseNow } from "../database/now.ts"

interface CallRow extends Omit<RecentCall, "at" | "path"> {
  readonly at: Date
}

/** The path of an endpoint; its name alone, where there is no such endpoint any more. */
const pathOf = (endpoint: string): string =>
  Object.entries(endpoints).find(([name]) => name === endpoint)?.[1].path ?? endpoint

const callOf = ({ at, ...row }: CallRow): RecentCall => ({
  ...row,
  at: at.toISOString(),
  path: pathOf(row.endpoint),
})

/** A page of the calls that are kept of an account, the newest first, none older than so many days. */
export const recentCalls = Effect.fnUntraced(function* (
  sql: SqlClient.SqlClient,
  { mode, partnerId }: SaleOwner,
  { before, isRefusedOnly, limit }: RecentCallsQuery,
  callDays: number,
) {
  const beforeAt = before === null ? null : new Date(before.atMs)
  const rows = yield* sql<CallRow>`
    select at, endpoint, method, status, code as "errorCode", detail, request_id as "requestId",
      key_id as "keyId", duration_ms as "durationMs", is_signed as "isSigned"
    from usage_call
    where partner_id = ${partnerId} and mode = ${mode}
      and at > ${sql.literal(databaseNow)} - ${callDays} * interval '24 hours'
      and (not ${isRefusedOnly}::boolean or code is not null)
      and (${beforeAt}::timestamptz is null
        or (at, request_id) < (${beforeAt}::timestamptz, ${before?.requestId ?? null}::uuid))
    order by at desc, request_id desc limit ${limit + 1}`
  const calls = rows.slice(0, limit).map(callOf)
  const last = rows.length > limit ? calls.at(-1) : undefined
  return {
    calls,
    next: last === undefined ? null : { atMs: Date.parse(last.at), requestId: last.requestId },
  } satisfies RecentCallsPage
})
