import { assert, layer } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Layer from "effect/Layer"
import { Quotas } from "../../../../http/ports/quotas.ts"
import { layerTestAccounts } from "../accounts/layer.ts"
import { makeRecordedLog } from "../../outside/guard/recorded-log.ts"
import { makeKeys, revision } from "./bare-keys.ts"
import { layerQuotas } from "../../../../http/store/quota/quotas.ts"

const log = makeRecordedLog()

const layerTestQuotas = layerQuotas.pipe(
  Layer.provideMerge(layerTestAccounts),
  Layer.provideMerge(log.layer),
)

layer(layerTestQuotas)("charges that are told without a fiber", (it) => {
  it.effect("are told each, and one that is not heard is logged", () =>
    Effect.gen(function* () {
      const quotas = yield* Quotas
      const [keyId = ""] = yield* makeKeys([{ reads: 1, burst: 1_000 }])
      const charge = { keyId, revision, kind: "bilan" } as const
      const told: Array<string> = []
      quotas.queue(charge, () => {
        throw new Error("not heard")
      })
      yield* Effect.callback<void>((resume) =>
        quotas.queue(charge, (charged) => {
          told.push(Exit.isSuccess(charged) ? charged.value._tag : "failed")
          resume(Effect.void)
        }),
      )
      assert.strictEqual((yield* quotas.charge(charge))._tag, "DaySpent")
      assert.deepStrictEqual(told, ["DaySpent"])
      assert.deepStrictEqual(
        log.lines.map(({ message }) => message),
        ["a charge could not be told"],
      )
    }),
  )
})
