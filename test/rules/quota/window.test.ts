import { assert, describe, it } from "@effect/vitest"
import * as fc from "fast-check"
import { quotaWindow, standingWindow, windowLeadMaxMs } from "../../../rules/quota/quota.ts"

const moments = fc.integer({ min: 0, max: 4_102_444_800_000 })

describe("quotaWindow()", () => {
  it("counts at least one second to the end of both windows, and never one too few", () => {
    fc.assert(
      fc.property(moments, (nowMs) => {
        const window = quotaWindow(nowMs)
        assert.isTrue(window.minuteEndsInSeconds >= 1 && window.minuteEndsInSeconds <= 60)
        assert.isTrue(window.dayEndsInSeconds >= 1 && window.dayEndsInSeconds <= 86_400)
        const next = quotaWindow(nowMs + window.minuteEndsInSeconds * 1000)
        assert.strictEqual(next.minute, window.minute + 1)
        const same = quotaWindow(nowMs + (window.minuteEndsInSeconds - 1) * 1000)
        assert.isTrue(same.minute === window.minute || nowMs % 1000 === 0)
        assert.strictEqual(quotaWindow(nowMs + window.dayEndsInSeconds * 1000).day, window.day + 1)
      }),
      { numRuns: 1_000 },
    )
  })

  it("is one day from midnight to the last millisecond", () => {
    const midnight = Date.parse("2027-03-28T00:00:00.000Z")
    assert.strictEqual(quotaWindow(midnight).dayEndsInSeconds, 86_400)
    assert.strictEqual(quotaWindow(midnight + 86_399_999).day, quotaWindow(midnight).day)
    assert.strictEqual(quotaWindow(midnight + 86_399_999).dayEndsInSeconds, 1)
    assert.strictEqual(quotaWindow(midnight - 1).day, quotaWindow(midnight).day - 1)
  })
})

describe("standingWindow()", () => {
  const standing = { minute: 1_440, day: 1 }
  const minuteMs = 1_440 * 60_000
  const dayMs = 86_400_000

  it("counts to the end of the windows it is given, wherever the moment lies before that", () => {
    const leads = fc.integer({ min: 0, max: windowLeadMaxMs })
    fc.assert(
      fc.property(moments, leads, (nowMs, leadMs) => {
        const { day, minute } = quotaWindow(nowMs + leadMs)
        const window = standingWindow(nowMs, { day, minute })
        assert.deepInclude(window, { day, minute })
        for (const [seconds, endMs] of [
          [window.minuteEndsInSeconds, (minute + 1) * 60_000],
          [window.dayEndsInSeconds, (day + 1) * 86_400_000],
        ] as const) {
          assert.isAtLeast(nowMs + seconds * 1_000, endMs)
          assert.isBelow(nowMs + (seconds - 1) * 1_000, endMs)
        }
      }),
      { numRuns: 1_000 },
    )
  })

  it("tells no more than a window that lies as far ahead as one may, and at least a second", () => {
    const secondsAt = (nowMs: number) => {
      const { dayEndsInSeconds, minuteEndsInSeconds } = standingWindow(nowMs, standing)
      return [minuteEndsInSeconds, dayEndsInSeconds]
    }
    assert.deepStrictEqual(secondsAt(minuteMs - windowLeadMaxMs + 1_000), [659, 86_999])
    assert.deepStrictEqual(secondsAt(minuteMs - windowLeadMaxMs), [660, 87_000])
    assert.deepStrictEqual(secondsAt(minuteMs - windowLeadMaxMs - 1), [660, 87_000])
    assert.deepStrictEqual(secondsAt(0), [660, 87_000])
    assert.deepStrictEqual(secondsAt(minuteMs + dayMs), [1, 1])
  })
})
