import { expect, layer } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as SqlClient from "effect/sql/SqlClient"
import * as TestClock from "effect/testing/TestClock"
import type { Hindrance } from "../../../../http/ports/hindrance.ts"
import { historyDays, slotMinutes } from "../../../../http/ports/status-history.ts"
import { makeStatusHistory } from "../../../../http/store/readiness/status-history.ts"
import { layerTestDatabase } from "../../../support/postgres.ts"

const away: Hindrance = { database: "unreachable" }

/** Where the clock of a test stands. */
const day = "1970-01-01"

/** The history as a process reads it that has just started. */
const fresh = Effect.flatMap(makeStatusHistory, ({ days }) => days)

layer(layerTestDatabase)("the service's own checks", (it) => {
  it.effect("are kept once for any number of processes, and one that failed stands", () =>
    Effect.gen(function* () {
      yield* (yield* SqlClient.SqlClient)`delete from service_check`
      const [first, second] = [yield* makeStatusHistory, yield* makeStatusHistory]
      yield* first.note(undefined)
      yield* second.note(away)
      yield* first.note(undefined)
      yield* TestClock.adjust(`${slotMinutes} minutes`)
      yield* second.note({ process: "stopping" })
      expect(yield* fresh).toEqual([{ day, checked: 1, failed: 1 }])
      yield* first.note(undefined)
      expect(yield* fresh).toEqual([{ day, checked: 2, failed: 1 }])
    }),
  )

  it.effect("wait while the database takes nothing, and are written once it does", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const history = yield* makeStatusHistory
      yield* sql`delete from service_check`
      yield* sql`alter table service_check rename to service_check_away`
      yield* history.note(away)
      expect(yield* history.days).toBe(undefined)
      yield* TestClock.adjust(`${slotMinutes} minutes`)
      yield* history.note(away)
      yield* sql`alter table service_check_away rename to service_check`
      yield* TestClock.adjust(`${slotMinutes} minutes`)
      yield* history.note(undefined)
      expect(yield* history.days).toEqual([{ day, checked: 3, failed: 2 }])
    }),
  )

  it.effect("are forgotten after 90 days", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      yield* sql`delete from service_check`
      const { note } = yield* makeStatusHistory
      yield* note(undefined)
      yield* sql`insert into service_check (day, component, checked, failed)
        select date '1970-01-01' - ago, component, checked, failed
        from service_check, unnest(${[historyDays - 1, historyDays]}::int[]) ago`
      expect((yield* fresh)?.map((one) => one.day)).toEqual(["1969-10-04", day])
      yield* note(undefined)
      expect(yield* sql`select from service_check`).toHaveLength(2)
    }),
  )
})
