import type { KeyId } from "../../../rules/accounts/key-text.ts"
import * as Effect from "effect/Effect"
import type * as SqlClient from "effect/sql/SqlClient"
import type * as SqlError from "effect/sql/SqlError"
import { dayMs } from "../../../core/vocabulary/day.ts"
import type { KeyMode } from "../../../rules/accounts/partner.ts"
import {
  type Charge,
  type ChargeCounts,
  type GrantedTogether,
  minuteMs,
  type QuotaState,
  standingWindow,
  windowLeadMaxMs,
} from "../../../rules/quota/quota.ts"
import { boundLockWait, isHeldByOthers } from "../database/account-turns.ts"

/** All calls of one key in a batch, counted by kind. */
export interface KeyCharge extends ChargeCounts {
  readonly keyId: KeyId
  readonly revision: bigint
}

/** What became of a batch; a key that is in neither was changed or revoked. */
export interface ChargedBatch {
  readonly granted: ReadonlyMap<string, GrantedTogether>
  /** Keys whose quota is held by others, and which are not charged. */
  readonly held: ReadonlySet<string>
}

type Charging = Effect.Effect<ChargedBatch, SqlError.SqlError>

/**
 * Charges a batch of keys, each at most once in it: each is granted what it is asked for, as far
 * as it has room. Where others hold one of the quotas for longer than anybody shall wait for another's,
 * the rest is charged without it.
 */
export const chargeBatch = (
  sql: SqlClient.SqlClient,
  charges: ReadonlyArray<KeyCharge>,
  nowMs: number,
): Charging =>
  Effect.catchIf(chargeKeys(sql, charges, nowMs, "wait"), isHeldByOthers, () =>
    chargeFree(sql, charges, nowMs),
  )

/** Charges what nobody else holds, and waits for nothing. */
export const chargeFree = (
  sql: SqlClient.SqlClient,
  charges: ReadonlyArray<KeyCharge>,
  nowMs: number,
): Charging =>
  // Where more is held than rows, the whole table perhaps, nothing is free.
  Effect.catchIf(chargeKeys(sql, charges, nowMs, "skip"), isHeldByOthers, () =>
    Effect.succeed({ granted: new Map(), held: new Set(charges.map(({ keyId }) => keyId)) }),
  )

/** Whether a write was there to be taken, and the quota after it. */
export interface WriteCharge {
  readonly granted: boolean
  readonly state: QuotaState
}

/**
 * Charges a write to a key, inside the transaction of what it pays for; undefined when the key has
 * no quota. It comes last there: until the transaction ends, the key's other calls wait for it.
 */
export const chargeWrite = (
  sql: SqlClient.SqlClient,
  {
    keyId,
    nowMs,
    state,
  }: {
    readonly keyId: KeyId
    readonly nowMs: number
    /** The quota as it stood when the call was charged. */
    readonly state: QuotaState
  },
): Effect.Effect<WriteCharge | undefined, SqlError.SqlError> =>
  Effect.map(sql.unsafe<WriteRow>(writeStatement, [keyId, Math.floor(nowMs)]), ([row]) =>
    row === undefined ? undefined : writeChargeOf(row, state),
  )

/** The keys of an account that are in use, the oldest first, and how each stands now. */
export const quotasOf = (
  sql: SqlClient.SqlClient,
  { mode, partnerId }: { readonly partnerId: string; readonly mode: KeyMode },
  nowMs: number,
): Effect.Effect<ReadonlyArray<QuotaState & { readonly keyId: KeyId }>, SqlError.SqlError> =>
  Effect.map(
    sql.unsafe<StandingRow>(accountStatement, [partnerId, mode, Math.floor(nowMs)]),
    (rows) => rows.map((row) => ({ keyId: row.key_id, ...stateOf(row) })),
  )

/** Gives back the read of a call that was charged on a day: to that day, and to the key's life. */
export const refundRead = (
  sql: SqlClient.SqlClient,
  { day, keyId, kind }: Pick<Charge, "keyId" | "kind"> & { readonly day: number },
): Effect.Effect<unknown, SqlError.SqlError> => {
  const prices = kind === "price" ? 1 : 0
  const bilans = kind === "bilan" ? 1 : 0
  return sql`
    with bound as materialized (select ${sql.literal(boundLockWait)})
    update quota set
      reads_used = case when day = ${day}
        then greatest(0, reads_used - ${prices + bilans}) else reads_used end,
      prices = greatest(0, prices - ${prices}),
      bilans = greatest(0, bilans - ${bilans})
    from bound where key_id = ${keyId}`
}

