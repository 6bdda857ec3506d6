import { assert, it, layer } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Layer from "effect/Layer"
import * as SqlClient from "effect/sql/SqlClient"
import { onTestFinished, vi } from "vitest"
import { chargeAll } from "../../bench/quotas/callers.ts"
import { checkCounts } from "../../bench/quotas/exactness.ts"
import { type ChargedKey, createKeys, keyCount, resetQuotas } from "../../bench/quotas/keys.ts"
import { makeOneStatement } from "../../bench/quotas/one-statement.ts"
import { quotasPart } from "../../bench/quotas/part.ts"
import { targets } from "../../bench/targets.ts"
import { layerTestDatabase } from "../support/postgres.ts"
import { layerQuotas } from "../../http/store/quota/quotas.ts"

const plenty = 1_000_000

const firstOf = (keys: ReadonlyArray<ChargedKey>): ChargedKey => {
  const [key] = keys
  assert.isDefined(key)
  return key
}

layer(Layer.provideMerge(layerQuotas, layerTestDatabase), { excludeTestServices: true })(
  "the race of quotas",
  (it) => {
    it.effect(
      "has a peer that grants exactly what its keys may use, in the day or in the minute",
      () =>
        Effect.gen(function* () {
          const keys = yield* createKeys
          assert.lengthOf(keys, keyCount)
          const oneStatement = yield* makeOneStatement
          const check = { keys: keys.slice(0, 5), callsOfEach: 30 }
          const byDay = { ...check, limits: { reads: 10, burst: plenty } }
          assert.strictEqual(yield* checkCounts("peer", oneStatement, byDay), 50)
          const byMinute = { ...check, limits: { reads: plenty, burst: 10 } }
          assert.strictEqual(yield* checkCounts("peer", oneStatement, byMinute), 50)

          const key = firstOf(keys)
          yield* resetQuotas({ reads: plenty, burst: plenty })
          assert.isTrue(yield* oneStatement(key))
          assert.isFalse(yield* oneStatement({ ...key, revision: key.revision + 1n }), "changed")
          const sql = yield* SqlClient.SqlClient
          yield* sql`update api_key set revoked_at = now() where key_id = ${key.keyId}`
          assert.isFalse(yield* oneStatement({ ...key, revision: key.revision + 1n }), "revoked")

          const always = () => Effect.succeed(true)
          const wrong = yield* Effect.exit(checkCounts("no counter", always, byDay))
          assert.isTrue(Exit.isFailure(wrong), "grants beyond the limit are noticed")
          const granted = yield* chargeAll(always, [...keys.slice(0, 2), key])
          assert.deepStrictEqual([...granted.values()], [2, 1])
        }),
    )
  },
)

it("the part checks both ways first, then comes to a figure for many keys and one for a hot one", async () => {
  vi.stubEnv("BENCH_ROUNDS", "1")
  vi.stubEnv("BENCH_ROUND_MS", "30")
  onTestFinished(() => void vi.unstubAllEnvs())
  const found = []
  for await (const each of quotasPart.run()) found.push(each)
  assert.match(found[0]?.notes?.[0] ?? "", /^both count exactly: 3200 of 3200 calls/)
  const figures = found.flatMap((each) => each.figures)
  assert.deepStrictEqual(
    figures.map(({ target }) => target),
    [targets.quotasOfManyKeys, targets.quotasOfOneKey],
  )
  for (const { ratio } of figures) assert.isAbove(ratio, 0)
})
