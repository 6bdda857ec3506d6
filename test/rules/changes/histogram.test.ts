import { assert, describe, it } from "@effect/vitest"
import * as fc from "fast-check"
import { histogramOf } from "../../../rules/changes/diff-summary.ts"

const counts = fc
  .uniqueArray(fc.tuple(fc.integer({ min: -999, max: 5_000 }), fc.integer({ min: 1, max: 50 })), {
    maxLength: 60,
    selector: ([value]) => value,
  })
  .map((some) => some.map(([value, count]) => [value, count] as const))

describe("histogramOf()", () => {
  it("counts each change once, in few bars of one width that rise", () => {
    fc.assert(
      fc.property(counts, (some) => {
        const bars = histogramOf(some)
        const sum = (each: ReadonlyArray<number>): number => each.reduce((all, one) => all + one, 0)
        assert.strictEqual(sum(bars.map(({ count }) => count)), sum(some.map(([, count]) => count)))
        assert.isAtMost(bars.length, 14)
        const steps = bars
          .slice(1)
          .map(({ permille }, index) => permille - (bars[index]?.permille ?? 0))
        assert.isAtMost(new Set(steps).size, 1)
        assert.isTrue(steps.every((step) => step > 0))
      }),
    )
  })

  it("puts what lies far out into the last bar, and says so", () => {
    const bars = histogramOf([
      [50, 500],
      [51, 500],
      [900, 1],
    ])
    assert.deepStrictEqual(bars.at(-1), { permille: 51, count: 501, beyond: "above" })
  })
})
