import * as Effect from "effect/Effect"
import type * as SqlClient from "effect/sql/SqlClient"
import { isSqlError, type SqlError } from "effect/sql/SqlError"
import { errorCode } from "../../platform/system-error.ts"
import type { Hindrance } from "../../ports/hindrance.ts"

/**
 * Commits a sign of life: one row for each process. Those that have been silent for a day are
 * removed.
 */
const heartbeat = `
  with gone as (
    delete from heartbeat where process in (
      select process from heartbeat where at < now() - interval '1 day' and process <> $1::uuid
      for update skip locked
    )
  )
  insert into heartbeat (process, at) values ($1::uuid, date_trunc('milliseconds', now()))
  on conflict (process) do update set at = excluded.at`

/**
 * Sorts more than its memory holds, so that Postgres writes and removes a temporary file of half a
 * megabyte. On a full disk an updated row still finds room in its page; a booking does not.
 */
const room = `
  select count(*) from (
    select repeat(md5(i::text), 8) collate "C" from generate_series(1, 2000) i order by 1 offset 0
  ) sorted`

const diskFullCode = "53100"

const isDiskFull = (error: unknown): boolean =>
  isSqlError(error) && errorCode(error.reason.cause) === diskFullCode

/**
 * Whether Postgres is away or shutting down: by the class of the code, which is missing where
 * nobody answered.
 */
const isAway = (error: SqlError): boolean => {
  const code = errorCode(error.reason.cause) ?? ""
  return !/^[0-9A-Z]{5}$/.test(code) || /^(08|57)/.test(code)
}

const findRoom = (sql: SqlClient.SqlClient): Effect.Effect<void, SqlError> =>
  sql.withTransaction(
    Effect.andThen(
      sql`select set_config('work_mem', '64kB', true)`,
      Effect.asVoid(sql.unsafe(room)),
    ),
  )

/**
 * Tries whether the database commits and has room to grow, by a row that is committed and a file
 * that is not kept; `process` is the process's own name. It fails where the database is away.
 */
export const tryWrite = (
  sql: SqlClient.SqlClient,
  process: string,
): Effect.Effect<Hindrance | undefined, SqlError> => {
  const committed = Effect.matchEffect(sql.unsafe(heartbeat, [process]), {
    onFailure: (error): Effect.Effect<Hindrance, SqlError> => {
      if (isDiskFull(error)) return Effect.succeed({ database: "disk full" })
      return isAway(error) ? Effect.fail(error) : Effect.succeed({ database: "takes no writes" })
    },
    onSuccess: () => Effect.undefined,
  })
  // Only a full disk counts: an administrator of the database may forbid temporary files.
  const grows = Effect.matchEffect(findRoom(sql), {
    onFailure: (error): Effect.Effect<Hindrance | undefined, SqlError> => {
      if (isDiskFull(error)) return Effect.succeed({ database: "disk full" })
      return isAway(error) ? Effect.fail(error) : Effect.undefined
    },
    onSuccess: () => Effect.undefined,
  })
  return Effect.flatMap(committed, (hindrance) =>
    hindrance === undefined ? grows : Effect.succeed(hindrance),
  )
}
