import * as PgClient from "@effect/sql-pg/PgClient"
import { assert, describe, expect, it, layer } from "@effect/vitest"
import * as Data from "effect/Data"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Fiber from "effect/Fiber"
import * as Layer from "effect/Layer"
import * as Reactivity from "effect/reactivity/Reactivity"
import * as SqlClient from "effect/sql/SqlClient"
import * as TestClock from "effect/testing/TestClock"
import {
  type BoundedSqlError,
  withDatabaseDeadline,
} from "../../../../http/platform/database-deadline.ts"
import { inTransactionOr, orFailure } from "../../../../http/store/database/database-errors.ts"
import { makeToldEvents } from "../../../../http/store/events/events-sql.ts"
import { makeSalesPage } from "../../../../http/store/sales/layer.ts"
import { makeUsage } from "../../../../http/store/usage/usage-sql.ts"
import { layerEmptyDatabase } from "../../../support/postgres.ts"

class StoreFailed extends Data.TaggedError("StoreFailed")<{ readonly cause: BoundedSqlError }> {}
class Refused extends Data.TaggedError("Refused")<Record<never, never>> {}

const orStoreFailed = orFailure((cause) => new StoreFailed({ cause }))

describe("a failure of one's own in the place of the database's", () => {
  it("leaves refusals, and what work dies of, as they are", async () => {
    const refused = new Refused()
    const defect = new Error("a slip")
    const exits = await Effect.runPromise(
      Effect.all([
        Effect.exit(orStoreFailed(Effect.fail(refused))),
        Effect.exit(orStoreFailed(Effect.die(defect))),
        Effect.exit(orStoreFailed(Effect.interrupt)),
      ]),
    )
    expect(exits.slice(0, 2)).toEqual([Exit.fail(refused), Exit.die(defect)])
    expect(exits[2] && Exit.hasInterrupts(exits[2])).toBe(true)
  })
})

it("a missed deadline is one of the database's failures", async () => {
  const failure = await Effect.runPromise(
    Effect.flip(orStoreFailed(withDatabaseDeadline("10 millis")(Effect.never))),
  )
  expect(failure).toMatchObject({ _tag: "StoreFailed", cause: { _tag: "TimeoutError" } })
})

/** A database that has lost all of its sessions, and does not say so. */
const layerNever = Layer.effect(
  SqlClient.SqlClient,
  SqlClient.make({
    acquirer: Effect.never,
    compiler: PgClient.makeCompiler(),
    driver: "pg",
    spanAttributes: [],
  }),
).pipe(Layer.provide(Reactivity.layer))

layer(layerNever)("what pages and signed calls read", (it) => {
  const account = { partnerId: "1", partnerCode: "acme", mode: "live" as const }
  const kept = { signedCalls: 500, unsignedCalls: 100, callDays: 30, countDays: 90 }
  it.effect("ends in its time where no session answers", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const usage = yield* makeUsage(() => kept)
      const page = makeSalesPage(
        sql,
        () => 14,
        () => assert.fail("no sale"),
      )
      const query = {
        status: null,
        by: "booked",
        fromMs: null,
        untilMs: null,
        isNewestFirst: true,
      } as const
      const reads = [
        page(account, { ...query, after: null, limit: 5 }),
        makeToldEvents(sql).list({ ...account, limit: 5 }),
        makeToldEvents(sql).resend(account, "x"),
        usage.owner("acme", "live"),
        usage.days(account, { from: "2026-11-01", to: "2026-11-02" }),
        usage.today(account),
        usage.recentCalls(account, { before: null, limit: 5, isRefusedOnly: false }),
        usage.callsSince(account, { after: null, limit: 5, isRefusedOnly: false }),
        usage.links(account, { search: "", after: null, limit: 5, isUsedOnly: false }),
        usage.salesSummary(account),
        usage.ledger(account, { after: null, limit: 5 }),
      ]
      const waiting = yield* Effect.forEach(reads, (read: Effect.Effect<unknown, unknown>) =>
        Effect.forkChild(Effect.exit(read)),
      )
      yield* TestClock.adjust("10 seconds")
      for (const each of waiting) assert.match(String(yield* Fiber.join(each)), /TimeoutError/)
    }),
  )
})

layer(layerEmptyDatabase)("a transaction on Postgres", (it) => {
  it.effect(
    "fails, and does not die, when its connection is lost before it can be rolled back",
    () =>
      Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        const losing = sql`select pg_terminate_backend(pg_backend_pid())`
        const failure = yield* Effect.flip(inTransactionOr(orStoreFailed)(sql)(losing))
        expect(failure).toBeInstanceOf(StoreFailed)
        expect(yield* sql`select 1 as one`).toEqual([{ one: 1 }])
      }),
  )

  it.effect("fails when its connection is lost before it can be committed", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const losing = Effect.ignore(sql`select pg_terminate_backend(pg_backend_pid())`)
      const failure = yield* Effect.flip(inTransactionOr(orStoreFailed)(sql)(losing))
      expect(failure).toBeInstanceOf(StoreFailed)
      expect(yield* sql`select 1 as one`).toEqual([{ one: 1 }])
    }),
  )
})
