import { type KeyId } from "../../../../rules/accounts/key-text.ts"
import { describe, expect, layer } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as SqlClient from "effect/sql/SqlClient"
import { chargeBatch, chargeWrite } from "../../../../http/store/quota/quota-sql.ts"
import { quotaWindow, standingWindow, windowLeadMaxMs } from "../../../../rules/quota/quota.ts"
import { layerTestDatabase } from "../../../support/postgres.ts"
import { atDatabaseMs, makeKeys, makeSettableClock, revision } from "./bare-keys.ts"

const minuteMs = 60_000
const dayMs = 1_440 * minuteMs
const yearMs = 365 * dayMs

/** A midnight that the database's clock stands at, or near to. */
const midnightMs = 20_000 * dayMs

/** A key that stands in the windows of a moment, with all it may use there used. */
const spentKey = Effect.fn(function* (standingMs: number) {
  const sql = yield* SqlClient.SqlClient
  yield* makeSettableClock
  const [keyId = ""] = yield* makeKeys([{ reads: 2, writes: 2, burst: 2 }])
  const { day, minute } = quotaWindow(standingMs)
  yield* sql`
    update quota set minute = ${minute}, day = ${day}, burst_used = 2, reads_used = 2, writes_used = 2
    where key_id = ${keyId}`
  return keyId
})

interface Clocks {
  readonly databaseMs: number
  readonly ownMs?: number
}

const price = (keyId: string, { databaseMs, ownMs = databaseMs }: Clocks) =>
  Effect.map(
    atDatabaseMs(
      databaseMs,
      Effect.flatMap(SqlClient.SqlClient, (sql) =>
        chargeBatch(
          sql,
          [{ keyId: keyId as KeyId, revision, calls: 0, prices: 1, bilans: 0 }],
          ownMs,
        ),
      ),
    ),
    ({ granted }) => granted.get(keyId),
  )

const write = (keyId: string, { databaseMs, ownMs = databaseMs }: Clocks) => {
  const none = { limit: 0, used: 0 }
  const lifetime = { prices: 0, links: 0, bilans: 0 }
  const window = quotaWindow(ownMs)
  const state = { reads: none, writes: none, burst: none, window, lifetime }
  return atDatabaseMs(
    databaseMs,
    Effect.flatMap(SqlClient.SqlClient, (sql) =>
      chargeWrite(sql, { keyId: keyId as KeyId, nowMs: ownMs, state }),
    ),
  )
}

layer(layerTestDatabase)("windows that lie ahead", (it) => {
  describe("further than a clock can honestly be wrong", () => {
    it.effect("are moved back to now, for reads and for writes", () =>
      Effect.gen(function* () {
        const clocks = { databaseMs: midnightMs }
        const keyId = yield* spentKey(midnightMs + yearMs)
        const read = yield* price(keyId, clocks)
        expect(read?.granted.prices).toBe(1)
        expect(read?.before).toMatchObject({
          reads: { used: 0 },
          writes: { used: 0 },
          burst: { used: 0 },
          window: quotaWindow(midnightMs),
        })
        const other = yield* spentKey(midnightMs + yearMs)
        const written = yield* write(other, clocks)
        expect(written).toMatchObject({
          granted: true,
          state: { writes: { used: 1 }, reads: { used: 0 }, window: quotaWindow(midnightMs) },
        })
      }),
    )

    it.effect("are a millisecond further than those that stay", () =>
      Effect.gen(function* () {
        const nextMinuteMs = midnightMs + minuteMs
        const keyId = yield* spentKey(nextMinuteMs + windowLeadMaxMs)
        const stays = { databaseMs: nextMinuteMs }
        const refused = yield* price(keyId, stays)
        expect(refused?.granted.prices).toBe(0)
        expect(refused?.before.window.minuteEndsInSeconds).toBe(660)
        const moved = yield* price(keyId, { databaseMs: nextMinuteMs - 1 })
        expect([moved?.before.burst.used, moved?.before.reads.used]).toEqual([0, 2])
        const tomorrow = yield* spentKey(midnightMs)
        const late = { databaseMs: midnightMs - windowLeadMaxMs }
        expect((yield* price(tomorrow, late))?.before.reads.used).toBe(2)
        expect((yield* write(tomorrow, late))?.state.window.dayEndsInSeconds).toBe(87_000)
        const early = { databaseMs: midnightMs - windowLeadMaxMs - 1 }
        expect(yield* write(tomorrow, early)).toMatchObject({ granted: true })
        expect((yield* price(tomorrow, early))?.granted.prices).toBe(1)
      }),
    )
  })

  describe("for a process whose clock is ahead", () => {
    const ahead = { databaseMs: midnightMs, ownMs: midnightMs + yearMs }

    it.effect("further than it may be are the database's of now, used up once for everyone", () =>
      Effect.gen(function* () {
        const keyId = yield* spentKey(midnightMs - minuteMs)
        const window = quotaWindow(midnightMs)
        expect((yield* price(keyId, ahead))?.before.window).toEqual(window)
        const right = yield* price(keyId, { databaseMs: midnightMs })
        expect([right?.granted.prices, right?.before.reads.used]).toEqual([1, 1])
        for (const clocks of [ahead, { databaseMs: midnightMs }, ahead]) {
          const refused = yield* price(keyId, clocks)
          expect([refused?.granted.prices, refused?.before.reads.used]).toEqual([0, 2])
        }
        for (const [clocks, granted] of [
          [ahead, true],
          [{ databaseMs: midnightMs }, true],
          [ahead, false],
          [{ databaseMs: midnightMs }, false],
        ] as const) {
          expect(yield* write(keyId, clocks)).toMatchObject({ granted })
        }
      }),
    )

    it.effect("as far as it may be are its own", () =>
      Effect.gen(function* () {
        const keyId = yield* spentKey(midnightMs)
        const ownMs = midnightMs + windowLeadMaxMs
        const { day, minute } = quotaWindow(ownMs)
        const charged = yield* price(keyId, { databaseMs: midnightMs, ownMs })
        expect(charged?.before.burst.used).toBe(0)
        expect(charged?.before.window).toEqual(standingWindow(ownMs, { day, minute }))
        const further = yield* price(keyId, { databaseMs: midnightMs, ownMs: ownMs + minuteMs })
        // It counts at the database's time then, and the window that lies ahead of that stays.
        expect(further?.before.window).toEqual(standingWindow(midnightMs, { day, minute }))
      }),
    )
  })
})
