import * as Effect from "effect/Effect"
import * as SqlClient from "effect/sql/SqlClient"

/**
 * What the service found when it checked itself: a sign for each five minutes of a day, in which it was
 * checked, and in which a check failed. Any number of processes set the same signs.
 */
const checkTable = `
  create table service_check (
    day date not null,
    component text not null check (component in ('calls')),
    checked bit(288) not null,
    failed bit(288) not null,
    primary key (day, component)
  )`

/** The service's own checks, day by day. */
export const serviceChecks: Effect.Effect<void, unknown, SqlClient.SqlClient> = Effect.gen(
  function* () {
    const sql = yield* SqlClient.SqlClient
    yield* sql.unsafe(checkTable)
  },
)
