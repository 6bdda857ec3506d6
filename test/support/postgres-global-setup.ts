import { mkdtemp, rm } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"

import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Redacted from "effect/Redacted"
import * as Scope from "effect/Scope"
import type { TestProject } from "vitest/node"

import { openEmbeddedPostgres } from "../../http/store/database/embedded.ts"

declare module "vitest" {
  interface ProvidedContext {
    /** URL of the Postgres of this run; its role may create databases. */
    readonly postgresUrl: string
  }
}

/** What a run's cluster can do without, as it is thrown away afterwards. */
const throwawaySettings = [
  "fsync=off",
  "full_page_writes=off",
  "synchronous_commit=off",
  "max_connections=200",
]

/**
 * Starts one Postgres for the whole test run and provides its URL; the returned function stops it.
 * `TEST_DATABASE_URL` names a running one to use instead.
 */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const given = process.env["TEST_DATABASE_URL"]
  if (given !== undefined && given !== "") {
    project.provide("postgresUrl", given)
    return async () => {}
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
    project.provide("postgresUrl", Redacted.value(await Effect.runPromise(postgres.url)))
    return stop
  } catch (cause) {
    await stop()
    throw cause
  }
}
