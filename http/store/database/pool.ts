import * as PgClient from "@effect/sql-pg/PgClient"
import type { PgConnection, Result, Row } from "@effect/sql-pg/PgConnection"
import * as PgPool from "@effect/sql-pg/PgPool"
import type { NonEmptyReadonlyArray } from "effect/Array"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import type * as Scope from "effect/Scope"
import * as Stream from "effect/Stream"
import type { Reactivity } from "effect/reactivity/Reactivity"
import * as SqlClient from "effect/sql/SqlClient"
import type { Borrower, Connection } from "effect/sql/SqlConnection"
import { SqlError, UnknownError } from "effect/sql/SqlError"
import { CurrentDeadline } from "../../platform/database-deadline.ts"
import { stopwatch } from "../../platform/stopwatch.ts"

/**
 * A client over a pool of sessions that recovers by itself from a network that loses connections:
 * what `withDatabaseDeadline` gives up is not used again.
 */
export const makePool = (
  options: PgClient.PgPoolConfig,
): Effect.Effect<SqlClient.SqlClient, SqlError, Scope.Scope | Reactivity> =>
  Effect.gen(function* () {
    const pool = yield* PgPool.make(options)
    const sessions = yield* watchSessions(pool)
    const acquirer = makeAcquirer(pool, sessions)
    return yield* SqlClient.make({
      acquirer,
      borrower: makeBorrower(pool, sessions),
      transactionAcquirer: acquirer,
      compiler: PgClient.makeCompiler(),
      commit,
      driver: "pg",
      prepareTransactionControls: true,
      releaseSavepoint: (name) => `RELEASE SAVEPOINT ${name}`,
      spanAttributes: [["db.system.name", "postgresql"]],
    })
  })

/**
 * How shortly before a missed deadline a session must have answered to be trusted, in milliseconds.
 */
const trustedMs = 1_000

/** Sessions, and which of them may be used. */
interface Sessions {
  readonly isSuspect: (session: PgConnection) => boolean
  /** Notes that a session has answered. */
  readonly heard: (session: PgConnection) => void
  /** Gives a session up when the work that borrowed it misses its deadline. */
  readonly lend: (session: PgConnection) => Effect.Effect<void>
}

/**
 * A network can lose connections silently, all of them at once. So when work misses its deadline,
 * the pool gives its session up, which makes room for a new one at once, and from then on trusts no
 * session that has not answered since shortly before.
 */
const watchSessions = Effect.fnUntraced(function* (pool: PgPool.PgPool) {
  const elapsedMs = yield* stopwatch
  const run = Effect.runForkWith(yield* Effect.context<never>())
  const heardAt = new WeakMap<PgConnection, number>()
  let suspectUntil = Number.NEGATIVE_INFINITY
  const giveUp = (session: PgConnection): void => {
    suspectUntil = elapsedMs() - trustedMs
    run(pool.invalidate(session))
  }
  return {
    isSuspect: (session) => (heardAt.get(session) ?? Number.POSITIVE_INFINITY) < suspectUntil,
    heard: (session) => void heardAt.set(session, elapsedMs()),
    lend: (session) =>
      Effect.withFiber((fiber) => {
        const deadline = Context.get(fiber.context, CurrentDeadline)
        if (deadline !== null) deadline.onMissed = () => giveUp(session)
        return Effect.void
      }),
  } satisfies Sessions
})

/** Lends a session for one statement. */
const makeBorrower = (pool: PgPool.PgPool, { heard, isSuspect, lend }: Sessions): Borrower => {
  /** Uses a session; undefined if it cannot be trusted, and is given up. */
  const attempt = <A, E, R>(use: (connection: Connection) => Effect.Effect<A, E, R>) =>
    pool.use((session): Effect.Effect<{ readonly used: A } | undefined, E, R> =>
      isSuspect(session)
        ? Effect.as(pool.invalidate(session), undefined)
        : Effect.andThen(
            lend(session),
            Effect.map(use(connectionOf(session)), (used) => {
              heard(session)
              return { used }
            }),
          ),
    )
  const borrow: Borrower = (use) =>
    Effect.flatMap(attempt(use), (done) =>
      done === undefined ? borrow(use) : Effect.succeed(done.used),
    )
  return borrow
}

/** Lends a session to one transaction until the scope closes. */
const makeAcquirer = (
  pool: PgPool.PgPool,
  { heard, isSuspect, lend }: Sessions,
): Effect.Effect<Connection, SqlError, Scope.Scope> => {
  const get: Effect.Effect<PgConnection, SqlError, Scope.Scope> = Effect.flatMap(
    pool.get,
    (session) =>
      isSuspect(session) ? Effect.andThen(pool.invalidate(session), get) : Effect.succeed(session),
  )
  return Effect.gen(function* () {
    const session = yield* get
    yield* Effect.addFinalizer((exit) =>
      Effect.sync(() => {
        if (exit._tag === "Success") heard(session)
      }),
    )
    yield* lend(session)
    return connectionOf(yield* session.pin)
  })
}

/** A session of Postgres, as a client for SQL uses it. */
const connectionOf = (session: PgConnection): Connection => {
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
const commit = (connection: Connection): Effect.Effect<void, SqlError> =>
  Effect.flatMap(connection.executeRaw("COMMIT", []), (result) =>
    (result as Result).command === "ROLLBACK" ? Effect.fail(rolledBack) : Effect.void,
  )
