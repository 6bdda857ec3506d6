import { describe, expect, it } from "@effect/vitest"
import * as Deferred from "effect/Deferred"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import * as TestClock from "effect/testing/TestClock"
import { notWaiting } from "../../../http/platform/not-waiting.ts"

describe("an effect that is not waited for", () => {
  it.effect("has the same outcome", () =>
    Effect.gen(function* () {
      expect(yield* notWaiting(Effect.succeed(1))).toBe(1)
      expect(yield* Effect.flip(notWaiting(Effect.fail("no")))).toBe("no")
    }),
  )

  it.effect("lets a deadline pass although its end hangs, and goes on ending on its own", () =>
    Effect.gen(function* () {
      const order: Array<string> = []
      const release = yield* Deferred.make<void>()
      const ended = yield* Deferred.make<void>()
      const ending = Deferred.await(release).pipe(
        Effect.andThen(Effect.sync(() => order.push("ended"))),
        Effect.andThen(Deferred.succeed(ended, undefined)),
      )
      const work = Effect.onInterrupt(Effect.never, () => ending)
      const limited = yield* Effect.forkChild(
        Effect.timeoutOrElse(notWaiting(work), {
          duration: 100,
          orElse: () => Effect.succeed("deadline"),
        }),
        { startImmediately: true },
      )
      yield* TestClock.adjust(100)
      order.push(yield* Fiber.join(limited))
      yield* Deferred.succeed(release, undefined)
      yield* Deferred.await(ended)
      expect(order).toEqual(["deadline", "ended"])
    }),
  )
})
