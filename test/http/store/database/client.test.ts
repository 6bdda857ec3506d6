import { once } from "node:events"
import { createServer, type AddressInfo, type Server } from "node:net"
import { setImmediate } from "node:timers/promises"

import { assert, describe, it } from "@effect/vitest"
import { inject } from "vitest"
import * as ConfigProvider from "effect/ConfigProvider"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import * as Layer from "effect/Layer"
import * as Redacted from "effect/Redacted"
import { SqlClient } from "effect/sql/SqlClient"
import * as TestClock from "effect/testing/TestClock"

import { addressOf, layerDatabase } from "../../../../http/store/database/client.ts"
import { freshDatabaseUrl } from "../../../support/postgres.ts"

const layerFor = (url: string) =>
  Layer.provide(
    layerDatabase,
    ConfigProvider.layer(ConfigProvider.fromUnknown({ DATABASE_URL: url })),
  )

const failureOf = (url: string) =>
  Effect.flip(Effect.provide(Effect.asVoid(SqlClient), layerFor(url)))

const portOf = (server: Server): number => (server.address() as AddressInfo).port

/** Listens, accepts, and never says a word. */
const silentServer = Effect.acquireRelease(
  Effect.promise(async () => {
    const server = createServer(() => {})
    await once(server.listen(0, "127.0.0.1"), "listening")
    return server
  }),
  (server) => Effect.sync(() => server.close()),
)

const closedPort = Effect.scoped(Effect.map(silentServer, portOf))

describe("layerDatabase with DATABASE_URL", () => {
  it.live("uses that database, under its own name and with limits on waiting", () =>
    Effect.gen(function* () {
      const url = yield* freshDatabaseUrl
      const rows = yield* Effect.provide(
        Effect.flatMap(
          SqlClient,
          (sql) => sql`SELECT current_database() AS database,
            current_setting('application_name') AS name,
            current_setting('statement_timeout') AS statement,
            current_setting('lock_timeout') AS lock,
            current_setting('idle_in_transaction_session_timeout') AS idle`,
        ),
        layerFor(url),
      )
      const database = new URL(url).pathname.slice(1)
      assert.deepStrictEqual(rows, [
        { database, name: "viatica", statement: "15s", lock: "10s", idle: "3s" },
      ])
    }),
  )

  it.live("names the address and not the password when nothing listens", () =>
    Effect.gen(function* () {
      const port = yield* closedPort
      const error = yield* failureOf(`postgres://someone:hush@127.0.0.1:${port}/shop`)
      assert.strictEqual(
        error.message,
        `Cannot reach the database at 127.0.0.1:${port}/shop (DATABASE_URL): connection refused`,
      )
      assert.notInclude(JSON.stringify(error), "hush")
    }),
  )

  it.effect("gives up after five seconds on a server that does not answer", () =>
    Effect.gen(function* () {
      const server = yield* silentServer
      const connected = once(server, "connection")
      const address = `127.0.0.1:${portOf(server)}/shop`
      const failing = yield* Effect.forkChild(failureOf(`postgres://someone:hush@${address}`))
      yield* Effect.promise(() => connected)
      yield* TestClock.adjust("4999 millis")
      yield* Effect.promise(() => setImmediate())
      assert.isUndefined(failing.pollUnsafe())
      yield* TestClock.adjust("1 millis")
      const error = yield* Fiber.join(failing)
      assert.strictEqual(error._tag, "DatabaseUnreachable")
      assert.include(error.message, `${address} (DATABASE_URL): no answer within 5 seconds`)
    }),
  )

  it.live("says that the password is wrong without showing it", () =>
    Effect.gen(function* () {
      const url = new URL(inject("postgresUrl"))
      url.password = "hush"
      const error = yield* failureOf(url.href)
      assert.strictEqual(error._tag, "DatabaseUnreachable")
      assert.include(error.message, `password authentication failed for user "${url.username}"`)
      assert.notInclude(error.message, "hush")
    }),
  )

  it.live("says that a database does not exist", () =>
    Effect.gen(function* () {
      const url = new URL(inject("postgresUrl"))
      url.pathname = "/nowhere"
      const error = yield* failureOf(url.href)
      assert.include(error.message, 'database "nowhere" does not exist')
    }),
  )

  it.live("refuses what is not a connection URL, at once and without showing it", () =>
    Effect.gen(function* () {
      const error = yield* failureOf("someone:hush@nowhere")
      assert.strictEqual(error._tag, "DatabaseUnreachable")
      assert.notInclude(error.message, "hush")
    }),
  )
})

describe("addressOf", () => {
  it("keeps host, port and database, and fills in what Postgres would", () => {
    const cases: ReadonlyArray<readonly [string, string]> = [
      ["postgres://a:b@db.example:6543/shop?sslmode=require", "db.example:6543/shop"],
      ["postgresql://a:b@db.example/shop", "db.example:5432/shop"],
      ["postgres:///shop", "localhost:5432/shop"],
      ["postgres://a:1/b@db.example/shop", "a:1"],
      ["a:b@db", "an address that is not postgres://user:password@host:port/database"],
    ]
    for (const [url, address] of cases) {
      assert.strictEqual(addressOf(Redacted.make(url)), address)
    }
  })
})
