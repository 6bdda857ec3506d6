import type { KeyId } from "../../../../rules/accounts/key-text.ts"
import { describe, expect, it } from "@effect/vitest"
import * as Deferred from "effect/Deferred"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import * as Layer from "effect/Layer"
import * as Redacted from "effect/Redacted"
import { TestClock } from "effect/testing"
import { KeyStoreUnavailable } from "../../../../http/ports/account-errors.ts"
import { KeyCache, type KeyRecord, Keys } from "../../../../http/ports/keys.ts"
import { recordOf } from "../../gateway/signing/vector-call.ts"
import { layerKeyCache } from "../../../../http/store/accounts/key-cache.ts"

const keyId = "ak_test_a" as KeyId
const record = (revision: bigint): KeyRecord => ({
  ...recordOf({ keyId, mode: "sandbox", secret: "s" }),
  revision,
})

/** A key store whose answers wait for `gate`, when there is one. */
interface Store {
  reads: number
  answer: Effect.Effect<KeyRecord | undefined, KeyStoreUnavailable>
  gate: Deferred.Deferred<void> | undefined
}

const newStore = (): Store => ({ reads: 0, answer: Effect.succeed(record(1n)), gate: undefined })

const cacheOver = (store: Store) =>
  layerKeyCache.pipe(
    Layer.provide(
      Layer.mock(Keys, {
        find: () =>
          Effect.suspend(() => {
            store.reads += 1
            const { answer, gate } = store
            return gate === undefined ? answer : Effect.andThen(Deferred.await(gate), answer)
          }),
      }),
    ),
  )

const withCache = <A, E>(
  use: (cache: KeyCache["Service"], store: Store) => Effect.Effect<A, E>,
): Effect.Effect<A, E> => {
  const store = newStore()
  return Effect.flatMap(KeyCache, (cache) => use(cache, store)).pipe(
    Effect.provide(cacheOver(store)),
  )
}

describe("KeyCache", () => {
  it.effect("reads a key once for all lookups within a second, and again after it", () =>
    withCache((cache, store) =>
      Effect.gen(function* () {
        yield* cache.lookup(keyId)
        yield* TestClock.adjust("999 millis")
        yield* cache.lookup(keyId)
        expect(store.reads).toBe(1)
        yield* TestClock.adjust("1 millis")
        yield* cache.lookup(keyId)
        expect(store.reads).toBe(2)
      }),
    ),
  )

  it.effect("gives the previous secret no longer than the database left to it", () =>
    withCache((cache, store) =>
      Effect.gen(function* () {
        const secret = Redacted.make("before")
        const { secrets, ...rest } = record(1n)
        const rotated = { ...rest, secrets: { ...secrets, previous: { secret, validForMs: 700 } } }
        store.answer = Effect.succeed(rotated)
        yield* cache.lookup(keyId)
        yield* TestClock.adjust("699 millis")
        expect((yield* cache.lookup(keyId))?.secrets.previous?.secret).toBe(secret)
        yield* TestClock.adjust("1 millis")
        expect((yield* cache.lookup(keyId))?.secrets.previous).toBeUndefined()
        expect(store.reads).toBe(1)
      }),
    ),
  )

  it.effect("reads a key once for lookups that come at the same time", () =>
    withCache((cache, store) =>
      Effect.gen(function* () {
        const gate = (store.gate = yield* Deferred.make<void>())
        const lookups = yield* Effect.forkChild(
          Effect.all(
            Array.from({ length: 50 }, () => cache.lookup(keyId)),
            { concurrency: "unbounded" },
          ),
        )
        yield* Effect.yieldNow
        yield* Deferred.succeed(gate, undefined)
        expect(yield* Fiber.join(lookups)).toHaveLength(50)
        expect(store.reads).toBe(1)
      }),
    ),
  )

  it.effect("does not join a refresh to a read that began before it", () =>
    withCache((cache, store) =>
      Effect.gen(function* () {
        const gate = (store.gate = yield* Deferred.make<void>())
        const early = yield* Effect.forkChild(cache.lookup(keyId), { startImmediately: true })
        store.answer = Effect.succeed(record(2n))
        const late = yield* Effect.forkChild(
          Effect.all([cache.refresh(keyId), cache.refresh(keyId)], { concurrency: 2 }),
          { startImmediately: true },
        )
        yield* Effect.yieldNow
        yield* Deferred.succeed(gate, undefined)
        expect((yield* Fiber.join(early))?.revision).toBe(1n)
        expect((yield* Fiber.join(late)).map((found) => found?.revision)).toEqual([2n, 2n])
        expect(store.reads).toBe(2)
      }),
    ),
  )

  it.effect("forgets a record that is invalidated, also while it is being read", () =>
    withCache((cache, store) =>
      Effect.gen(function* () {
        yield* cache.lookup(keyId)
        cache.invalidate(keyId)
        const gate = (store.gate = yield* Deferred.make<void>())
        const lookup = yield* Effect.forkChild(cache.lookup(keyId), { startImmediately: true })
        cache.invalidate(keyId)
        yield* Deferred.succeed(gate, undefined)
        yield* Fiber.join(lookup)
        store.gate = undefined
        yield* cache.lookup(keyId)
        expect(store.reads).toBe(3)
      }),
    ),
  )

  it.effect("remembers neither unknown keys nor failures", () =>
    withCache((cache, store) =>
      Effect.gen(function* () {
        store.answer = Effect.undefined
        expect(yield* cache.lookup(keyId)).toBeUndefined()
        store.answer = Effect.fail(new KeyStoreUnavailable({ cause: "down" }))
        expect((yield* Effect.flip(cache.lookup(keyId)))._tag).toBe("KeyStoreUnavailable")
        store.answer = Effect.succeed(record(1n))
        expect((yield* cache.lookup(keyId))?.revision).toBe(1n)
        expect(store.reads).toBe(3)
      }),
    ),
  )

  it.effect("does not end a read for others when its first caller leaves", () =>
    withCache((cache, store) =>
      Effect.gen(function* () {
        const gate = (store.gate = yield* Deferred.make<void>())
        const first = yield* Effect.forkChild(cache.lookup(keyId), { startImmediately: true })
        const second = yield* Effect.forkChild(cache.lookup(keyId), { startImmediately: true })
        yield* Fiber.interrupt(first)
        yield* Deferred.succeed(gate, undefined)
        expect((yield* Fiber.join(second))?.revision).toBe(1n)
        expect(store.reads).toBe(1)
      }),
    ),
  )
})
