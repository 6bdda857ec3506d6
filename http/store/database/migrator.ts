import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Migrator from "effect/sql/Migrator"
import { SqlClient } from "effect/sql/SqlClient"
import type { SqlError } from "effect/sql/SqlError"

import { SchemaTooNew } from "./database-errors.ts"
import { migrations as shippedMigrations } from "./migrations/index.ts"

/** Migrations by `<number>_<name>`; the numbers give their order. */
export type Migrations = Readonly<Record<string, Effect.Effect<void, unknown, SqlClient>>>

/** The table that remembers which migrations a database has been through. */
const recordTable = "schema_migrations"

/** Held while one process migrates; others that start meanwhile wait for it. */
const migrationKey = "7305804401"

/** How long a starting process waits for another one's migrations. */
const waitTimeout = "2min"

/**
 * Brings the database to the schema of this code and returns the migrations that it took, in order.
 *
 * All of it is one transaction, so a failure or a kill leaves the old schema. Of several processes
 * that start at once, one migrates and the others find nothing left to do. Fails with
 * `SchemaTooNew` on a database that newer code has migrated, and with a `MigrationError` on a
 * malformed or doubled name and on a migration that comes before one that has been run already.
 */
export const migrate = (
  migrations: Migrations,
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
        yield* checkRecord(yield* numbersOf(migrations), yield* recordedNumbers(sql))
        return yield* run({ loader: Migrator.fromRecord(migrations), table: recordTable })
      }),
    ),
  )

const run = Migrator.make({})

/** Migrates on start: `migrate` with the migrations that ship, as a layer over a client. */
export const layerMigrations: Layer.Layer<
  never,
  SchemaTooNew | Migrator.MigrationError | SqlError,
  SqlClient
> = Layer.effectDiscard(migrate(shippedMigrations))

const numbersOf = (migrations: Migrations) =>
  Effect.forEach(Object.keys(migrations), (key) => {
    const number = /^(\d{4})_[a-z0-9_]+$/.exec(key)?.[1]
    return number === undefined
      ? Effect.fail(badState(`The migration name "${key}" is not of the form 0001_name`))
      : Effect.succeed(Number(number))
  })

const recordedNumbers = (sql: SqlClient) =>
  Effect.flatMap(
    sql<{ found: boolean }>`SELECT to_regclass(${recordTable}) IS NOT NULL AS found`,
    ([row]) =>
      row?.found === true
        ? Effect.map(
            sql<{ number: number }>`SELECT migration_id AS number FROM ${sql(recordTable)}`,
            (rows) => rows.map((row) => row.number),
          )
        : Effect.succeed([]),
  )

const checkRecord = (known: ReadonlyArray<number>, recorded: ReadonlyArray<number>) => {
  const codeVersion = Math.max(0, ...known)
  const databaseVersion = Math.max(0, ...recorded)
  if (databaseVersion > codeVersion) {
    return Effect.fail(new SchemaTooNew({ databaseVersion, codeVersion }))
  }
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
