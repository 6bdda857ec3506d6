import type { KeyId } from "../../../../rules/accounts/key-text.ts"
import { describe, expect, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"
import { ensureDemoLiveKey, ensureDemoPartner } from "../../../../http/store/accounts/demo.ts"
import { Keys } from "../../../../http/ports/keys.ts"
import { layerTestAccounts } from "./layer.ts"

describe("ensureDemoPartner", () => {
  it.layer(layerTestAccounts)((it) => {
    it.effect("makes one account and one key, however many starts happen at once", () =>
      Effect.gen(function* () {
        const demos = yield* Effect.all(
          Array.from({ length: 6 }, () => ensureDemoPartner),
          { concurrency: "unbounded" },
        )
        expect(new Set(demos.map(({ keyId }) => keyId)).size).toBe(1)
        expect(new Set(demos.map(({ secret }) => Redacted.value(secret))).size).toBe(1)
        expect(yield* (yield* Keys).list("demo")).toHaveLength(1)
      }),
    )

    it.effect("shows the newest secret after a rotation, and a new key after a revocation", () =>
      Effect.gen(function* () {
        const keys = yield* Keys
        const first = yield* ensureDemoPartner
        const { secret } = yield* keys.rotate(first.keyId)
        const second = yield* ensureDemoPartner
        expect(Redacted.value(second.secret)).toBe(Redacted.value(secret))
        yield* keys.revoke(first.keyId)
        expect((yield* ensureDemoPartner).keyId).not.toBe(first.keyId)
      }),
    )
  })
})

describe("ensureDemoLiveKey", () => {
  it.layer(layerTestAccounts)((it) => {
    it.effect("lets the account sell by one live key, however many starts happen at once", () =>
      Effect.gen(function* () {
        yield* ensureDemoPartner
        yield* Effect.all(
          Array.from({ length: 4 }, () => ensureDemoLiveKey),
          { concurrency: "unbounded" },
        )
        const all = yield* (yield* Keys).list("demo")
        expect(all.map(({ mode }) => mode).sort()).toEqual(["live", "sandbox"])
      }),
    )

    it.effect("makes another one when that is revoked", () =>
      Effect.gen(function* () {
        const keys = yield* Keys
        yield* ensureDemoPartner
        yield* ensureDemoLiveKey
        const [live] = (yield* keys.list("demo")).filter(({ mode }) => mode === "live")
        yield* keys.revoke(live?.keyId ?? ("" as KeyId))
        yield* ensureDemoLiveKey
        const usable = (yield* keys.list("demo")).filter(
          ({ mode, revokedAt }) => mode === "live" && revokedAt === null,
        )
        expect(usable).toHaveLength(1)
      }),
    )
  })
})
