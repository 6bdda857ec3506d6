import type * as PgClient from "@effect/sql-pg/PgClient"
import type * as Config from "effect/Config"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import * as Redacted from "effect/Redacted"
import * as Schedule from "effect/Schedule"
import type * as Scope from "effect/Scope"
import * as Reactivity from "effect/reactivity/Reactivity"
import { SqlClient } from "effect/sql/SqlClient"
import type { SqlError } from "effect/sql/SqlError"
import { databaseUrl, dataFolder, isDatabaseUrl } from "../../config/storage.ts"
import { errorCode, systemReason } from "../../platform/system-error.ts"
import { AccountTurns } from "./account-turns.ts"
import {
  connectTimedOut,
  DatabaseUnreachable,
  type DataFolderNotWritable,
  type EmbeddedPostgresFailed,
} from "./database-errors.ts"
import { makePool } from "./pool.ts"

/** Everything that can be wrong with the database when a process starts. */
export type DatabaseError =
  | Config.ConfigError
  | DatabaseUnreachable
  | DataFolderNotWritable
  | EmbeddedPostgresFailed

/** How long a start waits for the database that `DATABASE_URL` names. */
const reachTimeout = Duration.seconds(5)

/** How long of that it retries while nothing listens or Postgres is just starting. */
const retryTimeout = Duration.seconds(4)

/** How long a session may take to open: others wait for it, and the network may have lost it. */
const connectTimeout = Duration.seconds(3)

/** Sessions that one process keeps at most; Postgres allows 100 in all unless told otherwise. */
const sessionsMax = 10

/**
 * Nothing in the database waits or runs for ever; figures in milliseconds. A transaction whose next
 * statement does not come has lost its client, and others wait for what it holds.
 */
const sessionLimits = {
  statement_timeout: "15000",
  lock_timeout: "10000",
  idle_in_transaction_session_timeout: "3000",
}

/**
 * Statements are prepared and find their rows by key, so that planning them again for each batch of
 * parameters, as Postgres does with arrays, would cost more than running them: without these two a
 * batch of quota charges takes a third more of its processor time.
 */
const planSettings = {
  plan_cache_mode: "force_generic_plan",
  random_page_cost: "1.1",
}

const poolSettings = {
  applicationName: "viatica",
  connectTimeout,
  maxConnections: sessionsMax,
  startupParameters: { ...sessionLimits, ...planSettings },
} satisfies PgClient.PgPoolConfig

/** A database: a pool of sessions, and the turns that accounts take at them. */
export type Database = SqlClient | AccountTurns

/** Provides a pool as the database. */
export const layerPool = <E>(
  pool: Effect.Effect<SqlClient, E, Scope.Scope | Reactivity.Reactivity>,
): Layer.Layer<Database, E> =>
  Layer.merge(Layer.provide(Layer.effect(SqlClient, pool), Reactivity.layer), AccountTurns.layer)

/**
 * The database of the service: the one that `DATABASE_URL` names, else the embedded one in
 * `DATA_DIR`. Building the layer waits until the database answers.
 *
 * The embedded part is loaded only when it is used, so that nothing of it is needed elsewhere.
 */
export const layerDatabase: Layer.Layer<Database, DatabaseError> = layerPool(
  Effect.flatMap(
    databaseUrl,
    Option.match({ onSome: (url) => makeRemote(url), onNone: () => makeEmbedded }),
  ),
)

/** A pool over streams that lead to Postgres, with the settings of the service. */
export const makePoolOver = (
  sessions: Required<Pick<PgClient.PgPoolConfig, "username" | "password" | "database" | "stream">>,
) => makePool({ ...poolSettings, ...sessions })

/** A pool on the Postgres of a URL, once that has answered; the settings are those of the service. */
export const makeRemote = (url: Redacted.Redacted) =>
  reach(makePool({ ...poolSettings, url }), { setting: "DATABASE_URL", url })

const makeEmbedded = Effect.gen(function* () {
  const { openEmbeddedPostgres } = yield* Effect.promise(() => import("./embedded.ts"))
  const postgres = yield* openEmbeddedPostgres({ dataFolder: yield* dataFolder })
  const pool = makePoolOver({
    username: postgres.username,
    password: postgres.password,
    database: postgres.database,
    stream: postgres.connect,
  })
  return yield* reach(pool, { setting: "DATA_DIR", url: yield* postgres.url })
})

/** Postgres says this while it starts; like a refused connection, it may pass. */
const startingCode = "57P03"

/** Whether a later try may succeed: Postgres starts, nothing listens yet, or no session opened in time. */
const mayPass = ({ reason: { cause } }: SqlError): boolean =>
  [startingCode, "ECONNREFUSED"].includes(errorCode(cause) ?? "") ||
  (cause instanceof Error && cause.message === connectTimedOut)

const reach = <R>(
  pool: Effect.Effect<SqlClient, SqlError, R>,
  { setting, url }: Pick<DatabaseUnreachable, "setting"> & { readonly url: Redacted.Redacted },
): Effect.Effect<SqlClient, DatabaseUnreachable, R> => {
  const unreachable = (reason: DatabaseUnreachable["reason"]) =>
    new DatabaseUnreachable({ address: addressOf(url), reason, setting })
  return Effect.tap(pool, (sql) =>
    Effect.retry(sql`SELECT 1`, {
      while: mayPass,
      schedule: Schedule.upTo(Schedule.spaced("250 millis"), { duration: retryTimeout }),
    }),
  ).pipe(
    Effect.mapError((error) => unreachable(systemReason(error.reason.cause))),
    Effect.timeoutOrElse({
      duration: reachTimeout,
      orElse: () =>
        Effect.fail(unreachable({ _tag: "NoAnswer", seconds: Duration.toSeconds(reachTimeout) })),
    }),
  )
}

/** `host:port/database` of a connection URL and nothing else of it, least of all the password. */
export const addressOf = (url: Redacted.Redacted): string => {
  const text = Redacted.value(url)
  if (!isDatabaseUrl(text)) return `an address that is not ${databaseUrl.expected}`
  const parsed = new URL(text)
  // An @ in the path means that an unescaped password has slipped into it.
  const path = parsed.pathname.includes("@") ? "" : parsed.pathname
  return `${parsed.hostname || "localhost"}:${parsed.port || "5432"}${path}`
}

/**
 * The time of the database, in the text of a statement, to the millisecond. It is the one clock
 * that all processes share: it decides whatever concerns keys and money.
 */
export const databaseNow = "date_trunc('milliseconds', now())"
