import * as Effect from "effect/Effect"
import * as SqlClient from "effect/sql/SqlClient"

/**
 * What listeners have settled, for as long as the event is kept. A table of its own: code of before takes all that
 * stands in `event_listening` for what waits, and notes nothing here.
 */
const listenedTable = `
  create table event_listened (
    event_number bigint not null references event (number) on delete cascade,
    listener_id text not null,
    settled_at timestamptz not null,
    primary key (event_number, listener_id)
  )`

/** Which events listeners have taken. */
export const listenedEvents: Effect.Effect<void, unknown, SqlClient.SqlClient> = Effect.gen(
  function* () {
    const sql = yield* SqlClient.SqlClient
    yield* sql.unsafe(listenedTable)
  },
)
