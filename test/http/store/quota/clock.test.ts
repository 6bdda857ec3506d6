import { type KeyId } from "../../../../rules/accounts/key-text.ts"
import { describe, expect, layer } from "@effect/vitest"
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as SqlClient from "effect/sql/SqlClient"
import { TestClock } from "effect/testing"
import { Keys } from "../../../../http/ports/keys.ts"
import { Quotas } from "../../../../http/ports/quotas.ts"
import type { ChargeKind, ChargeOutcome } from "../../../../rules/quota/quota.ts"
import { layerTestAccounts } from "../accounts/layer.ts"
import { makeLimitedKey } from "../accounts/limited-key.ts"
import { uncountCall } from "../../../../http/store/quota/quota-sql.ts"
import { layerQuotas } from "../../../../http/store/quota/quotas.ts"

const layerTestQuotas = layerQuotas.pipe(Layer.provideMerge(layerTestAccounts))

/** Early, as the test clock lives through every second between the times that it is set to. */
const noon = Date.parse("1970-01-01T12:00:00.000Z")

const makeKey = (limits: { reads?: number; burst?: number }) =>
  Effect.map(makeLimitedKey(limits), ({ keyId }) => keyId)

const charge = Effect.fn(function* (keyId: KeyId, kind: ChargeKind = "price", revision = 1n) {
  return yield* (yield* Quotas).charge({ keyId, revision, kind })
})

const figures = (outcome: ChargeOutcome) =>
  outcome._tag === "KeyChanged"
    ? [outcome._tag]
    : [outcome._tag, outcome.state.reads.used, outcome.state.burst.used]

