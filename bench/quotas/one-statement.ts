import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as SqlClient from "effect/sql/SqlClient"
import { quotaWindow } from "../../rules/quota/quota.ts"
import type { ChargedKey } from "./keys.ts"

/**
 * Charges one bilan, or nothing where the minute or the day is spent, the key has changed or is
 * revoked: the same limits and windows, the same columns written and told. It need not tell which
 * limit refused, which makes it less work than what the service does.
 */
const statement = `
  update quota q set
    minute = greatest(q.minute, $3::bigint),
    day = greatest(q.day, $4::int),
    burst_used = case when q.minute >= $3::bigint then q.burst_used else 0 end + 1,
    reads_used = case when q.day >= $4::int then q.reads_used else 0 end + 1,
    writes_used = case when q.day >= $4::int then q.writes_used else 0 end,
    bilans = q.bilans + 1
  from api_key k
  where q.key_id = $1::text and k.key_id = q.key_id
    and k.revision = $2::bigint and k.revoked_at is null
    and case when q.minute >= $3::bigint then q.burst_used else 0 end < q.burst_limit
    and case when q.day >= $4::int then q.reads_used else 0 end < q.reads_limit
  returning q.reads_limit, q.writes_limit, q.burst_limit, q.burst_used, q.reads_used,
    q.writes_used, q.prices, q.bilans, q.links`

/** Quotas as one would write them first: one statement for each call. */
export const makeOneStatement = Effect.map(
  SqlClient.SqlClient,
  (sql) =>
    ({ keyId, revision }: ChargedKey): Effect.Effect<boolean> =>
      Effect.flatMap(Clock.currentTimeMillis, (nowMs) => {
        const { day, minute } = quotaWindow(nowMs)
        return Effect.map(
          Effect.orDie(sql.unsafe(statement, [keyId, String(revision), minute, day])),
          (rows) => rows.length > 0,
        )
      }),
)
