import * as PgConnection from "@effect/sql-pg/PgConnection"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import type * as Scope from "effect/Scope"
import type { SqlError } from "effect/sql/SqlError"

import { errorCode } from "../../../platform/system-error.ts"
import { type Cluster, clusterRole } from "./cluster.ts"
import { loopback, stopPostmaster, type Postmaster } from "./postmaster.ts"

/** The database of the embedded cluster that the service works in. */
export const serviceDatabase = "viatica"

/** Where the advisory locks of this file live; every cluster has it from the start. */
const maintenanceDatabase = "postgres"

/** Held shared by everyone who uses the cluster, exclusively by the one who stops it. */
const presenceKey = "7305804402"

const connectTimeout = Duration.seconds(2)

/** Opens a session for the life of the scope; a password that fits proves that it is our cluster. */
export const openSession = (
  cluster: Cluster,
  port: number,
): Effect.Effect<PgConnection.PgConnection, SqlError, Scope.Scope> =>
  PgConnection.make({
    host: loopback,
    port,
    username: clusterRole,
    password: cluster.password,
    database: maintenanceDatabase,
    applicationName: "viatica presence",
    connectTimeout,
  })

/** Tells whether the server that answers runs on this very folder, not on a copy or its original. */
export const servesFolder = (
  session: PgConnection.PgConnection,
  cluster: Cluster,
): Effect.Effect<boolean, SqlError> =>
  Effect.map(
    session.query("SELECT current_setting('data_directory') AS folder"),
    (result) => result.rows[0]?.["folder"] === cluster.folder,
  )

/**
 * Declares for the life of the scope that this session uses the cluster. Waits while somebody is
 * stopping the server, which ends in an error, as the stop ends every session.
 */
export const declarePresence = (
  session: PgConnection.PgConnection,
): Effect.Effect<void, SqlError, Scope.Scope> =>
  Effect.asVoid(
    Effect.acquireRelease(
      session.query(`SELECT pg_advisory_lock_shared(${presenceKey})`),
      // Unlocks explicitly: the server notices the end of a session a little later.
      () => Effect.ignore(session.query(unlockAll)),
    ),
  )

const unlockAll = "SELECT pg_advisory_unlock_all()"

/** Withdraws the declaration and, when nobody else uses the cluster, stops the server. */
export const withdrawPresence = (
  session: PgConnection.PgConnection,
  postmaster: Postmaster,
): Effect.Effect<void, SqlError> =>
  session.query(unlockAll).pipe(
    Effect.andThen(session.query(`SELECT pg_try_advisory_lock(${presenceKey}) AS last`)),
    Effect.flatMap((result) =>
      result.rows[0]?.["last"] === true ? stopPostmaster(postmaster.pid) : Effect.void,
    ),
  )

/** What Postgres says to one of several who create a database at once. */
const existsCodes: ReadonlySet<string | undefined> = new Set(["42P04", "23505"])

/** Creates the service's database where it is missing; of several at once, one does. */
export const ensureDatabase = (session: PgConnection.PgConnection): Effect.Effect<void, SqlError> =>
  Effect.flatMap(databaseExists(session), (exists) =>
    exists
      ? Effect.void
      : session.query(`CREATE DATABASE ${serviceDatabase}`).pipe(
          Effect.catchIf(
            ({ reason }) => existsCodes.has(errorCode(reason.cause)),
            () => Effect.void,
          ),
          Effect.asVoid,
        ),
  )

const databaseExists = (session: PgConnection.PgConnection) =>
  Effect.map(
    session.query("SELECT 1 FROM pg_database WHERE datname = $1", [serviceDatabase]),
    (result) => result.rows.length > 0,
  )
