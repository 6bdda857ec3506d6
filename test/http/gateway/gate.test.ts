import { assert, describe, it } from "@effect/vitest"
import * as Deferred from "effect/Deferred"
import * as Effect from "effect/Effect"
import * as Equal from "effect/Equal"
import * as Exit from "effect/Exit"
import * as Fiber from "effect/Fiber"
import { makeGate } from "../../../http/gateway/gate.ts"

const width = 3

const setUp = Effect.gen(function* () {
  let refused = 0
  const gate = makeGate(width, () => {
    refused += 1
  })
  const open = yield* Deferred.make<void, string>()
  const wait = (holder: string) => gate.through(holder, Deferred.await(open))
  /** Work of so many holders, a piece each. */
  const fill = (count: number) =>
    Effect.forEach(Array.from({ length: count }), (_, index) =>
      Effect.forkChild(wait(`holder ${index}`), { startImmediately: true }),
    )
  return { fill, gate, open, refused: () => refused, wait }
})

const isFull = (exit: Exit.Exit<unknown, unknown>): boolean =>
  Exit.isFailure(exit) &&
  exit.cause.reasons.some(
    (reason) => reason._tag === "Fail" && Equal.equals(reason.error, { _tag: "TooManyWaiting" }),
  )

describe("a gate", () => {
  it.effect("lets in what it has room for and turns away what is over, at once", () =>
    Effect.gen(function* () {
      const { fill, open, refused } = yield* setUp
      const fibers = yield* fill(width + 2)
      assert.strictEqual(refused(), 2)
      yield* Deferred.succeed(open, undefined)
      const exits = yield* Effect.forEach(fibers, Fiber.await)
      assert.deepStrictEqual(exits.map(isFull), [false, false, false, true, true])
    }),
  )

  it.effect.each(["ends", "fails", "is interrupted"] as const)(
    "has room again for each that %s",
    (how) =>
      Effect.gen(function* () {
        const { fill, open, refused, wait } = yield* setUp
        const fibers = yield* fill(width)
        if (how === "ends") yield* Deferred.succeed(open, undefined)
        if (how === "fails") yield* Deferred.fail(open, "broken")
        if (how === "is interrupted") yield* Effect.forEach(fibers, Fiber.interrupt)
        yield* Effect.forEach(fibers, Fiber.await)
        const again = yield* fill(width)
        assert.strictEqual(refused(), 0)
        yield* Effect.forEach(again, Fiber.interrupt)
        assert.isFalse(isFull(yield* Effect.exit(Effect.timeoutOption(wait("another"), 0))))
      }),
  )

  it.effect("begins nothing of what it turns away", () =>
    Effect.gen(function* () {
      let begun = 0
      const { fill, gate, open } = yield* setUp
      const work = gate.through(
        "another",
        Effect.sync(() => {
          begun += 1
        }),
      )
      const fibers = yield* fill(width)
      assert.isTrue(isFull(yield* Effect.exit(work)))
      assert.strictEqual(begun, 0)
      yield* Deferred.succeed(open, undefined)
      yield* Effect.forEach(fibers, Fiber.await)
      yield* work
      assert.strictEqual(begun, 1)
    }),
  )

  it.effect("gives a holder no more places than are left for others", () =>
    Effect.gen(function* () {
      const wide = makeGate(100, () => {})
      const flood = (holder: string) =>
        Effect.gen(function* () {
          const entered: Array<Fiber.Fiber<unknown, unknown>> = []
          for (;;) {
            const work = wide.through(holder, Effect.never)
            const fiber = yield* Effect.forkChild(work, { startImmediately: true })
            if (fiber.pollUnsafe() !== undefined) return entered
            entered.push(fiber)
          }
        })
      const first = yield* flood("first")
      assert.lengthOf(first, 50)
      assert.lengthOf(yield* flood("second"), 25)
      assert.lengthOf(yield* flood("third"), 13)
      yield* Effect.forEach(first, Fiber.interrupt)
      assert.lengthOf(yield* flood("fourth"), 31)
      assert.lengthOf(yield* flood("first"), 16)
    }),
  )

  it.effect("has all of its room again once everybody has left", () =>
    Effect.gen(function* () {
      const wide = makeGate(10, () => {})
      for (const _ of [1, 2, 3]) {
        const fibers = yield* Effect.forEach(["a", "a", "a", "b", "c"], (holder) =>
          Effect.forkChild(wide.through(holder, Effect.never), { startImmediately: true }),
        )
        assert.isTrue(fibers.every((fiber) => fiber.pollUnsafe() === undefined))
        yield* Effect.forEach(fibers, Fiber.interrupt)
      }
    }),
  )
})
