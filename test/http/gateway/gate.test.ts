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
  const wait = (holder: string) => gate.through(holder, () => Deferred.await(open))
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

  it.effect("lets what is done already pass without room, while there is room at all", () =>
    Effect.gen(function* () {
      let begun = 0
      const gate = makeGate(width, () => {})
      const open = yield* Deferred.make<void>()
      const done = () =>
        gate.through("done", () => {
          begun += 1
          return Effect.succeed("held")
        })
      assert.deepStrictEqual(
        Array.from({ length: width + 2 }, () => Exit.isExit(done())),
        Array.from({ length: width + 2 }, () => true),
      )
      assert.strictEqual(begun, width + 2)
      yield* Effect.forEach(Array.from({ length: width }), (_, index) =>
        Effect.forkChild(
          gate.through(`holder ${index}`, () => Deferred.await(open)),
          { startImmediately: true },
        ),
      )
      assert.isTrue(isFull(yield* Effect.exit(done())))
      assert.strictEqual(begun, width + 2, "nothing is begun for one that is turned away")
      yield* Deferred.succeed(open, undefined)
      assert.strictEqual(yield* done(), "held")
    }),
  )

  it("gives a holder no more places than are left for others", () => {
    const wide = makeGate(100, () => {})
    const flood = (holder: string): number => {
      let places = 0
      while (wide.enter(holder)) places += 1
      return places
    }
    assert.strictEqual(flood("first"), 50)
    assert.strictEqual(flood("second"), 25)
    assert.strictEqual(flood("third"), 13)
    for (let place = 0; place < 50; place += 1) wide.leave("first")
    assert.strictEqual(flood("fourth"), 31)
    assert.strictEqual(flood("first"), 16)
  })

  it("has all of its room again once everybody has left", () => {
    const wide = makeGate(10, () => {})
    for (const _ of [1, 2, 3]) {
      const places = ["a", "a", "a", "b", "c"].map(
        (holder) => [holder, wide.enter(holder)] as const,
      )
      assert.isTrue(places.every(([, isIn]) => isIn))
      for (const [holder] of places) wide.leave(holder)
    }
  })
})
