import { assert, describe, layer } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Result from "effect/Result"
import * as SqlClient from "effect/sql/SqlClient"
import { endpoints } from "../../../http/api/api.ts"
import { CallGate } from "../../../http/gateway/gate.ts"
import { type AnswerProgram, afterCharge } from "../../../http/api/operation.ts"
import { makeSignedCalls, signedEndpoint } from "../../../http/gateway/signed.ts"
import { defaultSigningSettings } from "../../../http/gateway/authenticate.ts"
import { withinOneMinute } from "../../support/one-minute.ts"
import { layerTestAccounts } from "../store/accounts/layer.ts"
import { makeLimitedKey } from "../store/accounts/limited-key.ts"
import { signedCall } from "./signed-call.ts"
import { layerQuotas } from "../../../http/store/quota/quotas.ts"

const layerSigned = Layer.mergeAll(CallGate.layer, layerQuotas).pipe(
  Layer.provideMerge(layerTestAccounts),
)

const body = Buffer.from("{}")

/** Signed bilans of a new key with so many reads a day, answered by `answer`. */
const makeCalls = Effect.fnUntraced(function* (
  readsLimit: number,
  answer: () => AnswerProgram<unknown>,
) {
  const sql = yield* SqlClient.SqlClient
  const key = yield* makeLimitedKey({ reads: readsLimit })
  const answerSigned = yield* makeSignedCalls(defaultSigningSettings)
  const endpoint = signedEndpoint(endpoints.bilan, {
    admit: () => Result.succeed(afterCharge(answer)),
  })
  yield* Effect.promise(() => withinOneMinute())
  const nowSeconds = Math.floor(Date.now() / 1_000)
  const incoming = signedCall(key, endpoints.bilan, body, nowSeconds)
  const setReads = (limit: number) =>
    sql`update quota set reads_limit = ${limit} where key_id = ${key.keyId}`
  const call = Effect.map(answerSigned(endpoint, incoming, body), (signed) => signed.answer)
  const readsUsed = Effect.map(
    sql<{ readonly used: number }>`
      select reads_used as used from quota where key_id = ${key.keyId}`,
    ([row]) => row?.used,
  )
  return { call, readsUsed, setReads }
})

layer(layerSigned, { excludeTestServices: true })("signed calls", (it) => {
  describe("work", () => {
    it.effect("is done once for a call that is charged, and not for one that is refused", () =>
      Effect.gen(function* () {
        let made = 0
        let run = 0
        const { call, setReads } = yield* makeCalls(1, () => {
          made += 1
          return Effect.sync(() => {
            run += 1
            return { ok: true }
          })
        })
        const statuses: Array<number> = []
        for (let index = 0; index < 4; index += 1) statuses.push((yield* call).status)
        assert.deepStrictEqual(statuses, [200, 429, 429, 429])
        assert.deepStrictEqual([made, run], [1, 1])
        yield* setReads(3)
        for (let index = 0; index < 3; index += 1) statuses.push((yield* call).status)
        assert.deepStrictEqual(statuses.slice(4), [200, 200, 429])
        assert.deepStrictEqual([made, run], [3, 3])
      }),
    )

    it.effect("that throws is answered with 500 and gives its read back", () =>
      Effect.gen(function* () {
        const { call, readsUsed } = yield* makeCalls(5, () => {
          throw new Error("a mistake of ours")
        })
        const answer = yield* call
        assert.strictEqual(answer.status, 500)
        assert.strictEqual(answer.headers["x-ratelimit-remaining"], "5")
        assert.notInclude(String(answer.body), "mistake")
        assert.strictEqual(yield* readsUsed, 0)
      }),
    )
  })
})
