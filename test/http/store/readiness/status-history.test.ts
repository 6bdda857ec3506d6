import { expect, layer } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as SqlClient from "effect/sql/SqlClient"
import * as TestClock from "effect/testing/TestClock"
import { historyDays, slotMinutes } from "../../../../http/ports/status-history.ts"
import {
  checkParts,
  makeEventsCheck,
  makeStatusHistory,
} from "../../../../http/store/readiness/status-history.ts"
import { adjustDatabaseTime } from "../../../support/database-clock.ts"
import { layerTestDatabase } from "../../../support/postgres.ts"
import { layerTestEvents, makeListener, tellMany } from "../events/layer.ts"

const away = { calls: false }

const sound = { calls: true }

/** Where the clock of a test stands. */
const day = "1970-01-01"

/** The history as a process reads it that has just started. */
const fresh = Effect.flatMap(makeStatusHistory, ({ days }) => days)

layer(layerTestDatabase)("the service's own checks", (it) => {
  it.effect("are kept once for any number of processes, and one that failed stands", () =>
    Effect.gen(function* () {
      yield* (yield* SqlClient.SqlClient)`delete from service_check`
      const [first, second] = [yield* makeStatusHistory, yield* makeStatusHistory]
      yield* first.note(sound)
      yield* second.note(away)
      yield* first.note(sound)
      yield* TestClock.adjust(`${slotMinutes} minutes`)
      yield* second.note({})
      expect(yield* fresh).toEqual([{ part: "calls", day, checked: 1, failed: 1 }])
      yield* first.note(sound)
      expect(yield* fresh).toEqual([{ part: "calls", day, checked: 2, failed: 1 }])
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
      yield* history.note(sound)
      expect(yield* history.days).toEqual([{ part: "calls", day, checked: 3, failed: 2 }])
    }),
  )

  it.effect("are forgotten after 90 days", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      yield* sql`delete from service_check`
      const { note } = yield* makeStatusHistory
      yield* note(sound)
      yield* sql`insert into service_check (day, component, checked, failed)
        select date '1970-01-01' - ago, component, checked, failed
        from service_check, unnest(${[historyDays - 1, historyDays]}::int[]) ago`
      expect((yield* fresh)?.map((one) => one.day)).toEqual(["1969-10-04", day])
      yield* note(sound)
      expect(yield* sql`select from service_check`).toHaveLength(2)
    }),
  )

  it.effect("are of each part by itself, and of none that was not checked", () =>
    Effect.gen(function* () {
      yield* (yield* SqlClient.SqlClient)`delete from service_check`
      const history = yield* makeStatusHistory
      const checks = {
        links: Effect.succeed(true),
        events: Effect.succeed(false),
        mail: Effect.undefined,
      }
      yield* checkParts(history, Effect.succeed(undefined), checks)
      yield* checkParts(history, Effect.succeed({ process: "stopping" }), checks)
      expect(yield* fresh).toEqual([
        { part: "calls", day, checked: 1, failed: 0 },
        { part: "events", day, checked: 1, failed: 1 },
        { part: "links", day, checked: 1, failed: 0 },
      ])
    }),
  )
})

layer(layerTestEvents)("the check of events", (it) => {
  it.effect("fails where one has long been due and nobody sends it, twice in a row", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const isHeld = yield* makeEventsCheck
      const listener = yield* makeListener("https://partner.example/hooks")
      const change = (how: string) =>
        sql.unsafe(`update event_endpoint set ${how} where id = '${listener.endpointId}'`)
      yield* tellMany(listener, 1)
      expect(yield* isHeld).toBe(true)
      yield* adjustDatabaseTime(6 * 60_000)
      expect([yield* isHeld, yield* isHeld]).toEqual([true, false])
      // What a receiver does not take, its owner has paused, or is being sent is not late.
      const excuses = [
        "retry_at = now() + interval '1 hour'",
        "retry_at = null, paused_at = now()",
        "paused_at = null, lease = gen_random_uuid(), leased_until = now() + interval '20 seconds'",
        "lease = null, leased_until = null, served_at = now()",
      ]
      for (const excuse of excuses) {
        yield* change(excuse)
        expect([excuse, yield* isHeld, yield* isHeld]).toEqual([excuse, true, true])
      }
      yield* adjustDatabaseTime(12 * 60_000)
      expect([yield* isHeld, yield* isHeld]).toEqual([true, false])
    }),
  )
})
