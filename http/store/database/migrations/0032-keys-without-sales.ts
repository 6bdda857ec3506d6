import * as Effect from "effect/Effect"
import * as SqlClient from "effect/sql/SqlClient"

/** Keys that may not read sales. Those of before may, and so do those that code from before makes. */
export const keysWithoutSales: Effect.Effect<void, unknown, SqlClient.SqlClient> = Effect.gen(
  function* () {
    const sql = yield* SqlClient.SqlClient
    yield* sql.unsafe("alter table api_key add column reads_sales boolean not null default true")
  },
)
