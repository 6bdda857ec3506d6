import { assert, describe, layer } from "@effect/vitest"
import * as Deferred from "effect/Deferred"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import * as Layer from "effect/Layer"
import * as SqlClient from "effect/sql/SqlClient"
import { Quotas } from "../../../http/quota/quotas.ts"
import { layerTestAccounts } from "../accounts/layer.ts"
import { makeKeys, revision } from "./bare-keys.ts"

const layerQuotas = Quotas.layer.pipe(Layer.provideMerge(layerTestAccounts))

const makeKey = Effect.map(makeKeys([{ reads: 1_000, burst: 1_000 }]), ([keyId = ""]) => keyId)

const charge = (keyId: string, beside?: () => void) =>
  Effect.flatMap(Quotas, (quotas) => quotas.charge({ keyId, revision, kind: "bilan" }, beside))

/** Holds the quota of a key, so that charges to it wait, until what it gives is run. */
const holdQuota = Effect.fnUntraced(function* (keyId: string) {
  const sql = yield* SqlClient.SqlClient
  const held = yield* Deferred.make<void>()
  const released = yield* Deferred.make<void>()
  const holding = yield* Effect.forkChild(
    sql.withTransaction(
      Effect.gen(function* () {
        yield* sql`select 1 from quota where key_id = ${keyId} for update`
        yield* Deferred.succeed(held, undefined)
        yield* Deferred.await(released)
      }),
    ),
  )
  yield* Deferred.await(held)
  return Effect.andThen(Deferred.succeed(released, undefined), Fiber.join(holding))
})

/** Keeps the database at a first charge to a key, so that later ones wait, until what it gives is run. */
const keepCharging = Effect.fnUntraced(function* (keyId: string) {
  const release = yield* holdQuota(keyId)
  const first = yield* Effect.forkChild(charge(keyId), { startImmediately: true })
  yield* Effect.yieldNow
  return Effect.andThen(release, Fiber.join(first))
})

layer(layerQuotas)("beside a charge", (it) => {
  describe("work", () => {
    it.effect("is done while the database is at the charge", () =>
      Effect.gen(function* () {
        const keyId = yield* makeKey
        const release = yield* holdQuota(keyId)
        const done = yield* Deferred.make<void>()
        const charging = yield* Effect.forkChild(
          charge(keyId, () => Deferred.doneUnsafe(done, Effect.void)),
        )
        yield* Deferred.await(done)
        assert.isUndefined(charging.pollUnsafe())
        yield* release
        assert.strictEqual((yield* Fiber.join(charging))._tag, "Granted")
      }),
    )

    it.effect("that throws is not heard, and others are done all the same", () =>
      Effect.gen(function* () {
        const keyId = yield* makeKey
        const endFirst = yield* keepCharging(keyId)
        let done = 0
        const throwing = () => {
          done += 1
          throw new Error("beside a charge")
        }
        const others = yield* Effect.forkChild(
          Effect.all([charge(keyId, throwing), charge(keyId, throwing), charge(keyId)], {
            concurrency: "unbounded",
          }),
          { startImmediately: true },
        )
        yield* endFirst
        const outcomes = yield* Fiber.join(others)
        assert.deepStrictEqual(
          outcomes.map((outcome) => (outcome._tag === "Granted" ? outcome.state.reads.used : 0)),
          [2, 3, 4],
        )
        assert.strictEqual(done, 2)
      }),
    )

    it.effect("is left where a batch has much of it", () =>
      Effect.gen(function* () {
        const keyId = yield* makeKey
        const endFirst = yield* keepCharging(keyId)
        let done = 0
        const others = yield* Effect.forkChild(
          Effect.forEach(Array.from({ length: 100 }), () => charge(keyId, () => void (done += 1)), {
            concurrency: "unbounded",
          }),
          { startImmediately: true },
        )
        yield* endFirst
        const outcomes = yield* Fiber.join(others)
        assert.isTrue(outcomes.every(({ _tag }) => _tag === "Granted"))
        assert.strictEqual(done, 64)
      }),
    )
  })
})
