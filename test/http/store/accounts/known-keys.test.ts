import { assert, layer } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as SqlClient from "effect/sql/SqlClient"
import { TestClock } from "effect/testing"
import { Keys, KnownKeys } from "../../../../http/ports/keys.ts"
import { unknownForMs } from "../../../../http/store/accounts/key-cache.ts"
import { makeLimitedKey } from "./limited-key.ts"
import { layerTestAccounts } from "./layer.ts"
import { keyIdText } from "../../../../rules/accounts/key-text.ts"

const drawId = () => keyIdText("sandbox", crypto.randomUUID().replaceAll("-", ""))

layer(layerTestAccounts)("which keys there are", (it) => {
  it.effect("is told of each of many that are asked for at once", () =>
    Effect.gen(function* () {
      const { exists } = yield* KnownKeys
      const made = yield* Effect.forEach(Array.from({ length: 5 }), () => makeLimitedKey({}))
      const strangers = Array.from({ length: 2_500 }, drawId)
      const asked = [...strangers, ...made.map(({ keyId }) => keyId)]
      const told = yield* Effect.forEach(asked, exists, { concurrency: "unbounded" })
      assert.deepStrictEqual(
        asked.filter((_, index) => told[index]),
        made.map(({ keyId }) => keyId),
      )
    }),
  )

  it.effect("is remembered for a second of those that nobody has, of those alone", () =>
    Effect.gen(function* () {
      const { exists, isUnknown } = yield* KnownKeys
      const { keyId } = yield* makeLimitedKey({})
      const stranger = drawId()
      assert.isFalse(isUnknown(stranger))
      yield* Effect.all([exists(stranger), exists(keyId)])
      assert.isFalse(isUnknown(keyId))
      assert.isTrue(isUnknown(stranger))
      yield* TestClock.adjust(unknownForMs - 1)
      assert.isTrue(isUnknown(stranger))
      yield* TestClock.adjust(1)
      assert.isFalse(isUnknown(stranger))
    }),
  )

  it.effect("takes no asking where an id has not the form of one", () =>
    Effect.gen(function* () {
      const { isUnknown } = yield* KnownKeys
      for (const id of ["", "ak_test_", "ak_test_7F", `${drawId()}0`, "'; drop table api_key"]) {
        assert.isTrue(isUnknown(id), id)
      }
    }),
  )

  it.effect("counts revoked keys, which are told so themselves", () =>
    Effect.gen(function* () {
      const { exists } = yield* KnownKeys
      const { keyId } = yield* makeLimitedKey({})
      yield* (yield* Keys).revoke(keyId)
      assert.isTrue(yield* exists(keyId))
    }),
  )

  it.effect("is no word that there is none while the database cannot say", () =>
    Effect.gen(function* () {
      const { exists, isUnknown } = yield* KnownKeys
      const sql = yield* SqlClient.SqlClient
      const { keyId } = yield* makeLimitedKey({})
      yield* sql`alter table api_key rename to away`
      const failed = yield* Effect.flip(exists(keyId))
      yield* sql`alter table away rename to api_key`
      assert.strictEqual(failed._tag, "KeyStoreUnavailable")
      assert.isFalse(isUnknown(keyId))
      assert.isTrue(yield* exists(keyId))
    }),
  )
})
