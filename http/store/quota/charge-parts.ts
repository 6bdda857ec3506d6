import * as Effect from "effect/Effect"
import type * as SqlClient from "effect/sql/SqlClient"
import type * as SqlError from "effect/sql/SqlError"
import type { GrantedTogether } from "../../../rules/quota/charge.ts"
import { type QuotaWindow, standingWindow } from "../../../rules/quota/window.ts"
import { boundLockWait } from "../database/brief-locks.ts"
import { chargeClock, stands } from "./charge-clock.ts"
import {
  type ChargedBatch,
  chargeParameters,
  type KeyCharge,
  type KeyFigures,
  stateOf,
} from "./key-charge.ts"

/** What became of the quota of a key that has not changed. */
type Row = FreeRow | { readonly key_id: string; readonly is_free: false }

interface FreeRow extends KeyFigures {
  readonly is_free: true
  readonly calls_granted: number
  readonly prices_granted: number
  readonly bilans_granted: number
  readonly minute: string | number
  readonly day: number
  /** The time that the charge counted at. */
  readonly now_ms: string | number
}

const standsInMinute = stands("l", "c", "minute")

const standsInDay = stands("l", "c", "day")

/** How a statement comes by rows that others hold: it waits briefly for them, or passes them over. */
const lockings = { waiting: "for update of q", passing: "for update of q skip locked" } as const

/**
 * One statement for a whole batch. Rows are locked in the order of their keys, so that batches of
 * several processes do not deadlock. A window that has passed counts as empty. Windows never move back
 * when a process's clock is behind, unless they lie further ahead than a clock can honestly be wrong:
 * those are moved back to now, or the key would wait until they come. Reads are granted before plain
 * calls. A key whose record has changed since it was read, or that is revoked, gives no row.
 */
const statementOf = (locking: string): string => `
  with bound as materialized (select ${boundLockWait}
  ), clock as materialized (${chargeClock("$6::bigint")}
  ), asked as materialized (
    select a.* from bound cross join
      unnest($1::text[], $2::bigint[], $3::int[], $4::int[], $5::int[])
        as a (key_id, revision, calls, prices, bilans)
  ), locked as materialized (
    select q.*, a.calls as calls_asked, a.prices as prices_asked, a.bilans as bilans_asked
    from quota q
    join asked a on a.key_id = q.key_id
    join api_key k on k.key_id = a.key_id and k.revision = a.revision and k.revoked_at is null
    order by q.key_id
    ${locking}
  ), standing as (
    select l.*, c.now_ms,
      case when ${standsInMinute} then l.minute else c.minute end as minute_now,
      case when ${standsInDay} then l.day else c.day end as day_now,
      case when ${standsInMinute} then l.burst_used else 0 end as burst_before,
      case when ${standsInDay} then l.reads_used else 0 end as reads_before,
      case when ${standsInDay} then l.writes_used else 0 end as writes_before
    from locked l cross join clock c
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
    burst_before as burst_used, reads_before as reads_used, writes_before as writes_used, d.prices,
    d.bilans, links, minute_now as minute, day_now as day, now_ms, calls_granted, prices_granted,
    bilans_granted
  from asked a left join dealt d on d.key_id = a.key_id
  where d.key_id is not null or exists (
    select from quota q join api_key k on k.key_id = q.key_id
    where q.key_id = a.key_id and k.revision = a.revision and k.revoked_at is null
  )`

const statements = {
  waiting: statementOf(lockings.waiting),
  passing: statementOf(lockings.passing),
} as const

const windowOf = ({ day, minute, now_ms: nowMs }: FreeRow): QuotaWindow =>
  standingWindow(Number(nowMs), { minute: Number(minute), day })

const grantedPart = (row: FreeRow): GrantedTogether => ({
  before: stateOf(row, windowOf(row)),
  granted: {
    calls: row.calls_granted,
    prices: row.prices_granted,
    bilans: row.bilans_granted,
  },
})

/**
 * Grants of what a batch asks as much as there is room for; a key that was changed or revoked is in
 * neither list. Rows that others hold are waited for briefly, or passed over and named as held.
 */
export const chargeParts = (
  sql: SqlClient.SqlClient,
  charges: ReadonlyArray<KeyCharge>,
  nowMs: number,
  locking: keyof typeof lockings,
): Effect.Effect<ChargedBatch, SqlError.SqlError> =>
  Effect.map(
    sql.unsafe<Row>(statements[locking], [...chargeParameters(charges), Math.floor(nowMs)]),
    (rows) => {
      const granted = new Map<string, GrantedTogether>()
      const held = new Set<string>()
      for (const row of rows) {
        if (row.is_free) granted.set(row.key_id, grantedPart(row))
        else held.add(row.key_id)
      }
      return { granted, held }
    },
  )
