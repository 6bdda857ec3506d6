import { describe, expect, it, layer } from "@effect/vitest"
import * as Data from "effect/Data"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as SqlClient from "effect/sql/SqlClient"
import { type BoundedSqlError, inTime } from "../../../../http/platform/in-time.ts"
import { inTransactionOr, orFailure } from "../../../../http/store/database/or-failure.ts"
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
    Effect.flip(orStoreFailed(inTime("10 millis")(Effect.never))),
  )
  expect(failure).toMatchObject({ _tag: "StoreFailed", cause: { _tag: "TimeoutError" } })
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