layer(layerTestQuotas)("quotas over time", (it) => {
  describe("a minute", () => {
    it.effect("ends on the full minute, not 60 seconds after its first call", () =>
      Effect.gen(function* () {
        const keyId = yield* makeKey({ burst: 2 })
        yield* TestClock.setTime(noon + 58_000)
        yield* charge(keyId, "call")
        yield* charge(keyId, "call")
        const refused = yield* charge(keyId, "call")
        expect(figures(refused)).toEqual(["BurstSpent", 0, 2])
        expect(refused._tag === "BurstSpent" && refused.state.window.minuteEndsInSeconds).toBe(2)
        yield* TestClock.setTime(noon + 59_999)
        const last = yield* charge(keyId, "call")
        expect(last._tag === "BurstSpent" && last.state.window.minuteEndsInSeconds).toBe(1)
        yield* TestClock.setTime(noon + 60_000)
        expect(figures(yield* charge(keyId, "call"))).toEqual(["Granted", 0, 1])
      }),
    )

    it.effect("that is skipped leaves nothing behind", () =>
      Effect.gen(function* () {
        const keyId = yield* makeKey({ burst: 1 })
        yield* TestClock.setTime(noon)
        yield* charge(keyId)
        yield* TestClock.setTime(noon + 3_600_000)
        expect(figures(yield* charge(keyId))).toEqual(["Granted", 2, 1])
      }),
    )
  })

  describe("a day", () => {
    it.effect("ends at UTC midnight, for reads but not for the life of the key", () =>
      Effect.gen(function* () {
        const keyId = yield* makeKey({ reads: 2 })
        const midnight = Date.parse("1970-01-02T00:00:00.000Z")
        yield* TestClock.setTime(midnight - 1_500)
        yield* charge(keyId)
        yield* charge(keyId, "bilan")
        const refused = yield* charge(keyId)
        expect(figures(refused)).toEqual(["DaySpent", 2, 2])
        expect(refused._tag === "DaySpent" && refused.state.window.dayEndsInSeconds).toBe(2)
        yield* TestClock.setTime(midnight - 1)
        expect((yield* charge(keyId))._tag).toBe("DaySpent")
        yield* TestClock.setTime(midnight)
        const granted = yield* charge(keyId)
        expect(figures(granted)).toEqual(["Granted", 1, 1])
        expect(granted._tag === "Granted" && granted.state.lifetime).toEqual({
          prices: 2,
          bilans: 1,
          links: 0,
        })
        expect(granted._tag === "Granted" && granted.state.window.dayEndsInSeconds).toBe(86_400)
      }),
    )

    it.effect("gives a read back to its own day only", () =>
      Effect.gen(function* () {
        const keyId = yield* makeKey({ reads: 5 })
        const midnight = Date.parse("1970-01-02T00:00:00.000Z")
        yield* TestClock.setTime(midnight - 1_000)
        const day = Math.floor((yield* Clock.currentTimeMillis) / 86_400_000)
        yield* charge(keyId)
        yield* TestClock.setTime(midnight + 1_000)
        yield* charge(keyId)
        const quotas = yield* Quotas
        yield* quotas.refund({ keyId, revision: 1n, kind: "price", day })
        const after = yield* charge(keyId)
        expect(figures(after)).toEqual(["Granted", 2, 2])
        expect(after._tag === "Granted" && after.state.lifetime.prices).toBe(2)
        yield* quotas.refund({ keyId, revision: 1n, kind: "price", day: day + 1 })
        expect(figures(yield* charge(keyId))).toEqual(["Granted", 2, 3])
      }),
    )

    it.effect("does not begin anew for a process whose clock is behind", () =>
      Effect.gen(function* () {
        const keyId = yield* makeKey({ reads: 2, burst: 3 })
        const midnight = Date.parse("1970-01-02T00:00:00.000Z")
        yield* TestClock.setTime(midnight)
        yield* charge(keyId)
        yield* charge(keyId)
        yield* TestClock.setTime(midnight - 500)
        expect(figures(yield* charge(keyId))).toEqual(["DaySpent", 2, 2])
        expect(figures(yield* charge(keyId, "call"))).toEqual(["Granted", 2, 3])
        expect(figures(yield* charge(keyId, "call"))).toEqual(["BurstSpent", 2, 3])
      }),
    )

    it.effect(
      "that lies ahead of a process's clock tells when it ends, and takes a read back",
      () =>
        Effect.gen(function* () {
          const keyId = yield* makeKey({ reads: 2 })
          const midnight = Date.parse("1970-01-02T00:00:00.000Z")
          yield* TestClock.setTime(midnight)
          yield* charge(keyId)
          const endsIn = Effect.fn(function* (nowMs: number) {
            yield* TestClock.setTime(nowMs)
            const outcome = yield* charge(keyId, "call")
            if (outcome._tag !== "Granted") return []
            const { dayEndsInSeconds, minuteEndsInSeconds } = outcome.state.window
            return [minuteEndsInSeconds, dayEndsInSeconds]
          })
          expect(yield* endsIn(midnight - 1)).toEqual([61, 86_401])
          expect(yield* endsIn(midnight - 600_000)).toEqual([660, 87_000])
          // Behind by more than a clock can honestly be, it is told no more than that.
          expect(yield* endsIn(midnight - 3_600_000)).toEqual([660, 87_000])
          yield* TestClock.setTime(midnight - 500)
          const granted = yield* charge(keyId)
          expect(figures(granted)).toEqual(["Granted", 2, 5])
          if (granted._tag !== "Granted") return
          const quotas = yield* Quotas
          yield* quotas.refund({
            keyId,
            revision: 1n,
            kind: "price",
            day: granted.state.window.day,
          })
          const sql = yield* SqlClient.SqlClient
          yield* uncountCall(sql, { keyId, minute: granted.state.window.minute })
          expect(figures(yield* charge(keyId))).toEqual(["Granted", 2, 5])
        }),
    )
  })

  describe("calls that arrive together", () => {
    it.effect("are each told the figures right after themselves", () =>
      Effect.gen(function* () {
        yield* TestClock.setTime(noon)
        const keyId = yield* makeKey({ reads: 30, burst: 50 })
        const kinds = Array.from({ length: 80 }, (_, index): ChargeKind =>
          index % 2 === 0 ? "price" : "call",
        )
        const outcomes = yield* Effect.all(
          kinds.map((kind) => charge(keyId, kind)),
          { concurrency: "unbounded" },
        )
        const granted = outcomes.filter((outcome) => outcome._tag === "Granted")
        expect(granted.length).toBe(50)
        const bursts = granted.map(({ state }) => state.burst.used)
        expect(bursts.toSorted((left, right) => left - right)).toEqual(
          Array.from({ length: 50 }, (_, index) => index + 1),
        )
        expect(new Set(outcomes.map(({ _tag }) => _tag))).toEqual(
          new Set(["Granted", "BurstSpent"]),
        )
      }),
    )

    it.effect("with an older record of the key are sent back, and counted nowhere", () =>
      Effect.gen(function* () {
        yield* TestClock.setTime(noon)
        const sql = yield* SqlClient.SqlClient
        const keyId = yield* makeKey({})
        yield* (yield* Keys).rotate(keyId)
        const outcomes = yield* Effect.all(
          [charge(keyId, "call", 1n), charge(keyId, "call", 2n), charge(keyId, "call", 1n)],
          { concurrency: "unbounded" },
        )
        expect(outcomes.map(({ _tag }) => _tag)).toEqual(["KeyChanged", "Granted", "KeyChanged"])
        yield* (yield* Keys).revoke(keyId)
        expect((yield* charge(keyId, "call", 3n))._tag).toBe("KeyChanged")
        const rows = yield* sql<{ used: number }>`
          select burst_used as used from quota where key_id = ${keyId}`
        expect(rows[0]?.used).toBe(1)
      }),
    )

    it.effect("of a key that does not exist are sent back", () =>
      Effect.map(charge("ak_test_nobody" as KeyId), (outcome) =>
        expect(outcome._tag).toBe("KeyChanged"),
      ),
    )
  })
})
