import { type KeyId } from "../../../../rules/accounts/key-text.ts"
import { describe, expect, it } from "@effect/vitest"
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Redacted from "effect/Redacted"
import { KeyCache, Keys } from "../../../../http/ports/keys.ts"
import { Partners } from "../../../../http/ports/partners.ts"
import { type KeySource, prepareAuthenticate } from "../../../../http/gateway/authenticate.ts"
import { signRequest } from "../../../../http/platform/sign-request.ts"
import { setDatabaseTime } from "../../../support/database-clock.ts"
import { makeSettableClock } from "../../model/settable-clock.ts"
import { layerTestAccounts } from "./layer.ts"
import { layerKeyCache } from "../../../../http/store/accounts/key-cache.ts"
import type { SignedRequest } from "../../../../rules/signing/check.ts"

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
const caches = Effect.all([1, 2, 3].map(() => Effect.provide(KeyCache, Layer.fresh(layerKeyCache))))

/** A cache as authentication asks it: by what a header says. */
const asSource = ({ lookup, refresh }: KeyCache["Service"]): KeySource => ({
  lookup: (claimed) => lookup(claimed as KeyId),
  refresh: (claimed) => refresh(claimed as KeyId),
})

const call = (
  cache: KeyCache["Service"],
  key: { readonly keyId: string; readonly secret: Redacted.Redacted<string> },
) =>
  Effect.flatMap(Clock.currentTimeMillis, (nowMs) => {
    const nowSeconds = Math.floor(nowMs / 1000)
    return prepareAuthenticate(asSource(cache))(
      signed(key.keyId, key.secret, nowSeconds),
      nowSeconds,
    )
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

    it.effect(
      "sign with the previous secret for 24 hours of the database, to the millisecond",
      () =>
        Effect.gen(function* () {
          const first = yield* sandboxKey("overlapping")
          const rotatedAtMs = Date.parse("2031-05-01T12:00:00.123Z")
          yield* setDatabaseTime(rotatedAtMs)
          const newest = yield* (yield* Keys).rotate(first.keyId)
          const untilMs = rotatedAtMs + 86_400_000
          expect(newest.previousValidUntil).toBe(new Date(untilMs).toISOString())
          for (const [atMs, previous] of [
            [untilMs - 60_000, "Success"],
            [untilMs, "Failure"],
            [untilMs + 1, "Failure"],
          ] as const) {
            yield* setDatabaseTime(atMs)
            for (const cache of yield* caches) {
              expect((yield* Effect.exit(call(cache, first)))._tag).toBe(previous)
              expect((yield* Effect.exit(call(cache, newest)))._tag).toBe("Success")
            }
          }
        }),
    )

    it.effect("keep a previous secret as long where a process is a day ahead or behind", () =>
      Effect.gen(function* () {
        const startMs = Date.parse("2031-05-01T12:00:00.000Z")
        for (const offHours of [-25, 25, 24 * 365]) {
          const { clock } = makeSettableClock(startMs + offHours * 3_600_000)
          const away = Effect.provideService(Clock.Clock, clock)
          const first = yield* sandboxKey(`apart${offHours}`.replace("-", "by"))
          yield* setDatabaseTime(startMs)
          const newest = yield* away((yield* Keys).rotate(first.keyId))
          expect(newest.previousValidUntil).toBe("2031-05-02T12:00:00.000Z")
          const passes = Effect.gen(function* () {
            const [cache] = yield* away(caches)
            return cache === undefined ? "" : (yield* Effect.exit(away(call(cache, first))))._tag
          })
          yield* setDatabaseTime(startMs + 86_340_000)
          expect(yield* passes).toBe("Success")
          yield* setDatabaseTime(startMs + 86_400_000)
          expect(yield* passes).toBe("Failure")
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
