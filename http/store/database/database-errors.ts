import * as Cause from "effect/Cause"
import * as Data from "effect/Data"
import type * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import type * as SqlClient from "effect/sql/SqlClient"
import { isSqlError, type SqlError } from "effect/sql/SqlError"
import { type BoundedSqlError, withDatabaseDeadline } from "../../platform/database-deadline.ts"
import { isOfDatabase } from "../../platform/trouble-reason.ts"
import { boundLockWait } from "./account-turns.ts"

/**
 * The Postgres that `DATABASE_URL` names, or the embedded one in `DATA_DIR`, did not let the service
 * in.
 *
 * `address` is `host:port/database`; the user name and the password are never part of it.
 */
export class DatabaseUnreachable extends Data.TaggedError("DatabaseUnreachable")<{
  readonly address: string
  readonly reason: string
  readonly setting: "DATABASE_URL" | "DATA_DIR"
}> {
  override get message(): string {
    return `Cannot reach the database at ${this.address} (${this.setting}): ${this.reason}`
  }
}

/** What the driver says of a session that did not open in time: it has no code. */
export const connectTimedOut = "Connection timed out"

/** The data folder (`DATA_DIR`), or a file in it, cannot be made or written. */
export class DataFolderNotWritable extends Data.TaggedError("DataFolderNotWritable")<{
  readonly path: string
  readonly reason: string
}> {
  override get message(): string {
    return `Cannot write in the data folder ${this.path} (DATA_DIR): ${this.reason}`
  }
}

/** The Postgres that the service brings along did not start; `lastLine` is what it said last. */
export class EmbeddedPostgresFailed extends Data.TaggedError("EmbeddedPostgresFailed")<{
  readonly lastLine: string
}> {
  override get message(): string {
    return `Cannot start the embedded Postgres: ${this.lastLine}`
  }
}

/**
 * The database was migrated by newer code than this, and does not serve it any more: versions are
 * migration numbers. `leastCodeVersion` is null where the newer code did not say what it serves.
 */
export class SchemaTooNew extends Data.TaggedError("SchemaTooNew")<{
  readonly databaseVersion: number
  readonly codeVersion: number
  readonly leastCodeVersion: number | null
}> {
  override get message(): string {
    const { codeVersion, databaseVersion, leastCodeVersion } = this
    const served =
      leastCodeVersion === null ? "" : ` and serves code from version ${leastCodeVersion}`
    return `Cannot use this database: its schema is at version ${databaseVersion}${served}, this code knows versions up to ${codeVersion}`
  }
}

/** Somebody else has held what a migration changes for as long as it waited. */
export class SchemaHeld extends Data.TaggedError("SchemaHeld")<{
  readonly waitedSeconds: number
}> {
  override get message(): string {
    return `Cannot migrate this database: something else has held its tables for ${this.waitedSeconds} seconds, such as a dump or a query; start again once that is over`
  }
}

/**
 * Turns failures of the database, missed deadlines included, into another failure, and leaves
 * refusals as they are.
 */
type OrFailure<Failure> = <A, E, R>(
  effect: Effect.Effect<A, E | BoundedSqlError, R>,
) => Effect.Effect<A, Exclude<E, BoundedSqlError> | Failure, R>

/**
 * The failure of the database that killed work, if one did: a transaction whose connection is lost
 * cannot be rolled back either, and dies of that.
 */
const diedOf = (cause: Cause.Cause<unknown>): SqlError | undefined =>
  cause.reasons.every(Cause.isDieReason)
    ? cause.reasons.map(({ defect }) => defect).find(isSqlError)
    : undefined

/** Turns failures of the database into another failure. */
export const orFailure =
  <Failure>(failureOf: (error: BoundedSqlError) => Failure): OrFailure<Failure> =>
  <A, E, R>(effect: Effect.Effect<A, E | BoundedSqlError, R>) =>
    effect.pipe(
      Effect.mapError((error) =>
        isOfDatabase(error) ? failureOf(error) : (error as Exclude<E, BoundedSqlError>),
      ),
      Effect.catchCause((cause) => {
        const lost = diedOf(cause)
        return lost === undefined ? Effect.failCause(cause) : Effect.fail(failureOf(lost))
      }),
    )

/**
 * The same for work that nothing else bounds, such as what pages and signed calls read: it holds one of
 * the few sessions, and a network that has lost that one says nothing.
 */
export const orFailureInTime = <Failure>(
  duration: Duration.Input,
  failureOf: (error: BoundedSqlError) => Failure,
): OrFailure<Failure> => {
  const orFail = orFailure(failureOf)
  return (effect) => orFail(withDatabaseDeadline(duration)(effect))
}

/** Runs an effect in one transaction, which a failure rolls back. */
export const inTransactionOr =
  <Failure>(orFail: OrFailure<Failure>) =>
  (sql: SqlClient.SqlClient) =>
  <A, E, R>(effect: Effect.Effect<A, E, R>) =>
    orFail(sql.withTransaction(effect))

/** The same for a transaction that waits only briefly for locks. */
export const inBriefTransactionOr =
  <Failure>(orFail: OrFailure<Failure>) =>
  (sql: SqlClient.SqlClient) =>
  <A, E, R>(effect: Effect.Effect<A, E, R>) =>
    orFail(sql.withTransaction(Effect.andThen(sql.unsafe(`select ${boundLockWait}`), effect)))
