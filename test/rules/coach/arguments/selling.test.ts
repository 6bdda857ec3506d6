import * as fc from "fast-check"
import { describe, expect, it } from "vitest"
import { prepareSelling } from "../../../../rules/coach/arguments/selling.ts"
import { shippedTables } from "../../../support/tables.ts"

const { rowFor, shouldSell } = prepareSelling(shippedTables)

describe("whether a cover should be offered", () => {
  it("is no without arguments and yes from the first", () => {
    expect(shouldSell(0)).toBe(false)
    expect(shouldSell(1)).toBe(true)
    expect(shouldSell(2)).toBe(true)
  })

  it("depends on whether there are arguments, not on how many", () => {
    fc.assert(
      fc.property(fc.nat({ max: 1_000 }), (count) => {
        expect(shouldSell(count)).toBe(count > 0)
        expect(rowFor(count)?.shouldSell).toBe(count > 0)
      }),
    )
  })

  it("is decided by every row of the table", () => {
    const lines = new Set([0, 1, 40].map((count) => rowFor(count)?.line))
    expect(lines).toEqual(new Set(shippedTables.coachSelling.rows.map(({ line }) => line)))
  })

  it("is no where no row says so", () => {
    const silent = prepareSelling({
      coachSelling: { ...shippedTables.coachSelling, evaluate: () => [] },
    })
    expect(silent.shouldSell(5)).toBe(false)
    expect(silent.rowFor(5)).toBeUndefined()
  })
})
