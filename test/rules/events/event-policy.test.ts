import { describe, expect, it } from "@effect/vitest"
import { giveUpAfterMs, retryWaitMs } from "../../../rules/events/event-policy.ts"

describe("the waits after failures", () => {
  const waits = (draw: number) =>
    Array.from({ length: 12 }, (_, index) => retryWaitMs({ failures: index + 1, draw }))

  it("grow up to an hour and stay there", () => {
    expect(waits(0.5).map((ms) => ms / 1000)).toEqual([
      5, 30, 120, 300, 900, 1800, 3600, 3600, 3600, 3600, 3600, 3600,
    ])
  })

  it("are drawn a fifth to either side", () => {
    for (const [index, usual] of waits(0.5).entries()) {
      expect(waits(0)[index]).toBe(usual * 0.8)
      expect(waits(0.999_999)[index]).toBeCloseTo(usual * 1.2, -2)
    }
  })

  it("are as long as the receiver asks, and never shorter than they would be", () => {
    expect(retryWaitMs({ failures: 1, draw: 0.5, askedSeconds: 60 })).toBe(60_000)
    expect(retryWaitMs({ failures: 7, draw: 0.5, askedSeconds: 60 })).toBe(3_600_000)
    expect(retryWaitMs({ failures: 1, draw: 0.5, askedSeconds: 1e6 })).toBe(3_600_000)
  })

  it("make up at least seventy tries in the time until an endpoint is given up", () => {
    let passedMs = 0
    let tries = 1
    for (let failures = 1; passedMs < giveUpAfterMs; failures += 1) {
      passedMs += retryWaitMs({ failures, draw: 0.5 })
      tries += 1
    }
    expect(tries).toBeGreaterThanOrEqual(70)
  })
})
