import { describe, expect, layer } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Scope from "effect/Scope"
import * as SqlClient from "effect/sql/SqlClient"
import {
  makeCallRecorder,
  type UsagePolicy,
  usagePolicy,
} from "../../../../http/store/usage/record-calls.ts"
import { layerTestAccounts } from "../accounts/layer.ts"
import { makeRecordedLog } from "../../outside/guard/recorded-log.ts"
import { callsOf, countsOf, kept, madeCall, makeCaller, noonMs, refusedCall } from "./made-calls.ts"

const dayMs = 86_400_000

/** Records by a policy that differs in some fields, and writes only when it is told to. */
const recording = (policy: Partial<UsagePolicy> = {}) =>
  makeCallRecorder({ ...usagePolicy(() => kept), writeEveryMs: 100 * dayMs, ...policy })

/** Runs an effect while the counts by day are away. */
const withoutTable = <A, E, R>(effect: Effect.Effect<A, E, R>) =>
  Effect.flatMap(SqlClient.SqlClient, (sql) =>
    Effect.acquireUseRelease(
      sql`alter table usage_day rename to away`,
      () => effect,
      () => Effect.orDie(sql`alter table away rename to usage_day`),
    ),
  )

layer(layerTestAccounts)("recorded calls", (it) => {
  describe("that are written", () => {
    it.effect("are counted by day, endpoint and code, the most frequent code first", () =>
      Effect.gen(function* () {
        const { keyIds, owner } = yield* makeCaller(2)
        const [one = "", other = ""] = keyIds
        const recorder = yield* recording()
        const midnightMs = Date.parse("2026-03-10T00:00:00Z")
        for (const call of [
          madeCall(one, { atMs: midnightMs - 1 }),
          madeCall(one, { atMs: midnightMs }),
          madeCall(other),
          refusedCall(one, "BAD_TRIP"),
          refusedCall(one, "BAD_DATES"),
          refusedCall(other, "BAD_DATES"),
          madeCall(one, { endpoint: "meta", method: "GET" }),
        ]) {
          recorder.record(call)
        }
        yield* recorder.flush
        yield* recorder.flush
        const first = [
          "2026-03-09 quotes 1",
          "2026-03-10 meta 1",
          "2026-03-10 quotes 5 BAD_DATES=2 BAD_TRIP=1",
        ]
        expect(yield* countsOf(owner)).toEqual(first)
        recorder.record(refusedCall(one, "BAD_TRIP"))
        yield* recorder.flush
        expect(yield* countsOf(owner)).toEqual([
          ...first.slice(0, 2),
          "2026-03-10 quotes 6 BAD_DATES=2 BAD_TRIP=2",
        ])
      }).pipe(Effect.scoped),
    )

    it.effect("are so in as many batches as they need", () =>
      Effect.gen(function* () {
        const { keyIds, owner } = yield* makeCaller(7)
        const recorder = yield* recording({ batchMax: 2, gatheredMax: 3 })
        for (const keyId of [...keyIds, ...keyIds]) recorder.record(madeCall(keyId))
        yield* recorder.flush
        expect(yield* countsOf(owner)).toEqual(["2026-03-10 quotes 14"])
        expect((yield* callsOf(owner)).calls).toHaveLength(kept.signedCalls)
      }).pipe(Effect.scoped),
    )

    it.effect("do not wait for those of a key that is gone", () =>
      Effect.gen(function* () {
        const { keyId, owner } = yield* makeCaller()
        const recorder = yield* recording()
        recorder.record(madeCall("ak_test_gone"))
        recorder.record(madeCall(keyId))
        yield* recorder.flush
        expect(yield* countsOf(owner)).toEqual(["2026-03-10 quotes 1"])
        expect((yield* callsOf(owner)).calls).toHaveLength(1)
      }).pipe(Effect.scoped),
    )

    it.effect("are all there when several processes write the same keys at once", () =>
      Effect.gen(function* () {
        const callers = yield* Effect.forEach([1, 2, 3, 4], () => makeCaller(3))
        const keyIds = callers.flatMap(({ keyIds }) => keyIds)
        const process = Effect.gen(function* () {
          const recorder = yield* recording({ batchMax: 5 })
          for (let round = 0; round < 10; round += 1) {
            for (const keyId of round % 2 === 0 ? keyIds : keyIds.toReversed()) {
              recorder.record(madeCall(keyId))
              recorder.record(refusedCall(keyId, "INVALID_SIGNATURE", { isSigned: false }))
            }
            yield* recorder.flush
          }
        })
        yield* Effect.all(
          Array.from({ length: 6 }, () => process),
          { concurrency: "unbounded" },
        )
        for (const { owner } of callers) {
          expect(yield* countsOf(owner)).toEqual(["2026-03-10 quotes 360 INVALID_SIGNATURE=180"])
          const { calls } = yield* callsOf(owner)
          expect(calls).toHaveLength(kept.signedCalls + kept.unsignedCalls)
        }
      }).pipe(Effect.scoped),
    )

    it.effect("are those of the last moment too, when the process ends", () =>
      Effect.gen(function* () {
        const { keyId, owner } = yield* makeCaller()
        const scope = yield* Scope.make()
        const recorder = yield* Effect.provideService(recording(), Scope.Scope, scope)
        recorder.record(madeCall(keyId))
        yield* Scope.close(scope, Exit.void)
        expect(yield* countsOf(owner)).toEqual(["2026-03-10 quotes 1"])
        expect((yield* callsOf(owner)).calls).toHaveLength(1)
      }),
    )

    it.effect("keep what was wrong within 200 characters, whatever it holds", () =>
      Effect.gen(function* () {
        const { keyId, owner } = yield* makeCaller()
        const recorder = yield* recording()
        const details = ["a\0b", "é".repeat(201), "😀".repeat(200), "\ud800"]
        for (const [index, detail] of details.entries()) {
          const refused = { code: "BAD_TRIP", detail }
          recorder.record(madeCall(keyId, { atMs: noonMs - index, status: 400, refused }))
        }
        yield* recorder.flush
        expect((yield* callsOf(owner)).calls.map(({ detail }) => detail)).toEqual([
          "a\uFFFDb",
          "é".repeat(200),
          "😀".repeat(200),
          "\uFFFD",
        ])
      }).pipe(Effect.scoped),
    )
  })

  describe("that are kept", () => {
    it.effect("are the last ones of an account over all of its keys, in order of their time", () =>
      Effect.gen(function* () {
        const { keyIds, owner } = yield* makeCaller(2)
        const [one = "", other = ""] = keyIds
        const recorder = yield* recording()
        const calls = Array.from({ length: 12 }, (_, index) =>
          madeCall(index % 3 === 0 ? other : one),
        )
        for (const call of calls.slice(0, 4)) recorder.record(call)
        yield* recorder.flush
        for (const call of calls.slice(4)) recorder.record(call)
        yield* recorder.flush
        const ids = calls.map(({ requestId }) => requestId).toReversed()
        const found = yield* callsOf(owner)
        expect(found.calls.map(({ requestId }) => requestId)).toEqual(ids.slice(0, 5))
        expect(found.next).toBeNull()
      }).pipe(Effect.scoped),
    )

    it.effect("are not pushed out by calls whose signature does not hold", () =>
      Effect.gen(function* () {
        const { keyId, owner } = yield* makeCaller()
        const recorder = yield* recording()
        for (let count = 0; count < 3; count += 1) recorder.record(madeCall(keyId))
        for (let count = 0; count < 2_000; count += 1) {
          recorder.record(refusedCall(keyId, "INVALID_SIGNATURE", { isSigned: false, status: 401 }))
        }
        yield* recorder.flush
        const { calls } = yield* callsOf(owner)
        expect(calls.map(({ isSigned }) => isSigned)).toEqual([false, false, true, true, true])
        expect(yield* countsOf(owner)).toEqual(["2026-03-10 quotes 2003 INVALID_SIGNATURE=2000"])
      }).pipe(Effect.scoped),
    )

    it.effect("are the last ones of a key that makes many between two writes", () =>
      Effect.gen(function* () {
        const { keyId, owner } = yield* makeCaller()
        const recorder = yield* recording({ keyCallsMax: 3, gatheredMax: 2 })
        const calls = Array.from({ length: 7 }, () => madeCall(keyId))
        for (const call of calls) recorder.record(call)
        yield* recorder.flush
        const found = (yield* callsOf(owner)).calls.map(({ requestId }) => requestId)
        expect(found).toEqual(
          calls
            .slice(-3)
            .toReversed()
            .map(({ requestId }) => requestId),
        )
        expect(yield* countsOf(owner)).toEqual(["2026-03-10 quotes 7"])
      }).pipe(Effect.scoped),
    )

    it.effect("are found a page at a time, refused ones alone where that is asked for", () =>
      Effect.gen(function* () {
        const { keyId, owner } = yield* makeCaller()
        const recorder = yield* recording()
        // Two at one instant, so that the page ends between them.
        const atMs = noonMs - 500
        const calls = [
          madeCall(keyId),
          madeCall(keyId, { atMs }),
          refusedCall(keyId, "BAD_TRIP", { atMs }),
          refusedCall(keyId, "BAD_DATES", { atMs: atMs + 1 }),
        ]
        for (const call of calls) recorder.record(call)
        yield* recorder.flush
        const [oldest, second, third, newest] = calls
        const first = yield* callsOf(owner, { limit: 2 })
        expect(first.calls.map(({ requestId }) => requestId)).toEqual([
          newest?.requestId,
          third?.requestId,
        ])
        expect(first.next).toEqual({ atMs, requestId: third?.requestId })
        const rest = yield* callsOf(owner, { limit: 2, before: first.next })
        expect(rest.calls.map(({ requestId }) => requestId)).toEqual([
          second?.requestId,
          oldest?.requestId,
        ])
        expect(rest.next).toBeNull()
        const refused = yield* callsOf(owner, { isRefusedOnly: true })
        expect(refused.calls).toEqual([
          {
            at: "2026-03-10T11:59:59.501Z",
            endpoint: "quotes",
            method: "POST",
            path: "/api/v1/travel/quotes",
            status: 400,
            errorCode: "BAD_DATES",
            detail: "BAD_DATES: so",
            requestId: newest?.requestId,
            keyId,
            durationMs: 3,
            isSigned: true,
          },
          expect.objectContaining({ errorCode: "BAD_TRIP" }),
        ])
      }).pipe(Effect.scoped),
    )

    it.effect("are none where no place is for them", () =>
      Effect.gen(function* () {
        const { keyId, owner } = yield* makeCaller()
        const recorder = yield* recording({ kept: () => ({ ...kept, signedCalls: 0 }) })
        recorder.record(madeCall(keyId))
        yield* recorder.flush
        expect((yield* callsOf(owner)).calls).toEqual([])
        expect(yield* countsOf(owner)).toEqual(["2026-03-10 quotes 1"])
      }).pipe(Effect.scoped),
    )
  })

  describe("that cannot be written", () => {
    const waiting = "usage cannot be written and waits in memory"

    it.effect("wait, and the log says so once, and once when it is over", () => {
      const { layer: layerLog, lines } = makeRecordedLog()
      return Effect.gen(function* () {
        const { keyId, owner } = yield* makeCaller()
        const recorder = yield* recording()
        const away = Effect.gen(function* () {
          for (let count = 0; count < 9; count += 1) {
            recorder.record(madeCall(keyId))
            yield* recorder.flush
          }
        })
        yield* withoutTable(away)
        expect(lines.map(({ message }) => message)).toEqual([waiting])
        yield* recorder.flush
        expect(yield* countsOf(owner)).toEqual(["2026-03-10 quotes 9"])
        expect((yield* callsOf(owner)).calls).toHaveLength(kept.signedCalls)
        recorder.record(madeCall(keyId))
        yield* recorder.flush
        expect(lines.map(({ message }) => message)).toEqual([waiting, "usage is written again"])
      }).pipe(Effect.scoped, Effect.provide(layerLog))
    })

    it.effect("have room for so many counts, and the log says how many were not counted", () => {
      const { layer: layerLog, lines } = makeRecordedLog()
      return Effect.gen(function* () {
        const { keyIds, owner } = yield* makeCaller(4)
        const recorder = yield* recording({ countsMax: 2, gatheredMax: 1 })
        for (const keyId of [...keyIds, ...keyIds]) recorder.record(madeCall(keyId))
        yield* recorder.flush
        expect(yield* countsOf(owner)).toEqual(["2026-03-10 quotes 4"])
        expect(lines).toEqual([
          { message: "usage of too many keys: not counted", facts: { calls: "4" } },
        ])
      }).pipe(Effect.scoped, Effect.provide(layerLog))
    })

    it.effect("are lost when the process ends, and the log says how many", () => {
      const { layer: layerLog, lines } = makeRecordedLog()
      return Effect.gen(function* () {
        const { keyId, owner } = yield* makeCaller()
        yield* withoutTable(
          Effect.scoped(
            Effect.gen(function* () {
              const recorder = yield* recording()
              recorder.record(madeCall(keyId))
              yield* recorder.flush
              recorder.record(madeCall(keyId))
            }),
          ),
        )
        expect(lines.at(-1)).toEqual({
          message: "usage is lost: the database is away",
          facts: { calls: "2" },
        })
        expect(yield* countsOf(owner)).toEqual([])
      }).pipe(Effect.provide(layerLog))
    })
  })
})
