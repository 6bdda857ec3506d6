import type { PgConnection, Result, Row } from "@effect/sql-pg/PgConnection"
import type { NonEmptyReadonlyArray } from "effect/Array"
import * as Effect from "effect/Effect"
import type { Connection } from "effect/sql/SqlConnection"
import { SqlError, UnknownError } from "effect/sql/SqlError"
import * as Stream from "effect/Stream"

/** A session of Postgres, as a client for SQL uses it. */
export const connectionOf = (session: PgConnection): Connection => {
  const executing =
    (isPrepared: boolean): Connection["execute"] =>
    (sql, values, transform) => {
      const rows = Effect.map(session.query(sql, values, isPrepared), (result) => result.rows)
      return transform === undefined ? rows : Effect.map(rows, transform)
    }
  return {
    execute: executing(true),
    executeUnprepared: executing(false),
    executeRaw: (sql, values) => session.query(sql, values),
    executeValues: (sql, values) => session.queryValues(sql, values),
    executeValuesUnprepared: (sql, values) => session.queryValues(sql, values, false),
    executeStream: (sql, values, transform) => {
      const rows = session.stream(sql, values)
      return transform === undefined
        ? rows
        : Stream.mapArray(rows, (some) => transform(some) as NonEmptyReadonlyArray<Row>)
    },
  }
}

const rolledBack = new SqlError({
  reason: new UnknownError({
    cause: new Error("COMMIT rolled back a failed transaction"),
    message: "COMMIT rolled back a failed transaction",
    operation: "commit",
  }),
})

/** Commits; Postgres answers `ROLLBACK` where something in the transaction has failed. */
export const commit = (connection: Connection): Effect.Effect<void, SqlError> =>
  Effect.flatMap(connection.executeRaw("COMMIT", []), (result) =>
    (result as Result).command === "ROLLBACK" ? Effect.fail(rolledBack) : Effect.void,
  )
