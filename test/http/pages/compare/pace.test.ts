import { assert, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as TestClock from "effect/testing/TestClock"
import { makeNetworkPace } from "../../../../http/pages/compare/pace.ts"

it.effect("a network may come so often a minute, and is told when it may come again", () =>
  Effect.gen(function* () {
    const pace = makeNetworkPace()
    yield* TestClock.setTime(30_500)
    assert.isUndefined(yield* pace("192.0.2.1", 2))
    assert.isUndefined(yield* pace("192.0.2.1", 2))
    assert.strictEqual(yield* pace("192.0.2.1", 2), 30)
    assert.isUndefined(yield* pace("192.0.2.2", 2))
    yield* TestClock.setTime(59_999)
    assert.strictEqual(yield* pace("192.0.2.1", 2), 1)
    yield* TestClock.setTime(60_000)
    assert.isUndefined(yield* pace("192.0.2.1", 2))
  }),
)
