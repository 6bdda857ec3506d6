import * as Deferred from "effect/Deferred"
import * as Effect from "effect/Effect"
import * as SqlClient from "effect/sql/SqlClient"
import type { TestService } from "./service.ts"

/** Holds a table of a service against everyone else for as long as `work` takes. */
export const whileLocked = async (
  { run }: Pick<TestService, "run">,
  table: string,
  work: () => Promise<void>,
): Promise<void> => {
  const [locked, release] = [Deferred.makeUnsafe<void>(), Deferred.makeUnsafe<void>()]
  const holder = run(
    Effect.flatMap(SqlClient.SqlClient, (sql) =>
      sql.withTransaction(
        sql
          .unsafe(`lock table ${table} in access exclusive mode`)
          .pipe(
            Effect.andThen(sql`set local idle_in_transaction_session_timeout = 0`),
            Effect.andThen(Deferred.succeed(locked, undefined)),
            Effect.andThen(Deferred.await(release)),
          ),
      ),
    ),
  )
  await Promise.race([run(Deferred.await(locked)), holder])
  try {
    await work()
  } finally {
    Deferred.doneUnsafe(release, Effect.void)
    await holder
  }
}
