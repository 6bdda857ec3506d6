import * as Effect from "effect/Effect"
import type * as SqlClient from "effect/sql/SqlClient"
import { isSqlError, type SqlError } from "effect/sql/SqlError"

/** Puts a failure of one's own in the place of the database's and leaves refusals as they are. */
export type OrFailure<Failure> = <A, E, R>(
  effect: Effect.Effect<A, E | SqlError, R>,
) => Effect.Effect<A, Exclude<E, SqlError> | Failure, R>

/** Turns failures of the database into a failure of one's own. */
export const orFailure =
  <Failure>(failureOf: (error: SqlError) => Failure): OrFailure<Failure> =>
  <A, E, R>(effect: Effect.Effect<A, E | SqlError, R>) =>
    Effect.mapError(effect, (error) =>
      isSqlError(error) ? failureOf(error) : (error as Exclude<E, SqlError>),
    )

/** Runs an effect in one transaction, which a failure rolls back. */
export const inTransactionOr =
  <Failure>(orFail: OrFailure<Failure>) =>
  (sql: SqlClient.SqlClient) =>
  <A, E, R>(effect: Effect.Effect<A, E, R>) =>
    orFail(sql.withTransaction(effect))
