import * as Effect from "effect/Effect"
import * as SqlClient from "effect/sql/SqlClient"
import type { Stage } from "../stage.ts"
import { dayMs } from "./world.ts"

/**
 * How far the clock of the database is ahead of the machine's. A server's clock is judged by how far
 * it is ahead of the database's: every moment of the tables of one clock lies behind that.
 */
const aheadDays = 2_000

/** The time of the database, in milliseconds since 1970; it goes on. */
export const databaseNowMs = (): number => Date.now() + aheadDays * dayMs

/** Sets the clock of the database, for the sessions that begin from now on. */
export const setDatabaseClock = (stage: Stage): Promise<void> =>
  stage.run(
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      yield* sql`create schema set_clock`
      yield* sql.unsafe(`
        create function set_clock.now() returns timestamptz stable language sql
        return pg_catalog.now() + interval '${aheadDays} days'`)
      // A name is looked up in the catalogue first, unless that stands in the path.
      yield* sql`
        do $$ begin
          execute format('alter database %I set search_path to public, set_clock, pg_catalog',
            current_database());
        end $$`
    }),
  )
