import * as Effect from "effect/Effect"
import * as SqlClient from "effect/sql/SqlClient"

/**
 * Numbers the calls that are kept of an account, those whose signature held and others apart, in the
 * order in which they are written: a reader who knows the last number finds what has come since, and misses
 * no call that another process writes late. Calls of before stay without one.
 */
export const callNumbers: Effect.Effect<void, unknown, SqlClient.SqlClient> = Effect.gen(
  function* () {
    const sql = yield* SqlClient.SqlClient
    yield* sql`alter table usage_call add column number bigint not null default 0`
  },
)
