import { fileURLToPath } from "node:url"
import { expect, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as PgConnection from "@effect/sql-pg/PgConnection"
import * as Redacted from "effect/Redacted"
import { migrations } from "../../../../http/store/database/migrations/index.ts"
import { freePort } from "../../../support/http-call.ts"
import { createFreshDatabase } from "../../../support/postgres.ts"
import { runProcess } from "../../../support/run-process.ts"
import { startServerProcess } from "../../../support/server-process.ts"
import { serverEnvironment } from "../../../support/service.ts"

const root = fileURLToPath(new URL("../../../..", import.meta.url))

const query = (url: string, statement: string) =>
  Effect.runPromise(
    Effect.scoped(
      Effect.flatMap(PgConnection.make({ url: Redacted.make(url) }), (session) =>
        Effect.map(session.query(statement), ({ rows }) => rows),
      ),
    ),
  )

it("of processes that start together on an empty database each becomes ready, and one migrates", async () => {
  const database = await createFreshDatabase()
  const servers = await Promise.all([1, 2, 3].map(() => startServerProcess(database.url)))
  const rows = await query(
    database.url,
    "select migration_id as number, count(*)::int as times from schema_migrations group by 1 order by 1",
  )
  const expected = Object.keys(migrations).map((name) => ({
    number: Number(name.slice(0, 4)),
    times: 1,
  }))
  expect(rows).toEqual(expected)
  await Promise.all(servers.map((server) => server.end("SIGTERM")))
  await database.drop()
})

/** The last migration of this code. */
const codeVersion = Math.max(...Object.keys(migrations).map((name) => Number(name.slice(0, 4))))

it("a process does not start on a database of newer code, says why, and changes nothing", async () => {
  const database = await createFreshDatabase()
  const before = await startServerProcess(database.url)
  await before.end("SIGTERM")
  await query(
    database.url,
    "insert into schema_migrations (migration_id, created_at, name) values (9999, now(), 'later')",
  )
  await query(database.url, "update schema_compat set least_code_version = 9998")
  const columns =
    "select table_name, column_name, data_type from information_schema.columns where table_schema = 'public' order by 1, 2"
  const schema = await query(database.url, columns)
  const { status, stderr } = await runProcess(process.execPath, ["http/cli/main.ts", "serve"], {
    cwd: root,
    environment: serverEnvironment(database.url, await freePort()),
  })
  expect(status).toBe(1)
  expect(stderr).toBe(
    `viatica: Cannot use this database: its schema is at version 9999 and serves code from version 9998, this code knows versions up to ${codeVersion}\n`,
  )
  expect(await query(database.url, columns)).toEqual(schema)
  await database.drop()
})
