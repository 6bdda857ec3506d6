import * as Effect from "effect/Effect"
import type * as SqlClient from "effect/sql/SqlClient"
import type * as SqlError from "effect/sql/SqlError"
import type { QuotaState } from "../../../rules/quota/state.ts"
import { standingWindow } from "../../../rules/quota/window.ts"
import { chargeClock, stands } from "./charge-clock.ts"

interface Row {
  readonly granted: boolean
  readonly reads_limit: number
  readonly writes_limit: number
  readonly reads_before: number
  readonly writes_before: number
  readonly links_before: string | number
  readonly day: number
  readonly now_ms: string | number
}

const standsInDay = stands("q", "c", "day")

/**
 * Takes one write of the day and counts one link in the key's life, or nothing when the day's
 * writes are spent. Days are kept as `chargeParts` keeps them.
 */
const statement = `
  with clock as materialized (${chargeClock("$2::bigint")}
  ), standing as materialized (
    select q.key_id, q.reads_limit, q.writes_limit, q.links as links_before, c.now_ms,
      case when ${standsInDay} then q.day else c.day end as day_now,
      case when ${standsInDay} then q.reads_used else 0 end as reads_before,
      case when ${standsInDay} then q.writes_used else 0 end as writes_before
    from quota q cross join clock c where q.key_id = $1::text
    for update of q
  ), counted as (
    update quota q set
      day = s.day_now,
      reads_used = s.reads_before,
      writes_used = s.writes_before + 1,
      links = s.links_before + 1
    from standing s
    where q.key_id = s.key_id and s.writes_before < s.writes_limit
    returning q.key_id
  )
  select exists (select from counted) as granted, reads_limit, writes_limit, reads_before,
    writes_before, links_before, day_now as day, now_ms
  from standing`

/** Whether a write was there to be taken, and the quota after it. */
export interface WriteCharge {
  readonly granted: boolean
  readonly state: QuotaState
}

const chargeOf = (row: Row, state: QuotaState): WriteCharge => {
  const taken = row.granted ? 1 : 0
  return {
    granted: row.granted,
    state: {
      reads: { limit: row.reads_limit, used: row.reads_before },
      writes: { limit: row.writes_limit, used: row.writes_before + taken },
      burst: state.burst,
      window: standingWindow(Number(row.now_ms), { minute: state.window.minute, day: row.day }),
      lifetime: { ...state.lifetime, links: Number(row.links_before) + taken },
    },
  }
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
    readonly keyId: string
    readonly nowMs: number
    /** The quota as it stood when the call was charged. */
    readonly state: QuotaState
  },
): Effect.Effect<WriteCharge | undefined, SqlError.SqlError> =>
  Effect.map(sql.unsafe<Row>(statement, [keyId, Math.floor(nowMs)]), ([row]) =>
    row === undefined ? undefined : chargeOf(row, state),
  )
