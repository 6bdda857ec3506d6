import { assert, describe, it } from "@effect/vitest"
import * as fc from "fast-check"
import {
  type ChargeKind,
  dealOut,
  type GrantedTogether,
  quotaWindow,
  rateHeaders,
  remaining,
} from "../../../rules/quota/quota.ts"

const limit = fc.integer({ min: 0, max: 12 })

const before = fc
  .record({ reads: limit, readsUsed: limit, burst: limit, burstUsed: limit })
  .map(({ burst, burstUsed, reads, readsUsed }) => ({
    reads: { limit: reads, used: readsUsed },
    writes: { limit: 50, used: 0 },
    burst: { limit: burst, used: burstUsed },
    window: quotaWindow(0),
    lifetime: { prices: 3, links: 0, bilans: 4 },
  }))

const kinds = fc.array(fc.constantFrom<ChargeKind>("call", "price", "bilan"), { maxLength: 20 })

/** What the store grants: reads first, prices before bilans, then plain calls, within both limits. */
const grant = (asked: ReadonlyArray<ChargeKind>, state: GrantedTogether["before"]) => {
  const count = (kind: ChargeKind) => asked.filter((one) => one === kind).length
  const reads = Math.min(
    count("price") + count("bilan"),
    remaining(state.reads),
    remaining(state.burst),
  )
  const prices = Math.min(count("price"), reads)
  const calls = Math.min(count("call"), remaining(state.burst) - reads)
  return { prices, bilans: reads - prices, calls }
}

describe("dealOut()", () => {
  it("grants each kind as often as it was granted together, earliest first", () => {
    fc.assert(
      fc.property(kinds, before, (asked, state) => {
        const granted = grant(asked, state)
        const outcomes = dealOut(asked, { before: state, granted })
        assert.strictEqual(outcomes.length, asked.length)
        for (const [kind, count] of [
          ["price", granted.prices],
          ["bilan", granted.bilans],
          ["call", granted.calls],
        ] as const) {
          const tags = outcomes.flatMap(({ _tag }, index) => (asked[index] === kind ? [_tag] : []))
          const got = tags.map((tag) => tag === "Granted")
          assert.deepStrictEqual(
            got,
            got.map((_, index) => index < count),
          )
        }
      }),
      { numRuns: 500 },
    )
  })

  it("tells every granted call a figure of its own, never beyond a limit", () => {
    fc.assert(
      fc.property(kinds, before, (asked, state) => {
        const outcomes = dealOut(asked, { before: state, granted: grant(asked, state) })
        const used = outcomes.flatMap((one) =>
          one._tag === "Granted" ? [one.state.burst.used] : [],
        )
        assert.deepStrictEqual(
          used,
          used.map((_, index) => state.burst.used + index + 1),
        )
        for (const outcome of outcomes) {
          if (outcome._tag !== "Granted") continue
          assert.isAtMost(outcome.state.burst.used, state.burst.limit)
        }
      }),
      { numRuns: 500 },
    )
  })

  it("calls the burst spent before the day, and refuses plain calls by the burst alone", () => {
    fc.assert(
      fc.property(kinds, before, (asked, state) => {
        const granted = grant(asked, state)
        const outcomes = dealOut(asked, { before: state, granted })
        const burstUsed = state.burst.used + granted.calls + granted.prices + granted.bilans
        for (const [index, outcome] of outcomes.entries()) {
          if (outcome._tag === "BurstSpent") assert.isAtLeast(burstUsed, state.burst.limit)
          if (outcome._tag !== "DaySpent") continue
          assert.notStrictEqual(asked[index], "call")
          assert.isBelow(burstUsed, state.burst.limit)
          assert.strictEqual(remaining(outcome.state.reads), 0)
        }
      }),
      { numRuns: 500 },
    )
  })
})

describe("rateHeaders()", () => {
  it("never shows less than nothing, when a limit was lowered below what is used", () => {
    const state = {
      reads: { limit: 5, used: 9 },
      writes: { limit: 50, used: 0 },
      burst: { limit: 0, used: 3 },
      window: quotaWindow(0),
      lifetime: { prices: 0, links: 0, bilans: 0 },
    }
    assert.deepStrictEqual(rateHeaders(state, "reads"), {
      "x-ratelimit-limit": "5",
      "x-ratelimit-remaining": "0",
      "x-ratelimit-reset": "86400",
      "x-ratelimit-burst-remaining": "0",
    })
  })
})
