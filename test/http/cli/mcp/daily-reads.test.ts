import { assert, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as TestClock from "effect/testing/TestClock"
import { makeDailyReads } from "../../../../http/cli/mcp/mcp-tools.ts"

it.effect("refuses the call above the day's limit, and allows it from midnight UTC on", () =>
  Effect.gen(function* () {
    yield* TestClock.setTime(Date.UTC(2027, 0, 31, 23, 59, 59, 999))
    const read = makeDailyReads(2)
    yield* read
    yield* read
    const refused = yield* Effect.flip(read)
    assert.strictEqual(refused._tag, "ReadsSpent")
    assert.match(refused.message, /^QUOTA_EXCEEDED: all 2 calls of 2027-01-31/)
    yield* TestClock.adjust("1 milli")
    yield* read
  }),
)
