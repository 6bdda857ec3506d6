import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Result from "effect/Result"
import * as Schedule from "effect/Schedule"
import * as Migrator from "effect/sql/Migrator"
import { SqlClient } from "effect/sql/SqlClient"
import type { SqlError } from "effect/sql/SqlError"

import { failedForLocks } from "./account-turns.ts"
import { SchemaHeld, SchemaTooNew } from "./database-errors.ts"
import {
  leastCodeVersion as shippedLeastCodeVersion,
  migrations as shippedMigrations,
} from "./migrations/index.ts"

/** Migrations by `<number>_<name>`; the numbers give their order. */
export type Migrations = Readonly<Record<string, Effect.Effect<void, unknown, SqlClient>>>

/** Why a database is not brought to the schema of this code. */
export type MigratingError = SchemaTooNew | SchemaHeld | Migrator.MigrationError | SqlError

/** The table that remembers which migrations a database has been through. */
const recordTable = "schema_migrations"

/** The table that says which code a schema serves: that which has made it, and some from before. */
const compatTable = "schema_compat"

/** Held while one process migrates; others that start meanwhile wait for it. */
const migrationKey = "7305804401"

/** How long a starting process waits for another one's migrations, and for transactions that hold tables. */
const waitTimeout = Duration.minutes(2)

/**
 * How long a migration waits for a table at once. Work that comes after it waits behind it, so it lets go
 * of all that it holds and tries again: a dump holds every table for as long as it takes.
 */
const tableTimeoutMs = 1_000

/** The time for which others go on, until it is tried again. */
const tablePause = Duration.seconds(1)

const settings = [
  `set_config('lock_timeout', '${Duration.toMillis(waitTimeout)}', true)`,
  "set_config('statement_timeout', '0', true)",
  "set_config('idle_in_transaction_session_timeout', '0', true)",
].join(", ")

/**
 * Brings the database to the schema of this code and returns the migrations that it took, in order.
 *
 * All of it is one transaction, so a failure or a kill leaves the old schema. Of several processes
 * that start at once, one migrates and the others find nothing left to do. `leastCodeVersion` is the
 * oldest code that may run on that schema, by its last migration: only this code unless told otherwise.
 *
 * A database that newer code has migrated is left as it is, where that code has said that it serves
 * this one. Else it fails with `SchemaTooNew`, and with a `MigrationError` on a malformed or doubled
 * name and on a migration that comes before one that has been run already. Where somebody else holds
 * what it changes, it tries again and again, and fails with `SchemaHeld` in the end.
 */
export const migrate = (
  migrations: Migrations,
  leastCodeVersion?: number,
): Effect.Effect<
  ReadonlyArray<readonly [number: number, name: string]>,
  MigratingError,
  SqlClient
> =>
  Effect.gen(function* () {
    const tried = attempt(migrations, leastCodeVersion)
    const first = yield* Effect.result(tried)
    if (Result.isSuccess(first)) return first.success
    if (!failedForLocks(first.failure)) return yield* Effect.fail(first.failure)
    yield* Effect.logWarning(
      `Something holds the tables that a migration changes: it is tried again for up to ${Duration.toSeconds(waitTimeout)} seconds`,
    )
    return yield* Effect.retry(Effect.delay(tried, tablePause), {
      while: failedForLocks,
      schedule: Schedule.upTo(Schedule.forever, { duration: waitTimeout }),
    })
  }).pipe(
    Effect.mapError((error) =>
      failedForLocks(error)
        ? new SchemaHeld({ waitedSeconds: Duration.toSeconds(waitTimeout) })
        : error,
    ),
  )

const attempt = (migrations: Migrations, leastCodeVersion?: number) =>
  Effect.flatMap(SqlClient, (sql) =>
    sql.withTransaction(
      Effect.gen(function* () {
        yield* sql`SELECT ${sql.literal(settings)}`
        yield* sql`SELECT pg_advisory_xact_lock(${sql.literal(migrationKey)})`
        const known = yield* numbersOf(migrations)
        const recorded = yield* recordedNumbers(sql)
        const [codeVersion, databaseVersion] = [Math.max(0, ...known), Math.max(0, ...recorded)]
        if (databaseVersion > codeVersion)
          return yield* checkServed(sql, codeVersion, databaseVersion)
        yield* checkOrder(known, recorded, databaseVersion)
        yield* sql`SELECT set_config('lock_timeout', ${String(tableTimeoutMs)}, true)`
        const ran = yield* runAfter(sql, migrations, databaseVersion)
        yield* tellServed(sql, leastCodeVersion ?? codeVersion)
        return ran
      }),
    ),
  )

/**
 * Runs the migrations after a version. Effect's own migrator would keep the table of migrations to
 * itself meanwhile, which every process reads to say that it is ready, and every dump reads as well.
 */
const runAfter = Effect.fnUntraced(function* (
  sql: SqlClient,
  migrations: Migrations,
  databaseVersion: number,
) {
  const missing = Object.entries(migrations)
    .map(([key, migration]) => ({ number: Number(key.slice(0, 4)), name: key.slice(5), migration }))
    .filter(({ number }) => number > databaseVersion)
    .toSorted((left, right) => left.number - right.number)
  if (!(yield* isThere(sql, recordTable))) {
    yield* sql`CREATE TABLE ${sql(recordTable)} (
      migration_id integer PRIMARY KEY,
      created_at timestamp with time zone NOT NULL DEFAULT now(),
      name text NOT NULL
    )`
  }
  for (const { migration, name, number } of missing) {
    yield* Effect.mapError(
      migration,
      (cause) =>
        new Migrator.MigrationError({
          kind: "Failed",
          message: `Migration "${number}_${name}" failed`,
          cause,
        }),
    )
    yield* sql`INSERT INTO ${sql(recordTable)} (migration_id, name) VALUES (${number}, ${name})`
  }
  return missing.map(({ name, number }) => [number, name] as const)
})

/** Migrates on start: `migrate` with the migrations that ship, as a layer over a client. */
export const layerMigrations: Layer.Layer<never, MigratingError, SqlClient> = Layer.effectDiscard(
  migrate(shippedMigrations, shippedLeastCodeVersion),
)

const numbersOf = Effect.fnUntraced(function* (migrations: Migrations) {
  const numbers = new Set<number>()
  for (const key of Object.keys(migrations)) {
    const number = /^(\d{4})_[a-z0-9_]+$/.exec(key)?.[1]
    if (number === undefined) {
      return yield* badState(`The migration name "${key}" is not of the form 0001_name`)
    }
    if (numbers.has(Number(number))) return yield* badState(`Two migrations are number ${number}`)
    numbers.add(Number(number))
  }
  return [...numbers]
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
