import type { KeyId } from "../../../rules/accounts/key-text.ts"
import * as Effect from "effect/Effect"
import * as SqlClient from "effect/sql/SqlClient"
import { dayNumber } from "../../../core/vocabulary/day.ts"
import { ServiceMeters } from "../../observability/meters.ts"
import { type BoundedSqlError, withDatabaseDeadline } from "../../platform/database-deadline.ts"
import { RandomIds } from "../../platform/random-ids.ts"
import type { CallRecord } from "../../ports/usage.ts"
import { type Counted, makeCounts, totalOf, writeRegularly } from "../batches/regular-writes.ts"
import { databaseNow } from "../database/client.ts"
import { limitOf } from "../../../rules/reference/limits.ts"
import type { ReferenceTables } from "../../../rules/reference/reference-tables.ts"

/** How much is kept of what partners call. */
export interface UsageKept {
  /** Calls of an account and mode whose signature held. */
  readonly signedCalls: number
  /** Those whose signature did not. */
  readonly unsignedCalls: number
  /** Days that calls are kept for, and days that their counts are. */
  readonly callDays: number
  readonly countDays: number
}

/** What the limits of tables say of it. */
export const usageKept = (tables: Pick<ReferenceTables, "limits">): UsageKept => ({
  signedCalls: limitOf(tables, "usage_calls_max"),
  unsignedCalls: limitOf(tables, "usage_unsigned_calls_max"),
  callDays: limitOf(tables, "usage_calls_days"),
  countDays: limitOf(tables, "usage_count_days"),
})

/** How much waits in memory and is written at once, and how often. */
export interface UsagePolicy {
  /** Calls that are gathered as they are before they are counted. */
  readonly gatheredMax: number
  /** Counts that wait at most while the database is away: keys, days, endpoints and codes. */
  readonly countsMax: number
  /** Calls that wait at most to be kept; of those beyond, only the counts are. */
  readonly callsMax: number
  /** Calls of one key that wait at most, as many as its burst lets in at once: later ones take over. */
  readonly keyCallsMax: number
  /** Counts and calls of one batch. */
  readonly batchMax: number
  readonly writeEveryMs: number
  readonly kept: () => UsageKept
}

/** The policy of a service, which keeps as much as `kept` says. */
export const usagePolicy = (kept: UsagePolicy["kept"]): UsagePolicy => ({
  gatheredMax: 512,
  countsMax: 100_000,
  callsMax: 20_000,
  keyCallsMax: 64,
  batchMax: 1_000,
  writeEveryMs: 1_000,
  kept,
})

/**
 * Records calls: counted by day, and the last ones kept. A call costs a place in a list; every second
 * what came meanwhile is counted and written, each batch exactly once, and once more when the scope
 * closes. What cannot be written waits within bounds. Lost are the calls of the last second when the
 * process is killed, those that wait when it stops while the database is away, and counts of further
 * keys and days once `countsMax` are waiting.
 */
export const makeCallRecorder = Effect.fnUntraced(function* (policy: UsagePolicy) {
  const sql = yield* SqlClient.SqlClient
  const meters = yield* ServiceMeters
  const nextBatchId = yield* RandomIds
  const counts = makeCounts(policy.countsMax, nameOf)
  const calls = makeWaitingCalls(policy.callsMax)
  let gathered: Array<CallRecord> = []
  let held: UsageBatch | undefined
  let dropped = 0

  const count = (): void => {
    const { signedCalls, unsignedCalls } = policy.kept()
    for (const alike of countAlike(gathered)) {
      if (!counts.add(alike)) dropped += alike.count
    }
    for (const call of gathered.filter(({ isListed }) => isListed)) {
      calls.add(call, Math.min(call.isSigned ? signedCalls : unsignedCalls, policy.keyCallsMax))
    }
    gathered = []
  }

  const nextBatch = (): UsageBatch | undefined => {
    count()
    const batch = { counts: counts.take(policy.batchMax), calls: calls.take(policy.batchMax) }
    return batch.counts.length + batch.calls.length === 0
      ? undefined
      : { id: nextBatchId(), ...batch }
  }

  const waiting = (): number =>
    gathered.length + counts.total() + (held === undefined ? 0 : totalOf(held.counts))

  meters.gauge(
    { name: "usage_calls_waiting", about: "Calls that are counted for accounts, not written yet." },
    Effect.sync(() => [{ value: waiting() }]),
  )
  const flush = yield* writeRegularly<UsageBatch>({
    everyMs: policy.writeEveryMs,
    take: () => held ?? nextBatch(),
    write: (batch) => writeUsage(sql, batch, policy.kept()),
    written: (batch) => {
      held = undefined
      meters.usage("written", totalOf(batch.counts))
    },
    putBack: (batch) => {
      held = batch
      count()
    },
    waiting,
    takeDropped: () => {
      const lost = dropped
      dropped = 0
      if (lost > 0) meters.usage("dropped", lost)
      return lost
    },
    words: {
      unit: "calls",
      unavailable: "usage cannot be written and waits in memory",
      availableAgain: "usage is written again",
      dropped: "usage of too many keys: not counted",
      lost: "usage is lost: the database is away",
    },
  })

  return {
    record: (call: CallRecord): void => {
      if (gathered.push(call) >= policy.gatheredMax) count()
    },
    flush,
  }
})

