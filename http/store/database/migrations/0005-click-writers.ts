import * as Effect from "effect/Effect"
import * as SqlClient from "effect/sql/SqlClient"

/**
 * The last batch of clicks that each process has written. Nothing reads or writes it any more; it
 * stays for processes of older code on the same database.
 */
const clickWriterTable = `
  create table click_writer (
    id uuid primary key,
    batch bigint not null check (batch > 0),
    wrote_at timestamptz not null
  )`

/** The table of batches of clicks. */
export const clickWriters: Effect.Effect<void, unknown, SqlClient.SqlClient> = Effect.flatMap(
  SqlClient.SqlClient,
  (sql) => sql.unsafe(clickWriterTable),
)
