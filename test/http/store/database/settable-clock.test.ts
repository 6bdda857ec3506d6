import { describe, expect, layer } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as SqlClient from "effect/sql/SqlClient"
import {
  adjustDatabaseTime,
  databaseTimeMs,
  resetDatabaseTime,
  setDatabaseTime,
} from "../../../support/database-clock.ts"
import { layerClockedDatabase } from "../../../support/postgres.ts"

const noonMs = Date.parse("2031-05-01T12:00:00.123Z")

layer(layerClockedDatabase)("a database whose clock is set", (it) => {
  describe("now() in its sessions", () => {
    it.effect("stands at the moment that is set, is moved from there and goes again", () =>
      Effect.gen(function* () {
        yield* setDatabaseTime(noonMs)
        expect(yield* databaseTimeMs).toBe(noonMs)
        yield* adjustDatabaseTime(-1_001)
        expect(yield* databaseTimeMs).toBe(noonMs - 1_001)
        yield* setDatabaseTime(noonMs)
        expect(yield* databaseTimeMs).toBe(noonMs)
        yield* resetDatabaseTime
        expect(yield* databaseTimeMs).toBeLessThan(noonMs)
      }),
    )

    it.effect("is what statements write that were prepared before it was set", () =>
      Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        const wrote = sql<{ readonly at: Date }>`
          insert into click_writer (id, batch, wrote_at) values (gen_random_uuid(), 1, now())
          returning wrote_at as at`
        yield* wrote
        yield* setDatabaseTime(noonMs)
        expect((yield* wrote)[0]?.at.getTime()).toBe(noonMs)
      }),
    )
  })
})
