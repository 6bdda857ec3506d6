import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Migrator from "effect/sql/Migrator"
import { SqlClient } from "effect/sql/SqlClient"
import type { SqlError } from "effect/sql/SqlError"

import { SchemaTooNew } from "./database-errors.ts"
import {
  leastCodeVersion as shippedLeastCodeVersion,
  migrations as shippedMigrations,
} from "./migrations/index.ts"

/** Migrations by `<number>_<name>`; the numbers give their order. */
export type Migrations = Readonly<Record<string, Effect.Effect<void, unknown, SqlClient>>>

/** The table that remembers which migrations a database has been through. */
const recordTable = "schema_migrations"

/** The table that says which code a schema serves: that which has made it, and some from before. */
const compatTable = "schema_compat"

/** Held while one process migrates; others that start meanwhile wait for it. */
const migrationKey = "7305804401"

/** How long a starting process waits for another one's migrations. */
const waitTimeout = "2min"

/**
 * Brings the database to the schema of this code and returns the migrations that it took, in order.
 *
 * All of it is one transaction, so a failure or a kill leaves the old schema. Of several processes
 * that start at once, one migrates and the others find nothing left to do. `leastCodeVersion` is the
 * oldest code that may run on that schema, by its last migration: only this code unless told otherwise.
 *
 * A database that newer code has migrated is left as it is, where that code has said that it serves
 * this one. Else it fails with `SchemaTooNew`, and with a `MigrationError` on a malformed or doubled
 * name and on a migration that comes before one that has been run already.
 */
export const migrate = (
  migrations: Migrations,
  leastCodeVersion?: number,
): Effect.Effect<
  ReadonlyArray<readonly [number: number, name: string]>,
  SchemaTooNew | Migrator.MigrationError | SqlError,
  SqlClient
> =>
  Effect.flatMap(SqlClient, (sql) =>
    sql.withTransaction(
      Effect.gen(function* () {
        yield* sql`SELECT set_config('lock_timeout', ${waitTimeout}, true), set_config('statement_timeout', '0', true), set_config('idle_in_transaction_session_timeout', '0', true)`
        yield* sql`SELECT pg_advisory_xact_lock(${sql.literal(migrationKey)})`
        const known = yield* numbersOf(migrations)
        const recorded = yield* recordedNumbers(sql)
        const [codeVersion, databaseVersion] = [Math.max(0, ...known), Math.max(0, ...recorded)]
        if (databaseVersion > codeVersion)
          return yield* checkServed(sql, codeVersion, databaseVersion)
        yield* checkOrder(known, recorded, databaseVersion)
        const ran = yield* run({ loader: Migrator.fromRecord(migrations), table: recordTable })
        yield* tellServed(sql, leastCodeVersion ?? codeVersion)
        return ran
      }),
    ),
  )

const run = Migrator.make({})

/** Migrates on start: `migrate` with the migrations that ship, as a layer over a client. */
export const layerMigrations: Layer.Layer<
  never,
  SchemaTooNew | Migrator.MigrationError | SqlError,
  SqlClient
> = Layer.effectDiscard(migrate(shippedMigrations, shippedLeastCodeVersion))

const numbersOf = (migrations: Migrations) =>
  Effect.forEach(Object.keys(migrations), (key) => {
    const number = /^(\d{4})_[a-z0-9_]+$/.exec(key)?.[1]
    return number === undefined
      ? Effect.fail(badState(`The migration name "${key}" is not of the form 0001_name`))
      : Effect.succeed(Number(number))
  })

const isThere = (sql: SqlClient, table: string) =>
  Effect.map(
    sql<{ found: boolean }>`SELECT to_regclass(${table}) IS NOT NULL AS found`,
    ([row]) => row?.found === true,
  )

const recordedNumbers = Effect.fnUntraced(function* (sql: SqlClient) {
  if (!(yield* isThere(sql, recordTable))) return []
  const rows = yield* sql<{
    number: number
  }>`SELECT migration_id AS number FROM ${sql(recordTable)}`
  return rows.map((row) => row.number)
})

const checkServed = Effect.fnUntraced(function* (
  sql: SqlClient,
  codeVersion: number,
  databaseVersion: number,
) {
  const rows = (yield* isThere(sql, compatTable))
    ? yield* sql<{ least: number }>`SELECT least_code_version AS least FROM ${sql(compatTable)}`
    : []
  const leastCodeVersion = rows[0]?.least ?? null
  if (leastCodeVersion !== null && leastCodeVersion <= codeVersion) return []
  return yield* new SchemaTooNew({ databaseVersion, codeVersion, leastCodeVersion })
})

/** Says which code the schema serves, where that is news. */
const tellServed = Effect.fnUntraced(function* (sql: SqlClient, leastCodeVersion: number) {
  if (!(yield* isThere(sql, compatTable))) {
    yield* sql`CREATE TABLE ${sql(compatTable)} (
      only_one boolean PRIMARY KEY DEFAULT true CHECK (only_one),
      least_code_version integer NOT NULL
    )`
  }
  yield* sql`INSERT INTO ${sql(compatTable)} AS held (least_code_version)
    VALUES (${leastCodeVersion}) ON CONFLICT (only_one) DO UPDATE
    SET least_code_version = excluded.least_code_version
    WHERE held.least_code_version <> excluded.least_code_version`
})

const checkOrder = (
  known: ReadonlyArray<number>,
  recorded: ReadonlyArray<number>,
  databaseVersion: number,
) => {
  const skipped = known.filter((number) => number < databaseVersion && !recorded.includes(number))
  return skipped.length === 0
    ? Effect.void
    : Effect.fail(
        badState(
          `Migration ${skipped.join(", ")} comes before ${databaseVersion}, which this database has been through already`,
        ),
      )
}

const badState = (message: string) => new Migrator.MigrationError({ kind: "BadState", message })
