import * as fc from "fast-check"
import { describe, expect, it } from "vitest"
import { ceilingOf, shortfallPercent } from "../../../../rules/coach/arguments/subjects.ts"

describe("how the ceiling of a cover stands", () => {
  it.each([
    ["not_available", null, "not_held"],
    ["actual_costs", null, "unlimited"],
    ["included", null, "unprinted"],
    ["value", null, "unprinted"],
    ["value", 0, "printed"],
    ["value", 155000, "printed"],
    ["per_day", 150, "printed"],
  ] as const)("with %s and %j is %s", (state, value, ceiling) => {
    expect(ceilingOf({ state, value })).toBe(ceiling)
  })
})

describe("the share that a cover lacks", () => {
  it.each([
    [0, 300000, 100],
    [1, 300000, 99],
    [149999, 300000, 50],
    [150000, 300000, 50],
    [150001, 300000, 49],
    [299999, 300000, 0],
    [300000, 300000, 0],
    [300001, 300000, 0],
    [0, 0, 0],
  ])("with %d held of %d is %d percent", (held, recommended, percent) => {
    expect(shortfallPercent(held, recommended)).toBe(percent)
  })

  it("is whole, never the whole of what is held in part, and never grows with what is held", () => {
    const amount = fc.integer({ min: 1, max: 2_000_000 })
    fc.assert(
      fc.property(amount, amount, amount, (held, more, recommended) => {
        const percent = shortfallPercent(held, recommended)
        expect(Number.isInteger(percent)).toBe(true)
        expect(percent).toBeGreaterThanOrEqual(0)
        expect(percent).toBeLessThan(100)
        expect(shortfallPercent(held + more, recommended)).toBeLessThanOrEqual(percent)
      }),
    )
  })
})
