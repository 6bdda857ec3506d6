import { describe, expect, it } from "@effect/vitest"
import * as fc from "fast-check"
import { outOfTime, type TimedCall } from "./real-time.ts"

const calls = fc.array(
  fc
    .record({ sentAtMs: fc.nat(20), tookMs: fc.nat(5), remaining: fc.nat(9) })
    .map(({ remaining, sentAtMs, tookMs }): TimedCall => ({
      sentAtMs,
      answeredAtMs: sentAtMs + tookMs,
      remaining,
    })),
  { maxLength: 6 },
)

describe("remainders out of real time", () => {
  it("are found exactly where a call was answered before another was sent and told of no more", () => {
    fc.assert(
      fc.property(calls, (some) => {
        const isOut = some.some((later) =>
          some.some(
            (earlier) =>
              earlier.answeredAtMs < later.sentAtMs && earlier.remaining <= later.remaining,
          ),
        )
        expect(outOfTime(some) !== undefined).toBe(isOut)
      }),
    )
  })
})
