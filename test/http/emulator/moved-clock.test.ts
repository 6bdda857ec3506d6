import { assert, describe, expect, it } from "@effect/vitest"
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import { makeMovedClock } from "../../../http/emulator/moved-clock.ts"

const dayMs = 86_400_000

const moved = (aheadMs: number) =>
  Effect.clockWith((real) => Effect.succeed({ real, moved: makeMovedClock(real, aheadMs) }))

describe("the moved clock", () => {
  it.effect("is ahead of the other by what it begins with and is moved by", () =>
    Effect.gen(function* () {
      const { moved: clock, real } = yield* moved(dayMs)
      const ahead = () => clock.clock.currentTimeMillisUnsafe() - real.currentTimeMillisUnsafe()
      assert.strictEqual(ahead(), dayMs)
      clock.advance(5_000)
      assert.strictEqual(ahead(), dayMs + 5_000)
      assert.strictEqual(clock.aheadMs(), dayMs + 5_000)
      const before = clock.clock.monotonicTimeNanosUnsafe()
      clock.restart()
      assert.strictEqual(ahead(), dayMs)
      assert.isTrue(clock.clock.monotonicTimeNanosUnsafe() >= before)
    }),
  )

  it.live("wakes what waits for a moment that has come, and nothing else", () =>
    Effect.gen(function* () {
      const { moved: clock } = yield* moved(0)
      const woken: Array<string> = []
      const wait = (name: string, duration: Parameters<typeof Effect.sleep>[0]) =>
        Effect.sleep(duration).pipe(
          Effect.andThen(Effect.sync(() => void woken.push(name))),
          Effect.provideService(Clock.Clock, clock.clock),
          Effect.forkChild({ startImmediately: true }),
        )
      const day = yield* wait("a day", "1 day")
      const week = yield* wait("a week", "7 days")
      const deadline = yield* wait("a deadline", "30 seconds")
      clock.advance(dayMs - 1_000)
      yield* Effect.yieldNow
      expect(woken).toEqual([])
      clock.advance(1_000)
      yield* Fiber.join(day)
      expect(woken).toEqual(["a day"])
      yield* Fiber.interrupt(deadline)
      yield* Fiber.interrupt(week)
      clock.advance(30 * dayMs)
      yield* Effect.yieldNow
      expect(woken).toEqual(["a day"])
    }),
  )
})
