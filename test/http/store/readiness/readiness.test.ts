import { describe, expect, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Logger from "effect/Logger"
import * as References from "effect/References"
import * as SqlClient from "effect/sql/SqlClient"
import { TestClock } from "effect/testing"
import { makeReadiness } from "../../../../http/store/readiness/readiness.ts"
import { MasterKey } from "../../../../http/store/secrets/envelope.ts"
import { recordFingerprint } from "../../../../http/store/secrets/layer.ts"
import { databaseTimeMs, setDatabaseTime } from "../../../support/database-clock.ts"
import { layerClockedDatabase } from "../../../support/postgres.ts"

const layerInstallation = Layer.mergeAll(
  Layer.fresh(layerClockedDatabase),
  MasterKey.layerFrom(new Uint8Array(32).fill(7)),
)

/** A process on a database that is its own: both clocks stand at 0. */
const ready = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  yield* recordFingerprint(sql, (yield* MasterKey).fingerprint)
  yield* setDatabaseTime(0)
  const readiness = yield* makeReadiness
  expect(yield* readiness).toBeUndefined()
  return { sql, readiness }
})

const heartbeats = Effect.flatMap(
  SqlClient.SqlClient,
  (sql) => sql<{ readonly at: Date }>`select at from heartbeat`,
)

/** Until what was found before no longer counts. */
const later = TestClock.adjust("2 seconds")

describe("readiness", () => {
  it.effect("writes one row for a process, and writes it again every two seconds at most", () =>
    Effect.gen(function* () {
      const { readiness } = yield* ready
      for (let asked = 0; asked < 20; asked += 1) {
        yield* setDatabaseTime(yield* databaseTimeMs)
        yield* TestClock.adjust("99 millis")
        expect(yield* readiness).toBeUndefined()
      }
      yield* setDatabaseTime(1_999)
      yield* readiness
      expect((yield* heartbeats).map(({ at }) => at.getTime())).toEqual([0])
      yield* TestClock.adjust("100 millis")
      yield* readiness
      expect((yield* heartbeats).map(({ at }) => at.getTime())).toEqual([1_999])
    }).pipe(Effect.provide(layerInstallation)),
  )

  it.effect("ends where the database under it belongs to another master key, or to none", () =>
    Effect.gen(function* () {
      const { readiness, sql } = yield* ready
      yield* sql`update master_key set fingerprint = '00000000'`
      yield* later
      expect(yield* readiness).toEqual({ masterKey: "wrong" })
      yield* sql`delete from master_key`
      yield* TestClock.adjust("100 millis")
      expect(yield* readiness).toEqual({ masterKey: "wrong" })
    }).pipe(Effect.provide(layerInstallation)),
  )

  it.effect("ends where the tables under it are older than the code, or not there", () =>
    Effect.gen(function* () {
      const { readiness, sql } = yield* ready
      yield* sql`delete from schema_migrations where migration_id > 1`
      yield* later
      expect(yield* readiness).toEqual({ database: "not migrated" })
      yield* sql`drop table schema_migrations`
      yield* TestClock.adjust("100 millis")
      expect(yield* readiness).toEqual({ database: "not migrated" })
    }).pipe(Effect.provide(layerInstallation)),
  )

  it.effect("ends where the clocks are more than half a minute apart, either way", () =>
    Effect.gen(function* () {
      const { readiness } = yield* ready
      yield* TestClock.setTime(100_000)
      for (const [databaseMs, found] of [
        [70_000, undefined],
        [69_999, { clock: { aheadSeconds: 30 } }],
        [130_000, undefined],
        [9_000_000, { clock: { aheadSeconds: -8_900 } }],
      ] as const) {
        const offMs = yield* Effect.clockWith((clock) => clock.currentTimeMillis)
        yield* setDatabaseTime(databaseMs + offMs - 100_000)
        expect(yield* readiness).toEqual(found)
        yield* TestClock.adjust("100 millis")
      }
    }).pipe(Effect.provide(layerInstallation)),
  )

  it.effect("ends where the database reads and does not write, and begins again with it", () =>
    Effect.gen(function* () {
      const { readiness, sql } = yield* ready
      yield* sql`create function refuse() returns trigger language plpgsql as $$
        begin raise exception 'read-only' using errcode = '25006'; end $$`
      yield* sql`create trigger refused before insert or update on heartbeat
        for each statement execute function refuse()`
      yield* later
      yield* setDatabaseTime(2_000)
      expect(yield* readiness).toEqual({ database: "takes no writes" })
      yield* sql`drop trigger refused on heartbeat`
      yield* TestClock.adjust("1 second")
      expect(yield* readiness).toBeUndefined()
    }).pipe(Effect.provide(layerInstallation)),
  )

  it.effect("logs why it ends once for each reason, and once that it begins again", () => {
    const said: Array<string> = []
    const logger = Logger.make<unknown, void>(({ fiber, message }) => {
      const { reason } = fiber.getRef(References.CurrentLogAnnotations)
      said.push(
        [message, reason]
          .flat()
          .filter((part) => part !== undefined)
          .join(": "),
      )
    })
    return Effect.gen(function* () {
      const { readiness, sql } = yield* ready
      const askTwice = Effect.gen(function* () {
        for (let asked = 0; asked < 2; asked += 1) {
          yield* TestClock.adjust("2 seconds")
          yield* setDatabaseTime(yield* Effect.clockWith((clock) => clock.currentTimeMillis))
          yield* readiness
        }
      })
      const [key] = yield* sql<{ readonly fingerprint: string }>`select fingerprint from master_key`
      yield* sql`update master_key set fingerprint = '00000000'`
      yield* askTwice
      yield* sql`alter table schema_migrations rename to hidden`
      yield* askTwice
      yield* sql`alter table hidden rename to schema_migrations`
      yield* sql`update master_key set fingerprint = ${key?.fingerprint ?? ""}`
      yield* askTwice
      expect(said).toEqual([
        expect.stringMatching(/^not ready: .*master key/i),
        expect.stringMatching(/^not ready: .*older than this code/),
        "ready again",
      ])
    }).pipe(Effect.provide(Logger.layer([logger])), Effect.provide(layerInstallation))
  })

  it.effect("forgets processes that have been silent for a day", () =>
    Effect.gen(function* () {
      const { readiness, sql } = yield* ready
      yield* sql`insert into heartbeat (process, at) values
        (gen_random_uuid(), timestamptz 'epoch' - interval '1 day'),
        (gen_random_uuid(), timestamptz 'epoch' - interval '2 days')`
      yield* later
      yield* setDatabaseTime(1_000)
      yield* readiness
      expect(yield* heartbeats).toHaveLength(1)
    }).pipe(Effect.provide(layerInstallation)),
  )
})