/** Calls of a key to an endpoint on a UTC day (days since 1970) that came out alike. */
interface CalledDay {
  readonly keyId: KeyId
  readonly day: number
  readonly endpoint: string
  /** The code that they were refused under; empty where they were answered. */
  readonly code: string
}

const nameOf = ({ code, day, endpoint, keyId }: CalledDay): string =>
  `${keyId} ${day} ${endpoint} ${code}`

interface Group extends CalledDay {
  count: number
}

/**
 * Counts the calls that came out alike. Calls of a key are of few kinds, and finding theirs costs less
 * than making a name for each call.
 *
 * ```ts
 * import { countAlike } from "../http/store/usage/record-calls.ts"
 *
 * const call = { keyId: "ak_test_1", atMs: 86_400_000, endpoint: "quotes", refused: undefined }
 * countAlike([call, call]) // => [{ keyId: "ak_test_1", day: 1, endpoint: "quotes", code: "", count: 2 }]
 * ```
 */
export const countAlike = (
  calls: ReadonlyArray<Pick<CallRecord, "keyId" | "atMs" | "endpoint" | "refused">>,
): ReadonlyArray<Counted<CalledDay>> => {
  const byKey = new Map<string, Array<Group>>()
  for (const { atMs, endpoint, keyId, refused } of calls) {
    const day = dayNumber(atMs)
    const code = refused?.code ?? ""
    const groups = byKey.get(keyId)
    const group = groups?.find(
      (one) => one.endpoint === endpoint && one.code === code && one.day === day,
    )
    if (group !== undefined) group.count += 1
    else {
      const made = { keyId, day, endpoint, code, count: 1 }
      if (groups === undefined) byKey.set(keyId, [made])
      else groups.push(made)
    }
  }
  return [...byKey.values()].flat()
}

/** The last calls of each key, until they are written. */
interface WaitingCalls {
  /** Keeps a call, in place of the oldest of its key where `room` of them are kept already. */
  readonly add: (call: CallRecord, room: number) => void
  /** Takes calls out, at most so many. */
  readonly take: (callsMax: number) => ReadonlyArray<CallRecord>
}

/** The last calls of one key; once there is no room for more, the oldest is at `oldest`. */
interface Ring {
  calls: Array<CallRecord>
  oldest: number
}

const inOrder = ({ calls, oldest }: Ring): Array<CallRecord> =>
  oldest === 0 ? calls : [...calls.slice(oldest), ...calls.slice(0, oldest)]

const push = (ring: Ring, call: CallRecord): void => {
  ring.calls = inOrder(ring)
  ring.calls.push(call)
  ring.oldest = 0
}

const replaceOldest = (ring: Ring, call: CallRecord): void => {
  ring.calls[ring.oldest] = call
  ring.oldest = (ring.oldest + 1) % ring.calls.length
}

/** Calls with room for so many in all; signed ones and others of a key are kept apart. */
export const makeWaitingCalls = (callsMax: number): WaitingCalls => {
  const rings = new Map<string, Ring>()
  let waiting = 0

  return {
    add: (call, room) => {
      const name = call.isSigned ? call.keyId : `-${call.keyId}`
      const ring = rings.get(name)
      if ((ring?.calls.length ?? 0) < room && waiting < callsMax) {
        waiting += 1
        if (ring === undefined) rings.set(name, { calls: [call], oldest: 0 })
        else push(ring, call)
      } else if (ring !== undefined) replaceOldest(ring, call)
    },
    take: (wanted) => {
      const taken: Array<CallRecord> = []
      for (const [name, ring] of rings) {
        if (taken.length >= wanted) break
        const calls = inOrder(ring)
        const rest = calls.slice(wanted - taken.length)
        taken.push(...calls.slice(0, wanted - taken.length))
        if (rest.length === 0) rings.delete(name)
        else rings.set(name, { calls: rest, oldest: 0 })
      }
      waiting -= taken.length
      return taken
    },
  }
}

/** What is written together, and the id that says whether it has been. */
interface UsageBatch {
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
const writeUsage = (
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
