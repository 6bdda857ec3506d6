import * as Effect from "effect/Effect"
import type * as SqlClient from "effect/sql/SqlClient"
import { isSqlError, type SqlError } from "effect/sql/SqlError"
import { SaleStoreUnavailable } from "./errors.ts"

/** Turns failures of the database into SaleStoreUnavailable and leaves refusals as they are. */
export const orSalesUnavailable = <A, E, R>(
  effect: Effect.Effect<A, E | SqlError, R>,
): Effect.Effect<A, Exclude<E, SqlError> | SaleStoreUnavailable, R> =>
  Effect.mapError(effect, (error) =>
    isSqlError(error)
      ? new SaleStoreUnavailable({ cause: error })
      : (error as Exclude<E, SqlError>),
  )

/** Runs an effect on sales in one transaction, which a failure rolls back. */
export const inSaleTransaction =
  (sql: SqlClient.SqlClient) =>
  <A, E, R>(
    effect: Effect.Effect<A, E, R>,
  ): Effect.Effect<A, Exclude<E, SqlError> | SaleStoreUnavailable, R> =>
    orSalesUnavailable(sql.withTransaction(effect))
