import * as Effect from "effect/Effect"
import * as SqlClient from "effect/sql/SqlClient"
import { secretEndingSeconds } from "../../../rules/events/event-policy.ts"

/**
 * How far the clock is from each moment, among the next milliseconds, at which a previous secret of a key
 * begins to be one that ends soon. A clock that leaps over such a moment would leave its event untold.
 */
export const secretEndingsWithin = Effect.fnUntraced(function* (ms: number) {
  const sql = yield* SqlClient.SqlClient
  const rows = yield* sql<{ readonly inMs: number }>`
    with ending as (
      select distinct ceil(1000 * (extract(epoch from previous_valid_until - now())
        - ${secretEndingSeconds}::float8))::float8 as "inMs"
      from api_key where revoked_at is null and previous_valid_until is not null
    )
    select "inMs" from ending where "inMs" > 0 and "inMs" <= ${ms}::float8 order by "inMs"`
  return rows.map(({ inMs }) => inMs)
})
