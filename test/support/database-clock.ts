import * as PgConnection from "@effect/sql-pg/PgConnection"
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"
import * as SqlClient from "effect/sql/SqlClient"
import type { SqlError } from "effect/sql/SqlError"

/**
 * A `now()` that is found before the one of Postgres, and the row that it goes by: the moment at
 * which it stands, if it stands, and how far it is moved from there.
 */
const statements = [
  "create schema set_clock",
  `create table set_clock.clock (
    stands_at timestamptz, shift interval not null default interval '0')`,
  "insert into set_clock.clock default values",
  `create function set_clock.now() returns timestamptz stable language sql as $$
    select coalesce(stands_at, pg_catalog.now()) + shift from set_clock.clock $$`,
  // A name is looked up in the catalogue first, unless that stands in the path.
  `do $$ begin
    execute format('alter database %I set search_path to public, set_clock, pg_catalog',
      current_database());
  end $$`,
]

/**
 * Gives a database a clock that can be set, by which everything goes that says `now()`. It holds in
 * sessions that begin afterwards: do it before a pool is opened on the database.
 */
export const installDatabaseClock = (url: string): Effect.Effect<void, SqlError> =>
  Effect.scoped(
    Effect.flatMap(PgConnection.make({ url: Redacted.make(url) }), (session) =>
      Effect.forEach(statements, (statement) => session.query(statement), { discard: true }),
    ),
  )

const onClock = <A>(
  act: (sql: SqlClient.SqlClient) => Effect.Effect<A, SqlError>,
): Effect.Effect<A, SqlError, SqlClient.SqlClient> => Effect.flatMap(SqlClient.SqlClient, act)

/** Makes the clock of the database stand at a moment, in milliseconds since 1970. */
export const setDatabaseTime = (
  nowMs: number,
): Effect.Effect<void, SqlError, SqlClient.SqlClient> =>
  onClock((sql) =>
    Effect.asVoid(
      sql`update set_clock.clock set stands_at = ${new Date(nowMs)}, shift = interval '0'`,
    ),
  )

/** Moves the clock of the database by some milliseconds, whether it stands or goes. */
export const adjustDatabaseTime = (
  byMs: number,
): Effect.Effect<void, SqlError, SqlClient.SqlClient> =>
  onClock((sql) =>
    Effect.asVoid(
      sql`update set_clock.clock set shift = shift + ${byMs}::float8 * interval '1 millisecond'`,
    ),
  )

/** Lets the clock of the database go again, with the machine's. */
export const resetDatabaseTime: Effect.Effect<void, SqlError, SqlClient.SqlClient> = onClock(
  (sql) => Effect.asVoid(sql`update set_clock.clock set stands_at = null, shift = interval '0'`),
)

/** The time of the database, in milliseconds since 1970. */
export const databaseTimeMs: Effect.Effect<number, SqlError, SqlClient.SqlClient> = onClock((sql) =>
  Effect.map(
    sql<{ readonly now: Date }>`select date_trunc('milliseconds', now()) as now`,
    ([row]) => row?.now.getTime() ?? Number.NaN,
  ),
)
