import { assert, describe, it } from "@effect/vitest"
import * as Context from "effect/Context"
import * as Deferred from "effect/Deferred"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Fiber from "effect/Fiber"
import * as TestClock from "effect/testing/TestClock"
import { CurrentDeadline, withDatabaseDeadline } from "../../../http/platform/database-deadline.ts"

const inASecond = withDatabaseDeadline("1 second")

/** Work that counts how often its deadline is missed. */
const counting = <A, E, R>(missed: { times: number }, work: Effect.Effect<A, E, R>) =>
  Effect.withFiber((fiber) => {
    const deadline = Context.get(fiber.context, CurrentDeadline)
    assert.isNotNull(deadline)
    if (deadline !== null) deadline.onMissed = () => void (missed.times += 1)
    return work
  })

describe("work on the database in time", () => {
  it.effect("comes to what it comes to", () =>
    Effect.gen(function* () {
      assert.strictEqual(yield* inASecond(Effect.succeed(1)), 1)
      assert.strictEqual(yield* inASecond(Effect.as(Effect.yieldNow, 2)), 2)
      assert.strictEqual(yield* Effect.flip(inASecond(Effect.fail("no"))), "no")
      assert.deepStrictEqual(yield* Effect.exit(inASecond(Effect.die("oh"))), Exit.die("oh"))
    }),
  )

  it.effect("misses no deadline once it has come to its end", () =>
    Effect.gen(function* () {
      const missed = { times: 0 }
      yield* inASecond(counting(missed, Effect.yieldNow))
      yield* TestClock.adjust("1 minute")
      assert.strictEqual(missed.times, 0)
    }),
  )

  it.effect("is late when its time has come, not before, and is told to end", () =>
    Effect.gen(function* () {
      const missed = { times: 0 }
      const ended = yield* Deferred.make<void>()
      const hanging = Effect.onInterrupt(Effect.never, () => Deferred.succeed(ended, undefined))
      const waiting = yield* Effect.forkChild(Effect.flip(inASecond(counting(missed, hanging))))
      yield* TestClock.adjust("999 millis")
      assert.deepStrictEqual([missed.times, waiting.pollUnsafe()], [0, undefined])
      yield* TestClock.adjust("1 millis")
      assert.strictEqual((yield* Fiber.join(waiting))._tag, "TimeoutError")
      assert.strictEqual(missed.times, 1)
      yield* Deferred.await(ended)
    }),
  )

  it.effect("is waited for by nobody who is late or interrupted, though it cannot be ended", () =>
    Effect.gen(function* () {
      const hanging = Effect.uninterruptible(Effect.never)
      const late = yield* Effect.forkChild(Effect.flip(inASecond(hanging)))
      const interrupted = yield* Effect.forkChild(inASecond(hanging), { startImmediately: true })
      yield* Fiber.interrupt(interrupted)
      assert.isTrue(Exit.hasInterrupts(yield* Fiber.await(interrupted)))
      yield* TestClock.adjust("1 second")
      assert.strictEqual((yield* Fiber.join(late))._tag, "TimeoutError")
    }),
  )

  it.effect("is told to end when whoever waits for it is interrupted", () =>
    Effect.gen(function* () {
      const missed = { times: 0 }
      const ended = yield* Deferred.make<void>()
      const hanging = Effect.onInterrupt(Effect.never, () => Deferred.succeed(ended, undefined))
      const waiting = yield* Effect.forkChild(inASecond(counting(missed, hanging)), {
        startImmediately: true,
      })
      yield* Fiber.interrupt(waiting)
      yield* Deferred.await(ended)
      yield* TestClock.adjust("1 minute")
      assert.strictEqual(missed.times, 0)
    }),
  )
})
