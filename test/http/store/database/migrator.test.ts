import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Reactivity from "effect/reactivity/Reactivity"
import * as Redacted from "effect/Redacted"
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
