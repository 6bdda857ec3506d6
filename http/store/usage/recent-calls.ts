import * as Effect from "effect/Effect"
import type * as SqlClient from "effect/sql/SqlClient"
import { servedEndpoints } from "../../api/api.ts"
import type { SaleOwner } from "../../ports/sales.ts"
import type {
  CallsSince,
  CallsSinceQuery,
  RecentCall,
  RecentCallsPage,
  RecentCallsQuery,
} from "../../ports/usage.ts"
import { databaseNow } from "../database/client.ts"
import { type CallNumbers, nextCalls } from "../../../rules/usage/next-calls.ts"

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

/**
 * What has been written of an account's calls since a list was read so far; where nothing was read
 * before, the last ones. The oldest come first, and none is older than so many days.
 */
export const callsSince = Effect.fnUntraced(function* (
  sql: SqlClient.SqlClient,
  owner: SaleOwner,
  { after, isRefusedOnly, limit }: CallsSinceQuery,
  callDays: number,
) {
  const last = yield* lastNumbers(sql, owner)
  const read = {
    signed: within(after?.signed ?? 0, last.signed),
    unsigned: within(after?.unsigned ?? 0, last.unsigned),
  }
  const rows = yield* sql<NumberedRow>`
    select ${sql.literal(callColumns)}, number
    from usage_call
    where partner_id = ${owner.partnerId} and mode = ${owner.mode}
      and at > ${sql.literal(databaseNow)} - ${callDays} * interval '24 hours'
      and (not ${isRefusedOnly}::boolean or code is not null)
      and (${after === null}::boolean or number > case when is_signed
        then ${read.signed}::bigint else ${read.unsigned}::bigint end)
      and number <= case when is_signed
        then ${last.signed}::bigint else ${last.unsigned}::bigint end
    order by at desc, request_id desc`
  if (after === null) {
    return { calls: rows.slice(0, limit).toReversed().map(callOf), next: last } satisfies CallsSince
  }
  const numbered = rows.map((row) => ({
    call: callOf(row),
    isSigned: row.isSigned,
    number: Number(row.number),
    atMs: row.at.getTime(),
  }))
  const page = nextCalls(numbered, read, last, limit)
  return { calls: page.calls.map(({ call }) => call), next: page.read } satisfies CallsSince
})

/** A kept call as its columns are read. */
interface CallRow extends Omit<RecentCall, "at" | "path"> {
  readonly at: Date
}

/** What is read of a kept call. */
const callColumns = `at, endpoint, method, status, code as "errorCode", detail,
  request_id as "requestId", key_id as "keyId", duration_ms as "durationMs", is_signed as "isSigned"`

/** The call that a row is about. */
const callOf = (row: CallRow): RecentCall => ({
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

/** The path of an endpoint; its name alone, where there is no such endpoint any more. */
const pathOf = (endpoint: string): string =>
  Object.entries(servedEndpoints).find(([name]) => name === endpoint)?.[1].path ?? endpoint

interface NumberedRow extends CallRow {
  readonly number: bigint
}

/** The numbers of the last calls that were written; as of before what is read next, so none is passed over. */
const lastNumbers = (sql: SqlClient.SqlClient, { mode, partnerId }: SaleOwner) =>
  Effect.map(
    sql<{ readonly signed: bigint; readonly unsigned: bigint }>`
      select coalesce(max(calls) filter (where is_signed), 0) as signed,
        coalesce(max(calls) filter (where not is_signed), 0) as unsigned
      from usage_turn where partner_id = ${partnerId} and mode = ${mode}`,
    ([row]): CallNumbers => ({
      signed: Number(row?.signed ?? 0n),
      unsigned: Number(row?.unsigned ?? 0n),
    }),
  )

/** A number of before the list began anew, in an emulator that was reset, is beyond its end. */
const within = (after: number, last: number): number => (after > last ? 0 : after)