/** Takes a call that was charged in a minute out of that minute's burst again. */
export const uncountCall = (
  sql: SqlClient.SqlClient,
  { keyId, minute }: { readonly keyId: KeyId; readonly minute: number },
): Effect.Effect<unknown, SqlError.SqlError> => sql`
    with bound as materialized (select ${sql.literal(boundLockWait)})
    update quota set burst_used = greatest(0, burst_used - 1)
    from bound where key_id = ${keyId} and minute = ${minute}`

/**
 * The one row of the time that a charge counts at: `now_ms`, its windows `minute` and `day`, and
 * `minute_last` and `day_last`, the last ones that a key may stand in. `ownMs` is the process's time.
 * It holds unless it is too far ahead of the database's clock, which then holds in its place. The
 * database's is the clock that all processes share: were each to judge by its own, one that is right
 * and one that is a year ahead would take turns in moving a key's windows, and each turn would grant
 * everything anew.
 */
const clockOf = (ownMs: string): string => `
    select now_ms, now_ms / ${minuteMs} as minute, (now_ms / ${dayMs})::int as day,
      last_ms / ${minuteMs} as minute_last, (last_ms / ${dayMs})::int as day_last
    from (
      select last_ms,
        case when ${ownMs} <= last_ms then ${ownMs} else last_ms - ${windowLeadMaxMs} end as now_ms
      from (
        select floor(extract(epoch from now()) * 1000)::bigint + ${windowLeadMaxMs} as last_ms
      ) the_database
    ) either_one`

/** Whether the window in which a key stands is not over, nor ahead of every clock that may hold. */
const stands = (window: "day" | "minute"): string =>
  `r.${window} between c.${window} and c.${window}_last`

/**
 * How the rows of `recorded` stand. A window that has passed counts as empty. Windows
 * never move back when a process's clock is behind, unless they lie further ahead than a clock can
 * honestly be wrong: those are moved back to now, or the key would wait until they come.
 */
const standing = `
    select r.*, c.now_ms,
      case when ${stands("minute")} then r.minute else c.minute end as minute_now,
      case when ${stands("day")} then r.day else c.day end as day_now,
      case when ${stands("minute")} then r.burst_used else 0 end as burst_before,
      case when ${stands("day")} then r.reads_used else 0 end as reads_before,
      case when ${stands("day")} then r.writes_used else 0 end as writes_before
    from recorded r cross join clock c`

/** A row of `standing`. */
interface StandingRow {
  readonly key_id: KeyId
  readonly reads_limit: number
  readonly writes_limit: number
  readonly burst_limit: number
  readonly reads_before: number
  readonly writes_before: number
  readonly burst_before: number
  readonly prices: string | number
  readonly bilans: string | number
  readonly links: string | number
  readonly minute_now: string | number
  readonly day_now: number
  readonly now_ms: string | number
}

const stateOf = (row: StandingRow): QuotaState => ({
  reads: { limit: row.reads_limit, used: row.reads_before },
  writes: { limit: row.writes_limit, used: row.writes_before },
  burst: { limit: row.burst_limit, used: row.burst_before },
  window: standingWindow(Number(row.now_ms), {
    minute: Number(row.minute_now),
    day: row.day_now,
  }),
  lifetime: {
    prices: Number(row.prices),
    links: Number(row.links),
    bilans: Number(row.bilans),
  },
})

const accountStatement = `
  with clock as materialized (${clockOf("$3::bigint")}
  ), recorded as (
    select quota.*, created_at from quota join api_key using (key_id)
    where partner_id = $1::text and mode = $2::text and revoked_at is null
  ), standing as (${standing}
  )
  select * from standing order by created_at, key_id`

/** How a statement treats rows that others hold: it waits briefly for them, or skips them. */
const lockings = { wait: "for update of q", skip: "for update of q skip locked" } as const

/**
 * One statement for a whole batch. Rows are locked in the order of their keys, so that batches of
 * several processes do not deadlock. Reads are granted before plain calls. A key whose record has
 * changed since it was read, or that is revoked, gives no row.
 */
