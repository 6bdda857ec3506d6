import * as Effect from "effect/Effect"
import * as SqlClient from "effect/sql/SqlClient"

/** What lists of an account's sales go by. */
const statements = [
  "create index sale_booked on sale (partner_id, mode, booked_at, id)",
  "create index sale_changed on sale (partner_id, mode, changed_at, id)",
]

/** Indexes for lists of sales. */
export const saleLists: Effect.Effect<void, unknown, SqlClient.SqlClient> = Effect.gen(
  function* () {
    const sql = yield* SqlClient.SqlClient
    yield* Effect.forEach(statements, (statement) => sql.unsafe(statement), { discard: true })
  },
)
