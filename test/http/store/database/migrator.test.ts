import { assert, describe, it } from "@effect/vitest"
import * as PgConnection from "@effect/sql-pg/PgConnection"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Fiber from "effect/Fiber"
import * as Reactivity from "effect/reactivity/Reactivity"
import * as Redacted from "effect/Redacted"
import * as Scope from "effect/Scope"
import { SqlClient } from "effect/sql/SqlClient"

import { makeRemote } from "../../../../http/store/database/client.ts"
import { migrate, type Migrations } from "../../../../http/store/database/migrator.ts"
import {
  freshDatabaseUrl,
  layerEmptyDatabase,
  layerTestDatabase,
} from "../../../support/postgres.ts"

/** A migration that fails where it is run twice, and takes a while. */
const create = (table: string): Migrations[string] =>
  Effect.flatMap(SqlClient, (sql) =>
    Effect.andThen(sql`SELECT pg_sleep(0.1)`, sql`CREATE TABLE ${sql(table)} (id integer)`),
  ).pipe(Effect.asVoid)

const first: Migrations = { "0001_one": create("one") }
const both: Migrations = { ...first, "0002_two": create("two") }

const tables = Effect.flatMap(SqlClient, (sql) =>
  Effect.map(
    sql<{
      name: string
    }>`SELECT tablename AS name FROM pg_tables WHERE schemaname = 'public' ORDER BY 1`,
    (rows) => rows.map((row) => row.name),
  ),
)

