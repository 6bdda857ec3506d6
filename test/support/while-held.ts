import * as Deferred from "effect/Deferred"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import * as SqlClient from "effect/sql/SqlClient"
import type { SqlError } from "effect/sql/SqlError"

/**
 * Holds what `lock` takes, in a transaction of its own, for as long as `work` takes: whoever wants it
 * waits in the database.
 */
export const whileHeld = Effect.fnUntraced(function* <A, E, R>(
  lock: (sql: SqlClient.SqlClient) => Effect.Effect<unknown, SqlError>,
  work: Effect.Effect<A, E, R>,
) {
  const sql = yield* SqlClient.SqlClient
  const [held, release] = [Deferred.makeUnsafe<void>(), Deferred.makeUnsafe<void>()]
  const holder = yield* Effect.forkChild(
    sql.withTransaction(
      Effect.gen(function* () {
        yield* lock(sql)
        yield* sql`set local idle_in_transaction_session_timeout = 0`
        yield* Deferred.succeed(held, undefined)
        yield* Deferred.await(release)
      }),
    ),
  )
  yield* Effect.raceFirst(Deferred.await(held), Fiber.join(holder))
  const answer = yield* Effect.ensuring(work, Deferred.succeed(release, undefined))
  yield* Fiber.join(holder)
  return answer
})
