import * as Effect from "effect/Effect"
import type * as SqlClient from "effect/sql/SqlClient"
import type * as SqlError from "effect/sql/SqlError"
import { type GrantedTogether, stateAfter } from "../../../rules/quota/charge.ts"
import { type QuotaWindow, quotaWindow, windowLeadMaxMs } from "../../../rules/quota/window.ts"
import { boundLockWait } from "../database/brief-locks.ts"
import {
  chargeParameters,
  type GrantedByKey,
  type KeyCharge,
  type KeyFigures,
  stateOf,
} from "./key-charge.ts"

/**
 * One statement for a whole batch, which waits briefly for rows that others hold, and grants a key all that is asked of it or gives no row: the
 * usual case, in which the rows are written without being locked first, no window lies ahead of the
 * process's time, and that time is not further ahead of the database's clock than it may be. Whatever
 * else may be is `chargeParts`' to say.
 */
const statement = `
  with bound as materialized (select ${boundLockWait}
  ), asked as materialized (
    select a.* from bound cross join
      unnest($1::text[], $2::bigint[], $3::int[], $4::int[], $5::int[])
        as a (key_id, revision, calls, prices, bilans)
    order by key_id
  )
  update quota q set
    minute = $6::bigint,
    day = $7::int,
    burst_used = case when q.minute = $6::bigint then q.burst_used else 0 end
      + a.calls + a.prices + a.bilans,
    reads_used = case when q.day = $7::int then q.reads_used else 0 end + a.prices + a.bilans,
    writes_used = case when q.day = $7::int then q.writes_used else 0 end,
    prices = q.prices + a.prices,
    bilans = q.bilans + a.bilans
  from asked a
  join api_key k on k.key_id = a.key_id and k.revision = a.revision and k.revoked_at is null
  where q.key_id = a.key_id
    and $8::float8 <= extract(epoch from now())::float8 * 1000
    and q.minute <= $6::bigint
    and q.day <= $7::int
    and case when q.minute = $6::bigint then q.burst_used else 0 end
      + a.calls + a.prices + a.bilans <= q.burst_limit
    and (a.prices + a.bilans = 0
      or case when q.day = $7::int then q.reads_used else 0 end + a.prices + a.bilans
        <= q.reads_limit)
  returning q.key_id, q.reads_limit, q.writes_limit, q.burst_limit, q.burst_used, q.reads_used,
    q.writes_used, q.prices, q.bilans, q.links`

/** What stood before a key was granted all that it asked. */
const grantedWhole = (
  row: KeyFigures,
  { bilans, calls, prices }: KeyCharge,
  window: QuotaWindow,
): GrantedTogether => {
  const granted = { calls, prices, bilans }
  const taken = { calls: -calls, prices: -prices, bilans: -bilans }
  return { before: stateAfter(stateOf(row, window), taken), granted }
}

/**
 * Charges the keys of a batch that have room for all that is asked of them; the others have no
 * entry, nor have those that were changed or revoked.
 */
export const chargeWhole = (
  sql: SqlClient.SqlClient,
  charges: ReadonlyArray<KeyCharge>,
  nowMs: number,
): Effect.Effect<GrantedByKey, SqlError.SqlError> => {
  const window = quotaWindow(nowMs)
  const parameters = [
    ...chargeParameters(charges),
    window.minute,
    window.day,
    nowMs - windowLeadMaxMs,
  ]
  return Effect.map(sql.unsafe<KeyFigures>(statement, parameters), (rows) => {
    const rowOf = new Map(rows.map((row) => [row.key_id, row]))
    const granted = new Map<string, GrantedTogether>()
    for (const charge of charges) {
      const row = rowOf.get(charge.keyId)
      if (row !== undefined) granted.set(charge.keyId, grantedWhole(row, charge, window))
    }
    return granted
  })
}
