import * as Effect from "effect/Effect"
import * as SqlClient from "effect/sql/SqlClient"

/** What a person may do with tables on a workbench for a team, whether or not it is an operator of the console. */
const statements = [
  `alter table person add column table_roles text[] not null default '{}'
    check (table_roles <@ array['analyst', 'approver'])`,
]

/** Analysts and approvers of tables. */
export const tableRoles: Effect.Effect<void, unknown, SqlClient.SqlClient> = Effect.gen(
  function* () {
    const sql = yield* SqlClient.SqlClient
    yield* Effect.forEach(statements, (statement) => sql.unsafe(statement), { discard: true })
  },
)
