import { describe, expect, it } from "@effect/vitest"
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Redacted from "effect/Redacted"
import { KeyCache } from "../../../http/accounts/key-cache.ts"
import { Keys } from "../../../http/accounts/keys.ts"
import { Partners } from "../../../http/accounts/partners.ts"
import { prepareAuthenticate, type SignedRequest } from "../../../http/signing/authenticate.ts"
import { signRequest } from "../../../http/signing/sign.ts"
import { layerTestAccounts } from "./layer.ts"

const signed = (
  keyId: string,
  secret: Redacted.Redacted<string>,
  nowSeconds: number,
): SignedRequest => {
  const request = { method: "GET", path: "/api/v1/travel/meta" }
  const headers = signRequest({ ...request, keyId, secret: Redacted.value(secret), nowSeconds })
  const headerValues = (name: string) => (headers[name] === undefined ? [] : [headers[name]])
  return { ...request, body: new Uint8Array(0), headerValues }
}

const sandboxKey = Effect.fn(function* (code: string) {
  yield* (yield* Partners).create({ code, name: code })
  return yield* (yield* Keys).create({ partnerCode: code, mode: "sandbox" })
})

/** As many caches as there would be server processes, over the same database. */
const caches = Effect.all(
  [1, 2, 3].map(() => Effect.provide(KeyCache, Layer.fresh(KeyCache.layer))),
)

const call = (
  cache: KeyCache["Service"],
  key: { readonly keyId: string; readonly secret: Redacted.Redacted<string> },
) =>
  Effect.flatMap(Clock.currentTimeMillis, (nowMs) => {
    const nowSeconds = Math.floor(nowMs / 1000)
    return prepareAuthenticate(cache)(signed(key.keyId, key.secret, nowSeconds), nowSeconds)
  })

describe("keys that change under load", () => {
  it.layer(layerTestAccounts, { excludeTestServices: true })((it) => {
    it.effect("give no stray 401: new and previous secret pass in every process at once", () =>
      Effect.gen(function* () {
        const keys = yield* Keys
        const processes = yield* caches
        let newest = yield* sandboxKey("spinning")
        for (let round = 0; round < 40; round++) {
          const rotated = { ...newest, ...(yield* keys.rotate(newest.keyId)) }
          const calls = processes.flatMap((cache) => [
            call(cache, rotated),
            call(cache, newest),
            call(cache, rotated),
          ])
          yield* Effect.all(calls, { concurrency: "unbounded" })
          newest = rotated
        }
      }),
    )

    it.effect("sign with the previous secret for 24 hours to the second, everywhere", () =>
      Effect.gen(function* () {
        const processes = yield* caches
        const first = yield* sandboxKey("overlapping")
        const rotatedFrom = Math.floor((yield* Clock.currentTimeMillis) / 1000)
        const newest = yield* (yield* Keys).rotate(first.keyId)
        const rotatedTo = Math.floor((yield* Clock.currentTimeMillis) / 1000)
        const until = Date.parse(newest.previousValidUntil) / 1000
        expect(until).toBeGreaterThanOrEqual(rotatedFrom + 86_400)
        expect(until).toBeLessThanOrEqual(rotatedTo + 86_400)
        for (const cache of processes) {
          const at = (secret: typeof first.secret, nowSeconds: number) =>
            Effect.exit(
              prepareAuthenticate(cache)(signed(first.keyId, secret, nowSeconds), nowSeconds),
            )
          const instants = [until - 1, until, until + 1]
          const previous = yield* Effect.forEach(instants, (now) => at(first.secret, now))
          expect(previous.map(({ _tag }) => _tag)).toEqual(["Success", "Failure", "Failure"])
          const current = yield* Effect.forEach(instants, (now) => at(newest.secret, now))
          expect(current.map(({ _tag }) => _tag)).toEqual(["Success", "Success", "Success"])
        }
      }),
    )

    it.effect("are refused in every process within a second of their revocation", () =>
      Effect.gen(function* () {
        const processes = yield* caches
        const key = yield* sandboxKey("leaving")
        yield* Effect.all(processes.map((cache) => call(cache, key)))
        yield* (yield* Keys).revoke(key.keyId)
        yield* Effect.sleep("1 second")
        for (const cache of processes) {
          expect(yield* Effect.flip(call(cache, key))).toMatchObject({ reason: "revoked" })
        }
      }),
    )
  })
})
