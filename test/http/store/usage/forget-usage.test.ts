import { expect, layer } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as SqlClient from "effect/sql/SqlClient"
import { makeCallRecorder, usagePolicy } from "../../../../http/store/usage/record-calls.ts"
import { forgetUsage } from "../../../../http/store/usage/layer.ts"
import { adjustDatabaseTime } from "../../../support/database-clock.ts"
import { layerTestAccounts } from "../accounts/layer.ts"
import {
  callsOf,
  countsOf,
  kept,
  madeCall,
  makeCaller,
  noonMs,
  refusedCall,
  rowsIn,
} from "./made-calls.ts"

const dayMs = 86_400_000

layer(layerTestAccounts)("usage that is old", (it) => {
  it.effect("is not shown any more at its last moment, and deleted", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const { keyId, owner } = yield* makeCaller()
      const recorder = yield* makeCallRecorder({ ...usagePolicy(() => kept), writeEveryMs: dayMs })
      recorder.record(madeCall(keyId, { atMs: noonMs }))
      recorder.record(madeCall(keyId, { atMs: noonMs - dayMs }))
      yield* recorder.flush
      yield* forgetUsage(sql, kept)
      expect((yield* callsOf(owner)).calls).toHaveLength(2)
      expect(yield* rowsIn("usage_batch")).toBe(1)

      yield* adjustDatabaseTime((kept.callDays - 1) * dayMs - 1)
      expect((yield* callsOf(owner)).calls).toHaveLength(2)
      yield* adjustDatabaseTime(1)
      expect((yield* callsOf(owner)).calls).toHaveLength(1)
      yield* forgetUsage(sql, kept)
      expect(yield* rowsIn("usage_call")).toBe(1)
      expect(yield* rowsIn("usage_batch")).toBe(0)
      expect(yield* countsOf(owner)).toEqual(["2026-03-09 quotes 1", "2026-03-10 quotes 1"])

      yield* adjustDatabaseTime((kept.countDays - kept.callDays + 1) * dayMs)
      yield* forgetUsage(sql, kept)
      expect(yield* countsOf(owner)).toEqual([])
      expect(yield* rowsIn("usage_call")).toBe(0)
    }).pipe(Effect.scoped),
  )

  it.effect("goes from places that are no more, when fewer are kept", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const { keyId, owner } = yield* makeCaller()
      const recorder = yield* makeCallRecorder({ ...usagePolicy(() => kept), writeEveryMs: dayMs })
      for (let count = 0; count < 9; count += 1) {
        recorder.record(madeCall(keyId))
        recorder.record(refusedCall(keyId, "STALE_TIMESTAMP", { isSigned: false }))
      }
      yield* recorder.flush
      expect((yield* callsOf(owner)).calls).toHaveLength(kept.signedCalls + kept.unsignedCalls)
      yield* forgetUsage(sql, { ...kept, signedCalls: 2, unsignedCalls: 1 })
      const { calls } = yield* callsOf(owner)
      expect(calls.map(({ isSigned }) => isSigned).toSorted()).toEqual([false, true, true])
    }).pipe(Effect.scoped),
  )
})
