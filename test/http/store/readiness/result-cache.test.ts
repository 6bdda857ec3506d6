import { describe, expect, it } from "@effect/vitest"
import * as Deferred from "effect/Deferred"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import { TestClock } from "effect/testing"
import { cacheResult } from "../../../../http/store/readiness/readiness.ts"

describe("cacheResult()", () => {
  it.effect("does its work again once what it found is no longer good", () =>
    Effect.gen(function* () {
      let done = 0
      const work = yield* cacheResult(
        Effect.sync(() => (done += 1)),
        (found) => found * 100,
      )
      expect([yield* work, yield* work]).toEqual([1, 1])
      yield* TestClock.adjust("99 millis")
      expect(yield* work).toBe(1)
      yield* TestClock.adjust("1 millis")
      expect(yield* work).toBe(2)
      yield* TestClock.adjust("199 millis")
      expect(yield* work).toBe(2)
    }),
  )

  it.effect("does it once for all who ask meanwhile, also when the first of them leaves", () =>
    Effect.gen(function* () {
      const gate = yield* Deferred.make<string>()
      let begun = 0
      const work = yield* cacheResult(
        Effect.suspend(() => {
          begun += 1
          return Deferred.await(gate)
        }),
        () => 1_000,
      )
      const first = yield* Effect.forkChild(work, { startImmediately: true })
      const second = yield* Effect.forkChild(work, { startImmediately: true })
      yield* Fiber.interrupt(first)
      yield* Deferred.succeed(gate, "found")
      expect(yield* Fiber.join(second)).toBe("found")
      expect(yield* work).toBe("found")
      expect(begun).toBe(1)
    }),
  )

  it.effect("holds nothing that died", () =>
    Effect.gen(function* () {
      let begun = 0
      const work = yield* cacheResult(
        Effect.suspend(() => (++begun === 1 ? Effect.die("at first") : Effect.succeed(begun))),
        () => 1_000,
      )
      expect((yield* Effect.exit(work))._tag).toBe("Failure")
      expect(yield* work).toBe(2)
    }),
  )
})
