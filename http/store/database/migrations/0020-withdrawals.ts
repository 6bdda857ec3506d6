import * as Effect from "effect/Effect"
import * as SqlClient from "effect/sql/SqlClient"

/** When a traveller has declared to withdraw from the contract of a subscription; once for each. */
const withdrawalTable = `
  create table withdrawal (
    subscription_id text primary key references subscription (id),
    declared_at timestamptz not null
  )`

/** What travellers have declared of contracts that they withdraw from. */
export const withdrawals: Effect.Effect<void, unknown, SqlClient.SqlClient> = Effect.gen(
  function* () {
    const sql = yield* SqlClient.SqlClient
    yield* sql.unsafe(withdrawalTable)
  },
)
