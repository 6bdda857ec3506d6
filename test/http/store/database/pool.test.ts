import { describe, expect, it } from "@effect/vitest"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import * as Layer from "effect/Layer"
import * as Redacted from "effect/Redacted"
import { SqlClient } from "effect/sql/SqlClient"
import { layerPool, makeRemote } from "../../../../http/store/database/client.ts"
import { withDatabaseDeadline } from "../../../../http/platform/database-deadline.ts"
import { type DatabaseWay, openDatabaseWay } from "../../../support/database-way.ts"
import { freshDatabaseUrl } from "../../../support/postgres.ts"

/** Sessions that a pool keeps at most. */
const sessionsMax = 10

/** What a sound session takes at most; a lost one never answers. */
const plenty = "30 seconds"

/** Runs a test on a pool whose way to the database can fail. */
const overProxy = <A, E>(
  use: (sql: SqlClient, way: DatabaseWay, direct: SqlClient) => Effect.Effect<A, E>,
): Effect.Effect<A, unknown> =>
  Effect.scoped(
    Effect.gen(function* () {
      const url = yield* freshDatabaseUrl
      const way = yield* Effect.acquireRelease(
        Effect.promise(() => openDatabaseWay(url)),
        ({ stop }) => Effect.promise(stop),
      )
      const poolOn = (where: string) =>
        Effect.map(Layer.build(layerPool(makeRemote(Redacted.make(where)))), (context) =>
          Context.get(context, SqlClient),
        )
      return yield* use(yield* poolOn(way.url), way, yield* poolOn(url))
    }),
  )

const pidOf = (sql: SqlClient) =>
  Effect.map(sql<{ readonly pid: number }>`select pg_backend_pid() as pid`, ([row]) => row?.pid)

/** As many sessions as there may be, each held by a transaction at the same time. */
const openAll = (sql: SqlClient) =>
  Effect.all(
    Array.from({ length: sessionsMax }, () =>
      sql.withTransaction(Effect.andThen(sql`select pg_sleep(0.2)`, pidOf(sql))),
    ),
    { concurrency: "unbounded" },
  )

const missed = <A, E>(work: Effect.Effect<A, E>) =>
  Effect.match(withDatabaseDeadline("300 millis")(work), {
    onSuccess: () => "answered",
    onFailure: (error) => (error as { readonly _tag: string })._tag,
  })

// They wait for deadlines, each on a database of its own.
describe.concurrent("a pool whose network has lost all of its connections", () => {
  it.live("answers again once one deadline has been missed", () =>
    overProxy((sql, way) =>
      Effect.gen(function* () {
        const before = new Set(yield* openAll(sql))
        expect(before.size).toBe(sessionsMax)
        yield* Effect.sleep("1100 millis")
        yield* Effect.promise(() => way.begin({ kind: "black-hole" }))
        yield* Effect.promise(way.lift)
        expect(yield* missed(sql`select 1`)).toBe("TimeoutError")
        const after = yield* withDatabaseDeadline(plenty)(openAll(sql))
        expect(after.filter((pid) => before.has(pid))).toEqual([])
      }),
    ),
  )

  it.live("makes room at once for those that were being used", () =>
    overProxy((sql, way) =>
      Effect.gen(function* () {
        yield* openAll(sql)
        yield* Effect.promise(() => way.begin({ kind: "half-open" }))
        yield* Effect.promise(way.lift)
        const lost = Array.from({ length: sessionsMax }, () => missed(sql`select 1`))
        expect(new Set(yield* Effect.all(lost, { concurrency: "unbounded" }))).toEqual(
          new Set(["TimeoutError"]),
        )
        expect(yield* withDatabaseDeadline(plenty)(sql`select 1 as one`)).toEqual([{ one: 1 }])
      }),
    ),
  )

  it.live("gives up a transaction that misses its deadline, and not what others do", () =>
    overProxy((sql) =>
      Effect.gen(function* () {
        const busy = yield* Effect.forkChild(
          sql.withTransaction(Effect.andThen(sql`select pg_sleep(1.5)`, pidOf(sql))),
          { startImmediately: true },
        )
        const slow = sql.withTransaction(sql`select pg_sleep(10)`)
        expect(yield* missed(slow)).toBe("TimeoutError")
        expect(yield* Fiber.join(busy)).toBeGreaterThan(0)
        const still = sql<{ readonly count: number }>`select count(*)::int as count
          from pg_stat_activity where query like '%pg_sleep(10)%' and state = 'active'
            and datname = current_database() and pid <> pg_backend_pid()`
        expect((yield* still)[0]?.count).toBe(0)
      }),
    ),
  )
})

describe.concurrent("a transaction whose answers are lost on their way", () => {
  it.live("does not hold for long what others wait for", () =>
    overProxy((sql, way, direct) =>
      Effect.gen(function* () {
        yield* sql`create table held (id int primary key)`
        yield* sql`insert into held values (1)`
        const change = sql`update held set id = 1`
        const lose = Effect.promise(() => way.begin({ kind: "half-open" }))
        const lost = sql.withTransaction(
          Effect.andThen(Effect.andThen(change, lose), sql`select 1`),
        )
        expect(yield* missed(lost)).toBe("TimeoutError")
        const other = withDatabaseDeadline(plenty)(direct`update held set id = 1`)
        expect(yield* other).toEqual([])
      }),
    ),
  )
})

describe.concurrent("a pool whose connections are well", () => {
  it.live("uses them again", () =>
    overProxy((sql) =>
      Effect.gen(function* () {
        const first = yield* pidOf(sql)
        expect(yield* pidOf(sql)).toBe(first)
        expect(yield* sql.withTransaction(pidOf(sql))).toBe(first)
      }),
    ),
  )

  it.live("says that a failed transaction was not committed", () =>
    overProxy((sql) =>
      Effect.gen(function* () {
        const failed = sql.withTransaction(Effect.ignore(sql`select 1 / 0`))
        expect((yield* Effect.flip(failed)).message).toMatch(/rolled back/)
      }),
    ),
  )
})