const statementOf = (locking: string): string => `
  with bound as materialized (select ${boundLockWait}
  ), clock as materialized (${clockOf("$6::bigint")}
  ), asked as materialized (
    select a.* from bound cross join
      unnest($1::text[], $2::bigint[], $3::int[], $4::int[], $5::int[])
        as a (key_id, revision, calls, prices, bilans)
  ), recorded as materialized (
    select q.*, a.calls as calls_asked, a.prices as prices_asked, a.bilans as bilans_asked
    from quota q
    join asked a on a.key_id = q.key_id
    join api_key k on k.key_id = a.key_id and k.revision = a.revision and k.revoked_at is null
    order by q.key_id
    ${locking}
  ), standing as (${standing}
  ), reads_dealt as (
    select s.*,
      greatest(0, s.burst_limit - s.burst_before) as burst_left,
      least(
        s.prices_asked + s.bilans_asked,
        greatest(0, s.reads_limit - s.reads_before),
        greatest(0, s.burst_limit - s.burst_before)
      ) as reads_granted
    from standing s
  ), dealt as (
    select r.*,
      least(r.prices_asked, r.reads_granted) as prices_granted,
      r.reads_granted - least(r.prices_asked, r.reads_granted) as bilans_granted,
      least(r.calls_asked, r.burst_left - r.reads_granted) as calls_granted
    from reads_dealt r
  ), counted as (
    update quota q set
      minute = d.minute_now,
      day = d.day_now,
      burst_used = d.burst_before + d.reads_granted + d.calls_granted,
      reads_used = d.reads_before + d.reads_granted,
      writes_used = d.writes_before,
      prices = d.prices + d.prices_granted,
      bilans = d.bilans + d.bilans_granted
    from dealt d
    where q.key_id = d.key_id
  )
  select a.key_id, d.key_id is not null as is_free, reads_limit, writes_limit, burst_limit,
    burst_before, reads_before, writes_before, d.prices, d.bilans, links, minute_now, day_now, now_ms,
    calls_granted, prices_granted, bilans_granted
  from asked a left join dealt d on d.key_id = a.key_id
  where d.key_id is not null or exists (
    select from quota q join api_key k on k.key_id = q.key_id
    where q.key_id = a.key_id and k.revision = a.revision and k.revoked_at is null
  )`

const statements = { wait: statementOf(lockings.wait), skip: statementOf(lockings.skip) } as const

/** What became of the quota of a key that has not changed. */
type ChargedRow = FreeRow | { readonly key_id: string; readonly is_free: false }

interface FreeRow extends StandingRow {
  readonly is_free: true
  readonly calls_granted: number
  readonly prices_granted: number
  readonly bilans_granted: number
}

const grantedOf = (row: FreeRow): GrantedTogether => ({
  before: stateOf(row),
  granted: {
    calls: row.calls_granted,
    prices: row.prices_granted,
    bilans: row.bilans_granted,
  },
})

const chargeKeys = (
  sql: SqlClient.SqlClient,
  charges: ReadonlyArray<KeyCharge>,
  nowMs: number,
  locking: keyof typeof lockings,
): Charging => {
  const parameters = [
    charges.map(({ keyId }) => keyId),
    charges.map(({ revision }) => String(revision)),
    charges.map(({ calls }) => calls),
    charges.map(({ prices }) => prices),
    charges.map(({ bilans }) => bilans),
    Math.floor(nowMs),
  ]
  return Effect.map(sql.unsafe<ChargedRow>(statements[locking], parameters), (rows) => {
    const granted = new Map<string, GrantedTogether>()
    const held = new Set<string>()
    for (const row of rows) {
      if (row.is_free) granted.set(row.key_id, grantedOf(row))
      else held.add(row.key_id)
    }
    return { granted, held }
  })
}

/** Takes one write of the day and counts one link in the key's life, or nothing when the writes are spent. */
const writeStatement = `
  with clock as materialized (${clockOf("$2::bigint")}
  ), recorded as materialized (
    select q.* from quota q where q.key_id = $1::text ${lockings.wait}
  ), standing as materialized (${standing}
  ), counted as (
    update quota q set
      day = s.day_now,
      reads_used = s.reads_before,
      writes_used = s.writes_before + 1,
      links = s.links + 1
    from standing s
    where q.key_id = s.key_id and s.writes_before < s.writes_limit
    returning q.key_id
  )
  select exists (select from counted) as granted, standing.* from standing`

interface WriteRow extends StandingRow {
  readonly granted: boolean
}

const writeChargeOf = (row: WriteRow, { burst, lifetime, window }: QuotaState): WriteCharge => {
  const before = stateOf(row)
  const taken = row.granted ? 1 : 0
  return {
    granted: row.granted,
    state: {
      reads: before.reads,
      writes: { limit: before.writes.limit, used: before.writes.used + taken },
      burst,
      window: standingWindow(Number(row.now_ms), { minute: window.minute, day: row.day_now }),
      lifetime: { ...lifetime, links: before.lifetime.links + taken },
    },
  }
}
