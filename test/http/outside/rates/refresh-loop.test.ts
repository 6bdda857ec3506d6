import { describe, expect, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import * as TestClock from "effect/testing/TestClock"
import { refreshRegularly } from "../../../../http/outside/rates/refresh.ts"

const minuteMs = 60_000
const policy = { refreshMs: 7 * minuteMs, startWaitMs: 2_000 }

/** A refresh that takes its time and is counted when it begins. */
const counted = (takesMs: number) => {
  let begun = 0
  const refresh = Effect.suspend(() => {
    begun += 1
    return Effect.sleep(takesMs)
  })
  return { refresh, begun: () => begun }
}

describe("regular refreshes", () => {
  it.effect(
    "come at the start and at fixed intervals from the end of the first, however long each takes",
    () =>
      Effect.gen(function* () {
        const { begun, refresh } = counted(1_500)
        const starting = yield* Effect.forkChild(refreshRegularly(refresh, policy))
        yield* TestClock.adjust(1_500)
        yield* Fiber.await(starting)
        expect(begun()).toBe(1)
        yield* TestClock.adjust(policy.refreshMs - 1)
        for (const count of [1, 2, 3]) {
          expect(begun()).toBe(count)
          yield* TestClock.adjust(1)
          expect(begun()).toBe(count + 1)
          yield* TestClock.adjust(policy.refreshMs - 1)
        }
      }),
  )

  it.effect("are waited for at the start, and for no longer than they may be", () =>
    Effect.gen(function* () {
      const { refresh } = counted(minuteMs)
      const starting = yield* Effect.forkChild(refreshRegularly(refresh, policy))
      yield* TestClock.adjust(policy.startWaitMs - 1)
      expect(starting.pollUnsafe()).toBeUndefined()
      yield* TestClock.adjust(1)
      expect(starting.pollUnsafe()).toBeDefined()
    }),
  )

  it.effect("go on when one of them breaks", () =>
    Effect.gen(function* () {
      let begun = 0
      const breaking = Effect.suspend(() => {
        begun += 1
        return Effect.die("broken")
      })
      yield* refreshRegularly(breaking, policy)
      yield* TestClock.adjust(policy.refreshMs)
      yield* TestClock.adjust(policy.refreshMs)
      expect(begun).toBe(3)
    }),
  )

  it.effect("end with their scope", () =>
    Effect.gen(function* () {
      const { begun, refresh } = counted(0)
      yield* Effect.scoped(
        Effect.gen(function* () {
          const starting = yield* Effect.forkChild(refreshRegularly(refresh, policy))
          yield* TestClock.adjust(0)
          yield* Fiber.join(starting)
        }),
      )
      yield* TestClock.adjust(10 * policy.refreshMs)
      expect(begun()).toBe(1)
    }),
  )
})
