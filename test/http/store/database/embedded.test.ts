import { execFileSync } from "node:child_process"
import { chmod, mkdtemp, readdir, rm, stat, writeFile } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"

import { assert, describe, it } from "@effect/vitest"
import { afterAll, beforeAll } from "vitest"
import * as ConfigProvider from "effect/ConfigProvider"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Schedule from "effect/Schedule"
import { SqlClient } from "effect/sql/SqlClient"

import { layerDatabase } from "../../../../http/store/database/client.ts"
import { isAlive } from "../../../../http/store/database/embedded/postmaster.ts"
import { workersOf } from "../../../support/server-workers.ts"
import { holdDatabase, processesMentioning, serverPid } from "./processes.ts"

const timeoutMs = 60_000

let root = ""

/** A data folder whose Postgres was made and has ended, which is copied where its making is not the point. */
let original = ""

beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), "viatica-embedded-"))
  original = join(root, "original")
  await Effect.runPromise(within(original, SqlClient))
})

afterAll(async () => {
  assert.deepStrictEqual(processesMentioning(root), [])
  await rm(root, { recursive: true, force: true })
})

const layerIn = (dataFolder: string) =>
  Layer.provide(
    layerDatabase,
    ConfigProvider.layer(ConfigProvider.fromUnknown({ DATA_DIR: dataFolder })),
  )

const within = <A, E>(dataFolder: string, use: Effect.Effect<A, E, SqlClient>) =>
  Effect.provide(use, layerIn(dataFolder))

/** Copies the made data folder, with its owners and modes. */
const copied = (name: string): string => {
  const folder = join(root, name)
  execFileSync("cp", ["-a", original, folder])
  return folder
}

const until = async (condition: () => boolean | Promise<boolean>, limitMs = 20_000) => {
  const endMs = performance.now() + limitMs
  while (!(await condition())) {
    if (performance.now() > endMs) assert.fail("waited in vain")
    await new Promise((resolve) => setTimeout(resolve, 20))
  }
}

const stagingFolders = async (dataFolder: string) =>
  (await readdir(dataFolder).catch(() => [])).filter((name) => name.startsWith("postgres.staging"))

