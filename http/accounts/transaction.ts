import * as Effect from "effect/Effect"
import type * as SqlClient from "effect/sql/SqlClient"
import type { SqlError } from "effect/sql/SqlError"
import { KeyStoreUnavailable } from "./errors.ts"

/** Turns failures of the database into KeyStoreUnavailable and leaves refusals as they are. */
export const orUnavailable = <A, E, R>(
  effect: Effect.Effect<A, E | SqlError, R>,
): Effect.Effect<A, Exclude<E, SqlError> | KeyStoreUnavailable, R> =>
  Effect.mapError(effect, (error) =>
    isSqlError(error) ? new KeyStoreUnavailable({ cause: error }) : (error as Exclude<E, SqlError>),
  )

const isSqlError = (error: unknown): error is SqlError =>
  typeof error === "object" && error !== null && "_tag" in error && error._tag === "SqlError"

/** Runs an effect in one transaction, which a failure rolls back. */
export const inTransaction =
  (sql: SqlClient.SqlClient) =>
  <A, E, R>(
    effect: Effect.Effect<A, E, R>,
  ): Effect.Effect<A, Exclude<E, SqlError> | KeyStoreUnavailable, R> =>
    orUnavailable(sql.withTransaction(effect))
