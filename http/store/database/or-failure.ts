import * as Cause from "effect/Cause"
import type * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import type * as SqlClient from "effect/sql/SqlClient"
import { isSqlError, type SqlError } from "effect/sql/SqlError"
import { isOfDatabase } from "../../platform/trouble-reason.ts"
import { boundLockWait } from "./brief-locks.ts"
import { type BoundedSqlError, withDatabaseDeadline } from "../../platform/database-deadline.ts"

/**
 * Turns failures of the database, missed deadlines included, into another failure, and leaves
 * refusals as they are.
 */
export type OrFailure<Failure> = <A, E, R>(
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
