import { assert, describe, layer } from "@effect/vitest"
import * as Deferred from "effect/Deferred"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import * as Layer from "effect/Layer"
import { Quotas } from "../../../../http/ports/quotas.ts"
import { whileHeld } from "../../../support/while-held.ts"
import { layerTestAccounts } from "../accounts/layer.ts"
import { makeKeys, revision } from "./bare-keys.ts"
import { layerQuotas } from "../../../../http/store/quota/quotas.ts"

const layerTestQuotas = layerQuotas.pipe(Layer.provideMerge(layerTestAccounts))

const makeKey = Effect.map(makeKeys([{ reads: 1_000, burst: 1_000 }]), ([keyId = ""]) => keyId)

const charge = (keyId: string, beside?: () => void) =>
  Effect.flatMap(Quotas, (quotas) => quotas.charge({ keyId, revision, kind: "bilan" }, beside))

/** Does something while charges to a key wait in the database. */
const whileQuotaHeld = <A, E, R>(keyId: string, work: Effect.Effect<A, E, R>) =>
  whileHeld((sql) => sql`select 1 from quota where key_id = ${keyId} for update`, work)

/** What charges to a key come to that are made together, while the database is at one before them. */
const chargedTogether = Effect.fnUntraced(function* (
  keyId: string,
  besides: ReadonlyArray<(() => void) | undefined>,
) {
  const charges = Effect.forEach(besides, (beside) => charge(keyId, beside), {
    concurrency: "unbounded",
  })
  const charging = yield* whileQuotaHeld(
    keyId,
    Effect.gen(function* () {
      const first = yield* Effect.forkChild(charge(keyId), { startImmediately: true })
      yield* Effect.yieldNow
      const others = yield* Effect.forkChild(charges, { startImmediately: true })
      return { first, others }
    }),
  )
  yield* Fiber.join(charging.first)
  return yield* Fiber.join(charging.others)
})

layer(layerTestQuotas)("beside a charge", (it) => {
  describe("work", () => {
    it.effect("is done while the database is at the charge", () =>
      Effect.gen(function* () {
        const keyId = yield* makeKey
        const done = yield* Deferred.make<void>()
        const charging = yield* whileQuotaHeld(
          keyId,
          Effect.gen(function* () {
            const begun = yield* Effect.forkChild(
              charge(keyId, () => Deferred.doneUnsafe(done, Effect.void)),
            )
            yield* Deferred.await(done)
            assert.isUndefined(begun.pollUnsafe())
            return begun
          }),
        )
        assert.strictEqual((yield* Fiber.join(charging))._tag, "Granted")
      }),
    )

    it.effect("that throws is not heard, and others are done all the same", () =>
      Effect.gen(function* () {
        const keyId = yield* makeKey
        let done = 0
        const throwing = () => {
          done += 1
          throw new Error("beside a charge")
        }
        const outcomes = yield* chargedTogether(keyId, [throwing, throwing, undefined])
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
        let done = 0
        const besides = Array.from({ length: 100 }, () => () => void (done += 1))
        const outcomes = yield* chargedTogether(keyId, besides)
        assert.isTrue(outcomes.every(({ _tag }) => _tag === "Granted"))
        assert.strictEqual(done, 64)
      }),
    )
  })
})
