import { mkdtemp, rm } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"

import * as PgConnection from "@effect/sql-pg/PgConnection"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Layer from "effect/Layer"
import * as Redacted from "effect/Redacted"
import * as Scope from "effect/Scope"
import type { TestProject } from "vitest/node"

import { layerPool, makeRemote } from "../../http/store/database/client.ts"
import { openEmbeddedPostgres } from "../../http/store/database/embedded.ts"
import { layerMigrations } from "../../http/store/database/migrator.ts"

declare module "vitest" {
  interface ProvidedContext {
    /** URL of the Postgres of this run; its role may create databases. */
    readonly postgresUrl: string
    /** The name of a database with the service's schema, of which others are copies. */
    readonly migratedTemplate: string
  }
}

/** What a run's cluster can do without, as it is thrown away afterwards. */
const throwawaySettings = [
  "fsync=off",
  "full_page_writes=off",
  "synchronous_commit=off",
  "max_connections=200",
]

/** Makes the database that others are copies of; the returned function drops it. */
const makeTemplate = async (project: TestProject, postgresUrl: string) => {
  const name = `template_${crypto.randomUUID().replaceAll("-", "")}`
  const administer = (statement: string) =>
    Effect.runPromise(
      Effect.scoped(
        Effect.flatMap(PgConnection.make({ url: Redacted.make(postgresUrl) }), (session) =>
          session.query(statement),
        ),
      ),
    )
  await administer(`CREATE DATABASE ${name}`)
  const url = new URL(postgresUrl)
  url.pathname = `/${name}`
  const layerMigrated = Layer.provide(
    layerMigrations,
    layerPool(makeRemote(Redacted.make(url.href))),
  )
  await Effect.runPromise(Effect.scoped(Layer.build(layerMigrated)))
  project.provide("postgresUrl", postgresUrl)
  project.provide("migratedTemplate", name)
  return async () => void (await administer(`DROP DATABASE ${name}`))
}

/**
 * Starts one Postgres for the whole test run and provides its URL; the returned function stops it.
 * `TEST_DATABASE_URL` names a running one to use instead.
 */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const given = process.env["TEST_DATABASE_URL"]
  if (given !== undefined && given !== "") {
    return makeTemplate(project, given)
  }
  const dataFolder = await mkdtemp(join(tmpdir(), "viatica-tests-"))
  const scope = Scope.makeUnsafe()
  const stop = async () => {
    await Effect.runPromise(Scope.close(scope, Exit.void))
    await rm(dataFolder, { recursive: true, force: true })
  }
  try {
    const opened = openEmbeddedPostgres({ dataFolder, settings: throwawaySettings })
    const postgres = await Effect.runPromise(Effect.provideService(opened, Scope.Scope, scope))
    await makeTemplate(project, Redacted.value(await Effect.runPromise(postgres.url)))
    return stop
  } catch (cause) {
    await stop()
    throw cause
  }
}
