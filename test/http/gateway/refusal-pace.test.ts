import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Scope from "effect/Scope"
import { TestClock } from "effect/testing"
import { makeRefusalPace, type RefusalPace } from "../../../http/gateway/gate.ts"

/** Two in each twentieth of a second for one address, eight for all of them. */
const perSecond = 40

/** Asks for so many refusals of an address; gives what counts those that have been told. */
const ask = Effect.fnUntraced(function* ({ wait }: RefusalPace, address: string, count: number) {
  let told = 0
  for (let index = 0; index < count; index += 1) {
    const waited = wait(address)
    if (Exit.isExit(waited)) told += 1
    else {
      yield* Effect.forkChild(
        Effect.map(waited, () => void (told += 1)),
        { startImmediately: true },
      )
    }
  }
  return () => told
})

describe("the pace of refusals", () => {
  it.effect("lets an address be told a few at once, and the others one tick after the other", () =>
    Effect.gen(function* () {
      const pace = yield* makeRefusalPace(perSecond)
      const told = yield* ask(pace, "192.0.2.1", 7)
      const counts = [told()]
      for (let tick = 0; tick < 4; tick += 1) {
        yield* TestClock.adjust("50 millis")
        counts.push(told())
      }
      assert.deepStrictEqual(counts, [2, 4, 6, 7, 7])
    }),
  )

  it.effect("is no address's alone, and all share what there is", () =>
    Effect.gen(function* () {
      const pace = yield* makeRefusalPace(perSecond)
      const crowd = yield* ask(pace, "192.0.2.1", 20)
      const addresses = ["a", "b", "c", "d", "e", "f"]
      const others = yield* Effect.forEach(addresses, (address) => ask(pace, address, 2))
      const counts = () => others.map((told) => told())
      assert.deepStrictEqual([crowd(), ...counts()], [2, 2, 2, 2, 0, 0, 0])
      yield* TestClock.adjust("50 millis")
      assert.deepStrictEqual([crowd(), ...counts()], [4, 2, 2, 2, 2, 2, 2])
    }),
  )

  it.effect("begins anew once a tick is over", () =>
    Effect.gen(function* () {
      const pace = yield* makeRefusalPace(perSecond)
      yield* ask(pace, "192.0.2.1", 2)
      yield* TestClock.adjust("50 millis")
      assert.strictEqual((yield* ask(pace, "192.0.2.1", 2))(), 2)
    }),
  )

  it.effect("holds nobody for much longer than four seconds, however many there are", () =>
    Effect.gen(function* () {
      const pace = yield* makeRefusalPace(perSecond)
      const told = yield* ask(pace, "192.0.2.1", 3_000)
      yield* TestClock.adjust("4 seconds")
      assert.isAbove(told(), 1_500)
      yield* TestClock.adjust("30 seconds")
      assert.strictEqual(told(), 3_000)
    }),
  )

  it.effect("ends with its scope", () =>
    Effect.gen(function* () {
      const scope = Scope.makeUnsafe()
      const pace = yield* Scope.provide(makeRefusalPace(perSecond), scope)
      yield* Scope.close(scope, Exit.void)
      assert.isTrue(Exit.isExit(pace.wait("192.0.2.1")))
    }),
  )
})
