import * as Effect from "effect/Effect"
import * as SqlClient from "effect/sql/SqlClient"

const statements = [
  // Code from before does not ask for these, and signs with such a key as it always did.
  `alter table api_key add column name text not null default '',
   add column expires_at timestamptz, add column networks text[] not null default '{}'`,
  // Apart from keys, whose every change gives them a new revision that all processes read.
  `create table key_use (
    key_id text primary key references api_key (key_id),
    at timestamptz not null,
    network text not null
  )`,
]

/** Names, ends and networks of keys, and when each was used last. */
export const keyTerms: Effect.Effect<void, unknown, SqlClient.SqlClient> = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  yield* Effect.forEach(statements, (statement) => sql.unsafe(statement), { discard: true })
})
