import * as Effect from "effect/Effect"
import type * as SqlClient from "effect/sql/SqlClient"
import type { CallRecord } from "../../ports/call-records.ts"
import type { Counted } from "../batches/counts.ts"
import { type BoundedSqlError, withDatabaseDeadline } from "../../platform/database-deadline.ts"
import { databaseNow } from "../database/now.ts"
import type { CalledDay } from "./count-alike.ts"
import type { UsageKept } from "./usage-policy.ts"

/** What is written together, and the id that says whether it has been. */
export interface UsageBatch {
  readonly id: string
  readonly counts: ReadonlyArray<Counted<CalledDay>>
  readonly calls: ReadonlyArray<CallRecord>
}

/** How long the database may take to write a batch. */
const writeTimeout = "2 seconds"

/**
 * One statement for a whole batch, which does nothing where the batch has been written. A key that is
 * gone takes its calls along.
 *
 * Calls go to the places of their account by turns; of one that made more than it has places, the
 * newest are kept. Turns are taken in the order of their accounts, then counts in that of their keys,
 * so that batches of several processes cannot deadlock.
 */
const statement = `
  with fresh as (
    insert into usage_batch (id, at) values ($1::uuid, ${databaseNow})
    on conflict (id) do nothing returning id
  ), come as materialized (
    select key.partner_id, key.mode, c.*,
      row_number() over calls as number,
      count(*) over (partition by key.partner_id, key.mode, c.is_signed) as total,
      case when c.is_signed then $2::int else $3::int end as places
    from fresh cross join unnest($4::text[], $5::bool[], $6::uuid[], $7::timestamptz[], $8::int[],
      $9::text[], $10::text[], $11::smallint[], $12::text[], $13::text[])
      as c (key_id, is_signed, request_id, at, duration_ms, endpoint, method, status, code, detail)
    join api_key key on key.key_id = c.key_id
    window calls as (partition by key.partner_id, key.mode, c.is_signed order by c.at, c.request_id)
  ), turn as (
    insert into usage_turn (partner_id, mode, is_signed, calls)
    select distinct partner_id, mode, is_signed, total from come
    order by partner_id, mode, is_signed
    on conflict (partner_id, mode, is_signed) do update
      set calls = usage_turn.calls + excluded.calls
    returning partner_id, mode, is_signed, calls
  ), counted as (
    insert into usage_day (key_id, day, endpoint, code, calls)
    select c.* from fresh
      cross join unnest($14::text[], $15::int[], $16::text[], $17::text[], $18::bigint[])
        as c (key_id, day, endpoint, code, calls)
      join api_key key on key.key_id = c.key_id
    where (select count(*) from turn) >= 0
    order by c.key_id, c.day, c.endpoint, c.code
    on conflict (key_id, day, endpoint, code) do update
      set calls = usage_day.calls + excluded.calls
  )
  insert into usage_call (partner_id, mode, is_signed, place, key_id, request_id, at, duration_ms,
    endpoint, method, status, code, detail, number)
  select partner_id, mode, is_signed, (turn.calls - total + number) % nullif(places, 0), key_id,
    request_id, at, duration_ms, endpoint, method, status, nullif(code, ''), nullif(detail, ''),
    turn.calls - total + number
  from come join turn using (partner_id, mode, is_signed)
  where number > total - places
  on conflict (partner_id, mode, is_signed, place) do update set key_id = excluded.key_id,
    request_id = excluded.request_id, at = excluded.at, duration_ms = excluded.duration_ms,
    endpoint = excluded.endpoint, method = excluded.method, status = excluded.status,
    code = excluded.code, detail = excluded.detail, number = excluded.number`

const countColumns = (counts: UsageBatch["counts"]): ReadonlyArray<unknown> => [
  counts.map(({ keyId }) => keyId),
  counts.map(({ day }) => day),
  counts.map(({ endpoint }) => endpoint),
  counts.map(({ code }) => code),
  counts.map(({ count }) => String(count)),
]

const detailMax = 200

/** A sentence as it is kept: Postgres takes no NUL in a text. */
const keptDetail = (detail: string): string =>
  [...detail.replaceAll("\0", "\uFFFD")].slice(0, detailMax).join("")

const callColumns = (calls: UsageBatch["calls"]): ReadonlyArray<unknown> => [
  calls.map(({ keyId }) => keyId),
  calls.map(({ isSigned }) => isSigned),
  calls.map(({ requestId }) => requestId),
  calls.map(({ atMs }) => new Date(atMs)),
  calls.map(({ durationMs }) => Math.max(0, Math.round(durationMs))),
  calls.map(({ endpoint }) => endpoint),
  calls.map(({ method }) => method),
  calls.map(({ status }) => status),
  calls.map(({ refused }) => refused?.code ?? ""),
  calls.map(({ refused }) => (refused === undefined ? "" : keptDetail(refused.detail))),
]

/** Writes a batch once, however often it is tried; of calls, as many as are kept. */
export const writeUsage = (
  sql: SqlClient.SqlClient,
  { calls, counts, id }: UsageBatch,
  { signedCalls, unsignedCalls }: UsageKept,
): Effect.Effect<void, BoundedSqlError> =>
  sql
    .unsafe(statement, [
      id,
      signedCalls,
      unsignedCalls,
      ...callColumns(calls),
      ...countColumns(counts),
    ])
    .pipe(withDatabaseDeadline(writeTimeout), Effect.asVoid)
