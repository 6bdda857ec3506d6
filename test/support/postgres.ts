import * as PgConnection from "@effect/sql-pg/PgConnection"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Layer from "effect/Layer"
import * as Redacted from "effect/Redacted"
import * as Scope from "effect/Scope"
import type { SqlError } from "effect/sql/SqlError"
import { inject } from "vitest"

import { type Database, layerPool, makeRemote } from "../../http/store/database/client.ts"
import type { DatabaseUnreachable } from "../../http/store/database/database-errors.ts"
import { layerMigrations, type MigratingError } from "../../http/store/database/migrator.ts"
import { installDatabaseClock } from "./database-clock.ts"

/** The URL of a new database of the run's Postgres, as one of its templates is; it goes with the scope. */
const databaseLike = (template: () => string): Effect.Effect<string, SqlError, Scope.Scope> =>
  Effect.map(
    Effect.acquireRelease(
      Effect.tap(
        Effect.sync(() => `test_${crypto.randomUUID().replaceAll("-", "")}`),
        (name) => administer(`CREATE DATABASE ${name} TEMPLATE ${template()}`),
      ),
      (name) => Effect.orDie(administer(`DROP DATABASE IF EXISTS ${name} WITH (FORCE)`)),
    ),
    (name) => {
      const url = new URL(inject("postgresUrl"))
      url.pathname = `/${name}`
      return url.href
    },
  )

/** The URL of a new, empty database of the run's Postgres, which goes when the scope closes. */
export const freshDatabaseUrl = databaseLike(() => "template1")

/** The URL of a new database with the service's schema, which a start finds nothing to add to. */
export const migratedDatabaseUrl = databaseLike(() => inject("migratedTemplate"))

const administer = (statement: string): Effect.Effect<void, SqlError> =>
  Effect.scoped(
    Effect.flatMap(PgConnection.make({ url: Redacted.make(inject("postgresUrl")) }), (session) =>
      Effect.asVoid(session.query(statement)),
    ),
  )

/** A new, empty database of the run's Postgres, without migrations. */
export const layerEmptyDatabase: Layer.Layer<Database, SqlError | DatabaseUnreachable> = layerPool(
  Effect.flatMap(freshDatabaseUrl, (url) => makeRemote(Redacted.make(url))),
)

/** A new database of the run's Postgres with the service's schema, dropped with the layer. */
export const layerTestDatabase: Layer.Layer<Database, SqlError | DatabaseUnreachable> = layerPool(
  Effect.flatMap(migratedDatabaseUrl, (url) => makeRemote(Redacted.make(url))),
)

/** The URL of a new, empty database whose clock `setDatabaseTime` sets. */
export const clockedDatabaseUrl: Effect.Effect<string, SqlError, Scope.Scope> = Effect.tap(
  freshDatabaseUrl,
  installDatabaseClock,
)

/** A new database with the service's schema, whose clock `setDatabaseTime` sets. */
export const layerClockedDatabase: Layer.Layer<Database, DatabaseUnreachable | MigratingError> =
  Layer.provideMerge(
    layerMigrations,
    layerPool(Effect.flatMap(clockedDatabaseUrl, (url) => makeRemote(Redacted.make(url)))),
  )

/** A database for tests that are not Effects; `drop` it in an `afterAll`. */
export const createFreshDatabase = async (
  databaseUrl = freshDatabaseUrl,
): Promise<{
  readonly url: string
  readonly drop: () => Promise<void>
}> => {
  const scope = Scope.makeUnsafe()
  const url = await Effect.runPromise(Effect.provideService(databaseUrl, Scope.Scope, scope))
  return { url, drop: () => Effect.runPromise(Scope.close(scope, Exit.void)) }
}
