import * as Effect from "effect/Effect"
import * as SqlClient from "effect/sql/SqlClient"

/** The last batch of clicks that each process has written, so that none is added twice. */
const clickWriterTable = `
  create table click_writer (
    id uuid primary key,
    batch bigint not null check (batch > 0),
    wrote_at timestamptz not null
  )`

/** What makes clicks count once however often a batch of them arrives. */
export const clickWriters: Effect.Effect<void, unknown, SqlClient.SqlClient> = Effect.flatMap(
  SqlClient.SqlClient,
  (sql) => sql.unsafe(clickWriterTable),
)