// Each has a folder of its own, and waits for starts and ends of processes.
describe.concurrent("the embedded Postgres", () => {
  it.live(
    "is made in an empty folder, keeps its data, and is gone once nobody uses it",
    () =>
      Effect.gen(function* () {
        const folder = join(root, "not", "yet", "there")
        const pid = yield* within(
          folder,
          Effect.gen(function* () {
            const sql = yield* SqlClient
            yield* sql`CREATE TABLE kept (word text)`
            yield* sql`INSERT INTO kept VALUES ('héllo')`
            return serverPid(folder)
          }),
        )
        assert.isFalse(isAlive(pid))
        const password = yield* Effect.promise(() => stat(join(folder, "postgres.password")))
        assert.strictEqual(password.mode & 0o777, 0o600)
        const rows = yield* within(
          folder,
          Effect.flatMap(
            SqlClient,
            (sql) =>
              sql`SELECT word, upper(word) AS upper, current_setting('fsync') AS fsync FROM kept`,
          ),
        )
        assert.deepStrictEqual(rows, [{ word: "héllo", upper: "HÉLLO", fsync: "on" }])
        assert.strictEqual(serverPid(folder), 0)
      }),
    timeoutMs,
  )

  it(
    "is adopted from a process that was killed, and stopped by the last one out",
    async () => {
      const folder = copied("adopted")
      const first = holdDatabase({ DATA_DIR: folder })
      const { port } = (await first.next()) ?? {}
      const pid = serverPid(folder)
      first.signal("SIGKILL")
      await first.ended
      assert.isTrue(isAlive(pid))
      const second = holdDatabase({ DATA_DIR: folder })
      const third = holdDatabase({ DATA_DIR: folder })
      assert.deepStrictEqual(await second.next(), { database: "viatica", port: port ?? 0 })
      assert.deepStrictEqual(await third.next(), { database: "viatica", port: port ?? 0 })
      second.close()
      assert.strictEqual(await second.ended, 0)
      assert.isTrue(isAlive(pid))
      third.close()
      assert.strictEqual(await third.ended, 0)
      assert.isFalse(isAlive(pid))
    },
    timeoutMs,
  )

  it(
    "is one for processes that start at the same time, in a new folder and in an old one",
    async () => {
      const folder = join(root, "together")
      for (const _round of ["new", "old"]) {
        const holders = [1, 2, 3].map(() => holdDatabase({ DATA_DIR: folder }))
        const reports = await Promise.all(holders.map((holder) => holder.next()))
        assert.strictEqual(new Set(reports.map((report) => report?.port)).size, 1)
        assert.isDefined(reports[0]?.port)
        assert.lengthOf(processesMentioning(join(folder, "postgres")), 1)
        holders.forEach((holder) => holder.close())
        assert.deepStrictEqual(await Promise.all(holders.map((holder) => holder.ended)), [0, 0, 0])
        assert.deepStrictEqual(processesMentioning(folder), [])
        assert.deepStrictEqual(await stagingFolders(folder), [])
      }
    },
    timeoutMs,
  )

  it(
    "comes up for one who starts while another one stops it",
    async () => {
      const folder = copied("handover")
      let leaving = holdDatabase({ DATA_DIR: folder })
      await leaving.next()
      for (const _round of [1, 2]) {
        const coming = holdDatabase({ DATA_DIR: folder })
        await new Promise((resolve) => setTimeout(resolve, 400))
        leaving.close()
        assert.strictEqual((await coming.next())?.database, "viatica")
        assert.strictEqual(await leaving.ended, 0)
        leaving = coming
      }
      leaving.close()
      assert.strictEqual(await leaving.ended, 0)
      assert.strictEqual(serverPid(folder), 0)
    },
    timeoutMs,
  )

  it(
    "is not hit by a Ctrl-C in the terminal before its user has finished",
    async () => {
      const folder = copied("interrupted")
      const holder = holdDatabase({ DATA_DIR: folder })
      await holder.next()
      holder.signal("SIGINT")
      assert.deepStrictEqual(await holder.next(), { drained: true })
      assert.strictEqual(await holder.ended, 0)
      assert.strictEqual(serverPid(folder), 0)
    },
    timeoutMs,
  )

  it(
    "is made anew after a kill in the middle of making it",
    async () => {
      const folder = join(root, "halfway")
      const killed = holdDatabase({ DATA_DIR: folder })
      await until(async () => (await stagingFolders(folder)).length > 0)
      killed.signal("SIGKILL")
      await killed.ended
      const holder = holdDatabase({ DATA_DIR: folder })
      assert.strictEqual((await holder.next())?.database, "viatica")
      holder.close()
      assert.strictEqual(await holder.ended, 0)
      await until(() => processesMentioning(folder).length === 0)
    },
    timeoutMs,
  )

  it.live.each([
    ["its server", (server: number) => server],
    [
      "a process that its server runs",
      (server: number) =>
        workersOf(server).find(({ title }) => title.startsWith("postgres: walwriter"))?.pid ?? 0,
    ],
  ] as const)(
    "comes back when it loses %s",
    ([what, victimOf]) => {
      const folder = copied(what.replaceAll(" ", "-"))
      return within(
        folder,
        Effect.gen(function* () {
          const sql = yield* SqlClient
          const before = serverPid(folder)
          process.kill(victimOf(before), "SIGKILL")
          yield* Effect.promise(() => until(() => ![0, before].includes(serverPid(folder))))
          assert.deepStrictEqual(
            yield* Effect.retry(sql`SELECT 1 AS one`, Schedule.spaced("50 millis")),
            [{ one: 1 }],
          )
        }),
      )
    },
    timeoutMs,
  )

  it.live(
    "starts over a postmaster.pid whose process number went to another program",
    () =>
      Effect.gen(function* () {
        const folder = copied("stray")
        yield* Effect.promise(() =>
          writeFile(
            join(folder, "postgres", "postmaster.pid"),
            `${process.pid}\n${folder}/postgres\n1700000000\n1\n\n127.0.0.1\n`,
          ),
        )
        yield* within(folder, SqlClient)
      }),
    timeoutMs,
  )

  it.live(
    "works in a folder that everybody may enter as in one that only its owner may",
    () =>
      Effect.forEach([0o755, 0o700], (mode) =>
        Effect.gen(function* () {
          const folder = yield* Effect.promise(() => mkdtemp(join(tmpdir(), "viatica-embedded-")))
          yield* Effect.promise(() => chmod(folder, mode))
          yield* within(join(folder, "data"), SqlClient)
          yield* Effect.promise(() => rm(folder, { recursive: true }))
        }),
      ),
    timeoutMs,
  )

  it.live("says which folder cannot be written, and why", () =>
    Effect.gen(function* () {
      const file = join(root, "a-file")
      yield* Effect.promise(() => writeFile(file, ""))
      const error = yield* Effect.flip(within(join(file, "data"), SqlClient))
      assert.strictEqual(error._tag, "DataFolderNotWritable")
      assert.strictEqual(
        error.message,
        `Cannot write in the data folder ${file}/data (DATA_DIR): a part of the path is a file, not a folder`,
      )
    }),
  )

  it.live(
    "says what Postgres said when it does not start",
    () =>
      Effect.gen(function* () {
        const folder = copied("broken")
        yield* Effect.promise(() => writeFile(join(folder, "postgres", "PG_VERSION"), "9\n"))
        const error = yield* Effect.flip(within(folder, SqlClient))
        assert.strictEqual(error._tag, "EmbeddedPostgresFailed")
        assert.strictEqual(
          error.message,
          "Cannot start the embedded Postgres: FATAL:  database files are incompatible with server (The data directory was initialized by PostgreSQL version 9, which is not compatible with this version 18.4.)",
        )
      }),
    timeoutMs,
  )

  it.live(
    "says what went wrong when it cannot recover",
    () =>
      Effect.gen(function* () {
        const folder = copied("unrecoverable")
        yield* Effect.promise(async () => {
          const log = join(folder, "postgres", "pg_wal")
          const names = (await readdir(log)).filter((name) => /^[0-9A-F]{24}$/.test(name))
          await Promise.all(names.map((name) => rm(join(log, name))))
        })
        const error = yield* Effect.flip(within(folder, SqlClient))
        assert.strictEqual(error._tag, "EmbeddedPostgresFailed")
        assert.match(error.message, /Postgres: (PANIC|FATAL):  could not locate .*checkpoint/)
      }),
    timeoutMs,
  )
})
