import * as Effect from "effect/Effect"
import type * as SqlClient from "effect/sql/SqlClient"
import { endpoints } from "../../api/api.ts"
import type { SaleOwner } from "../../ports/sales.ts"
import type { RecentCall, RecentCallsPage, RecentCallsQuery } from "../../ports/usage.ts"
import { databaseNow } from "../database/now.ts"

/** A kept call as its columns are read. */
export interface CallRow extends Omit<RecentCall, "at" | "path"> {
  readonly at: Date
}

/** What is read of a kept call. */
export const callColumns = `at, endpoint, method, status, code as "errorCode", detail,
  request_id as "requestId", key_id as "keyId", duration_ms as "durationMs", is_signed as "isSigned"`

/** The path of an endpoint; its name alone, where there is no such endpoint any more. */
const pathOf = (endpoint: string): string =>
  Object.entries(endpoints).find(([name]) => name === endpoint)?.[1].path ?? endpoint

/** The call that a row tells of. */
export const callOf = (row: CallRow): RecentCall => ({
  at: row.at.toISOString(),
  endpoint: row.endpoint,
  method: row.method,
  path: pathOf(row.endpoint),
  status: row.status,
  errorCode: row.errorCode,
  detail: row.detail,
  requestId: row.requestId,
  keyId: row.keyId,
  durationMs: row.durationMs,
  isSigned: row.isSigned,
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
    select ${sql.literal(callColumns)}
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