describe("migrate", () => {
  it.live("runs what is missing, in order, and nothing twice", () =>
    Effect.gen(function* () {
      assert.deepStrictEqual(yield* migrate(first), [[1, "one"]])
      assert.deepStrictEqual(yield* migrate(both), [[2, "two"]])
      assert.deepStrictEqual(yield* migrate(both), [])
      assert.deepStrictEqual(yield* tables, ["one", "schema_compat", "schema_migrations", "two"])
    }).pipe(Effect.provide(layerEmptyDatabase)),
  )

  it.live("runs each migration once when several processes start together", () =>
    Effect.gen(function* () {
      const url = Redacted.make(yield* freshDatabaseUrl)
      const clients = yield* Effect.all([1, 2, 3, 4].map(() => makeRemote(url)))
      const ran = yield* Effect.all(
        clients.map((client) => Effect.provideService(migrate(both), SqlClient, client)),
        { concurrency: "unbounded" },
      )
      assert.deepStrictEqual(ran.map((some) => some.length).sort(), [0, 0, 0, 2])
    }).pipe(Effect.provide(Reactivity.layer)),
  )

  /** Reads a table and keeps it for as long as the scope lasts, as a dump does. */
  const holdTable = (url: Redacted.Redacted, table: string) =>
    Effect.flatMap(PgConnection.make({ url }), (session) =>
      Effect.andThen(session.query("BEGIN"), session.query(`SELECT FROM ${table}`)),
    )

  /** How many sessions wait for a lock that somebody else holds. */
  const waiting = Effect.flatMap(SqlClient, (sql) =>
    Effect.map(
      sql<{
        count: number
      }>`SELECT count(*)::int AS count FROM pg_locks WHERE NOT granted AND database = (SELECT oid FROM pg_database WHERE datname = current_database())`,
      ([row]) => row?.count ?? 0,
    ),
  )

  it.live("lets others go on while it waits for a table that somebody reads", () =>
    Effect.gen(function* () {
      const url = Redacted.make(yield* freshDatabaseUrl)
      const [migrating, calling] = [yield* makeRemote(url), yield* makeRemote(url)]
      const withMigrating = Effect.provideService(SqlClient, migrating)
      yield* withMigrating(migrate(first))
      const holding = yield* Scope.make()
      yield* Scope.provide(holdTable(url, "one"), holding)
      const alter: Migrations = {
        ...first,
        "0002_wider": Effect.flatMap(SqlClient, (sql) =>
          Effect.asVoid(sql`ALTER TABLE one ADD COLUMN more integer`),
        ),
      }
      const migrated = yield* Effect.forkChild(withMigrating(migrate(alter)))
      yield* waiting.pipe(
        Effect.provideService(SqlClient, calling),
        Effect.repeat({ until: (count) => count > 0 }),
      )
      assert.deepStrictEqual(yield* calling`SELECT id FROM one`, [])
      yield* Scope.close(holding, Exit.void)
      assert.deepStrictEqual(yield* Fiber.join(migrated), [[2, "wider"]])
    }).pipe(Effect.scoped, Effect.provide(Reactivity.layer)),
  )

  it.live("lets others read which migrations have been run, while one runs", () =>
    Effect.gen(function* () {
      const url = Redacted.make(yield* freshDatabaseUrl)
      const [migrating, calling] = [yield* makeRemote(url), yield* makeRemote(url)]
      const readInTime = calling.withTransaction(
        Effect.andThen(
          calling`SET LOCAL lock_timeout = '100ms'`,
          calling<{ id: number }>`SELECT migration_id AS id FROM schema_migrations`,
        ),
      )
      let seen: ReadonlyArray<number> = []
      const looking: Migrations = {
        ...first,
        "0002_looking": Effect.map(readInTime, (rows) => {
          seen = rows.map(({ id }) => id)
        }),
      }
      yield* Effect.provideService(migrate(first), SqlClient, migrating)
      yield* Effect.provideService(migrate(looking), SqlClient, migrating)
      assert.deepStrictEqual(seen, [1])
    }).pipe(Effect.scoped, Effect.provide(Reactivity.layer)),
  )

  it.live("refuses two migrations of one number, and runs neither", () =>
    Effect.gen(function* () {
      const error = yield* Effect.flip(migrate({ ...both, "0002_other": create("other") }))
      assert.strictEqual(error.message, "Two migrations are number 0002")
      assert.deepStrictEqual(yield* tables, [])
    }).pipe(Effect.provide(layerEmptyDatabase)),
  )

  it.live("starts on a schema of its own while a dump holds every table", () =>
    Effect.gen(function* () {
      const url = Redacted.make(yield* freshDatabaseUrl)
      const client = yield* makeRemote(url)
      const withClient = Effect.provideService(SqlClient, client)
      yield* withClient(migrate(first))
      yield* holdTable(url, "one, schema_migrations, schema_compat")
      assert.deepStrictEqual(yield* withClient(migrate(first)), [])
    }).pipe(Effect.scoped, Effect.provide(Reactivity.layer)),
  )

  it.live("refuses a database that newer code has migrated, and leaves it alone", () =>
    Effect.gen(function* () {
      yield* migrate(both)
      const error = yield* Effect.flip(migrate(first))
      assert.strictEqual(error._tag, "SchemaTooNew")
      assert.strictEqual(
        error.message,
        "Cannot use this database: its schema is at version 2 and serves code from version 2, this code knows versions up to 1",
      )
      assert.deepStrictEqual(yield* migrate(both), [])
      const sql = yield* SqlClient
      yield* sql`drop table schema_compat`
      const unknown = yield* Effect.flip(migrate(first))
      assert.strictEqual(
        unknown.message,
        "Cannot use this database: its schema is at version 2, this code knows versions up to 1",
      )
    }).pipe(Effect.provide(layerEmptyDatabase)),
  )

  it.live("lets code run that the newer code has said it serves, and changes nothing then", () =>
    Effect.gen(function* () {
      const three: Migrations = { ...both, "0003_three": create("three") }
      yield* migrate(three, 2)
      const before = yield* tables
      assert.deepStrictEqual(yield* migrate(both, 1), [])
      assert.deepStrictEqual(yield* tables, before)
      const error = yield* Effect.flip(migrate(first))
      assert.match(error.message, /at version 3 and serves code from version 2, .* up to 1$/)
      yield* migrate({ ...three, "0004_four": create("four") }, 3)
      assert.strictEqual((yield* Effect.flip(migrate(both, 1)))._tag, "SchemaTooNew")
      assert.deepStrictEqual(yield* migrate(three, 2), [])
    }).pipe(Effect.provide(layerEmptyDatabase)),
  )

  it.live("takes back everything when one migration fails", () =>
    Effect.gen(function* () {
      const broken: Migrations = { ...first, "0002_broken": Effect.fail("no") }
      const error = yield* Effect.flip(migrate(broken))
      assert.strictEqual(error.message, 'Migration "2_broken" failed')
      assert.deepStrictEqual(yield* tables, [])
    }).pipe(Effect.provide(layerEmptyDatabase)),
  )

  it.live("refuses a migration that comes before one that has been run", () =>
    Effect.gen(function* () {
      yield* migrate({ "0001_one": create("one"), "0003_three": create("three") })
      const late: Migrations = { ...both, "0003_three": create("three") }
      const error = yield* Effect.flip(migrate(late))
      assert.strictEqual(
        error.message,
        "Migration 2 comes before 3, which this database has been through already",
      )
    }).pipe(Effect.provide(layerEmptyDatabase)),
  )

  it.live("refuses a name without a number instead of passing over it", () =>
    Effect.gen(function* () {
      const error = yield* Effect.flip(migrate({ one: create("one") }))
      assert.strictEqual(error.message, 'The migration name "one" is not of the form 0001_name')
    }).pipe(Effect.provide(layerEmptyDatabase)),
  )

  it.live("brings an empty database to the schema that ships", () =>
    Effect.gen(function* () {
      assert.include(yield* tables, "schema_migrations")
    }).pipe(Effect.provide(layerTestDatabase)),
  )
})
