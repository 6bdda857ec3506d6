import * as Clock from "effect/Clock"
import * as Deferred from "effect/Deferred"
import * as Effect from "effect/Effect"
import * as SqlClient from "effect/sql/SqlClient"
import { isSqlError, type SqlError } from "effect/sql/SqlError"
import { withDatabaseDeadline } from "../../platform/database-deadline.ts"
import { RandomIds } from "../../platform/random-ids.ts"
import { stopwatch } from "../../platform/stopwatch.ts"
import { errorCode } from "../../platform/system-error.ts"
import { clockHindrance, describeHindrance, type Hindrance } from "../../ports/hindrance.ts"
import { migrations } from "../database/migrations/index.ts"
import { MasterKey } from "../secrets/envelope.ts"

/** How long the database may take to answer. */
const answersWithin = "2 seconds"

/** How long its answer counts: asking more often costs the database nothing. */
const answerHoldsMs = 100

/** The same for a write, which costs more; what fails is tried again sooner. */
const writeHoldsMs = (hindrance: Hindrance | undefined): number =>
  hindrance === undefined ? 2_000 : 1_000

const unreachable: Hindrance = { database: "unreachable" }

/**
 * What work on the database finds in the way, within its time; a lost connection may kill the work.
 */
const bounded = <E>(work: Effect.Effect<Hindrance | undefined, E>) =>
  Effect.matchCause(withDatabaseDeadline(answersWithin)(work), {
    onFailure: () => unreachable,
    onSuccess: (hindrance) => hindrance,
  })

/** Logs when a process ceases to be ready, for another reason too, and when it is ready again. */
const makeTeller = () => {
  let told = ""
  return (hindrance: Hindrance | undefined): Effect.Effect<void> => {
    const reason = hindrance === undefined ? "" : describeHindrance(hindrance)
    if (reason === told) return Effect.void
    told = reason
    return reason === ""
      ? Effect.logInfo("ready again")
      : Effect.annotateLogs(Effect.logWarning("not ready"), { reason })
  }
}

/**
 * Whether a signed read and a signed write would succeed now: the database answers, has the tables
 * of this code, is sealed under this process's master key, shows about the same time, commits, and
 * has room. It is asked only when somebody asks here, and for a write at most every two seconds.
 */
export const makeReadiness = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const master = yield* MasterKey
  const process = (yield* RandomIds)()
  const written = yield* cacheResult(bounded(tryWrite(sql, process)), writeHoldsMs)
  const tell = makeTeller()
  const look = Effect.all([bounded(readHindrance(sql, master)), written], { concurrency: 2 }).pipe(
    Effect.map(([read, write]) => read ?? write),
    Effect.tap(tell),
  )
  return yield* cacheResult(look, () => answerHoldsMs)
})

/**
 * Caches the result of work for as many milliseconds as `holdsMs` says; callers share work that is
 * under way. A monotonic clock measures the time: setting the clock back makes nothing last.
 */
export const cacheResult = <Found>(
  work: Effect.Effect<Found>,
  holdsMs: (found: Found) => number,
): Effect.Effect<Effect.Effect<Found>> =>
  Effect.map(stopwatch, (elapsedMs) => {
    let last: { readonly found: Found; readonly untilMs: number } | undefined
    let running: Deferred.Deferred<Found> | undefined
    const begin = (): Effect.Effect<Found> => {
      const done = (running = Deferred.makeUnsafe<Found>())
      const ended = Effect.exit(work).pipe(
        Effect.map((exit) => {
          running = undefined
          if (exit._tag === "Success") {
            last = { found: exit.value, untilMs: elapsedMs() + holdsMs(exit.value) }
          }
          Deferred.doneUnsafe(done, exit)
        }),
      )
      return Effect.andThen(
        Effect.forkDetach(ended, { startImmediately: true }),
        Deferred.await(done),
      )
    }
    return Effect.suspend(() => {
      if (last !== undefined && elapsedMs() < last.untilMs) return Effect.succeed(last.found)
      return running === undefined ? begin() : Deferred.await(running)
    })
  })

interface Row {
  readonly fingerprint: string | null
  readonly schemaVersion: number
  readonly nowMs: number
}

/** The migration that this code ends with; newer code may have gone on from there. */
const schemaVersion = Math.max(...Object.keys(migrations).map((name) => Number(name.slice(0, 4))))

/** What Postgres says of a table that is not there. */
const noTableCode = "42P01"

const isNoTable = (error: SqlError): boolean =>
  isSqlError(error) && errorCode(error.reason.cause) === noTableCode

const notMigrated: Hindrance = { database: "not migrated" }

const judge = (
  row: Row | undefined,
  own: { readonly fingerprint: string; readonly nowMs: number; readonly uncertainMs: number },
): Hindrance | undefined => {
  if (row === undefined || row.schemaVersion < schemaVersion) return notMigrated
  if (row.fingerprint !== own.fingerprint) return { masterKey: "wrong" }
  return clockHindrance({ aheadMs: own.nowMs - row.nowMs, uncertainMs: own.uncertainMs })
}

/** What stands in the way as far as reading tells: the schema, the master key, the clocks. */
const readHindrance = (
  sql: SqlClient.SqlClient,
  { fingerprint }: Pick<MasterKey["Service"], "fingerprint">,
): Effect.Effect<Hindrance | undefined, SqlError> =>
  Effect.gen(function* () {
    const beforeMs = yield* Clock.currentTimeMillis
    const [row] = yield* sql<Row>`
      select (select fingerprint from master_key) as fingerprint,
        (select max(migration_id) from schema_migrations) as "schemaVersion",
        (extract(epoch from now()) * 1000)::float8 as "nowMs"`
    const afterMs = yield* Clock.currentTimeMillis
    const uncertainMs = Math.abs(afterMs - beforeMs) / 2
    return judge(row, { fingerprint, nowMs: (beforeMs + afterMs) / 2, uncertainMs })
  }).pipe(Effect.catchIf(isNoTable, () => Effect.succeed(notMigrated)))

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
const tryWrite = (
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
