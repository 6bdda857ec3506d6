import { assert, describe, it } from "@effect/vitest"
import * as fc from "fast-check"
import * as Result from "effect/Result"
import type { Interval } from "../../../core/table/cell.ts"
import { readTest } from "../../../core/table/condition.ts"
import * as Input from "../../../core/table/input.ts"
import { printInterval } from "../../../core/table/print-test.ts"

const runs = { numRuns: 2_000 }
const input = Input.number({ about: "A fact." })

const figure = fc.oneof(
  fc.integer({ min: -1_000, max: 1_000 }),
  fc.double({ noDefaultInfinity: true, noNaN: true }),
  fc.constantFrom(0, -0, 1e21, -1.5e300, 5e-324, 1e-7, Number.MAX_VALUE, Number.MIN_SAFE_INTEGER),
)

const interval: fc.Arbitrary<Interval> = fc
  .tuple(figure, figure, fc.boolean(), fc.boolean(), fc.constantFrom("below", "above", "at", "in"))
  .map(([one, other, lowClosed, highClosed, form]): Interval => {
    if (form === "at") return { low: one, lowClosed: true, high: one, highClosed: true }
    if (form === "below") return { low: -Infinity, lowClosed: false, high: one, highClosed }
    if (form === "above") return { low: one, lowClosed, high: Infinity, highClosed: false }
    const [low, high] = one <= other ? [one, other] : [other, one]
    const closed = low === high
    return { low, lowClosed: lowClosed || closed, high, highClosed: highClosed || closed }
  })

/** Figures and intervals as people write them, in their shortest form. */
const whole = fc.integer({ min: -1_000_000, max: 1_000_000 }).map(String)
const decimal = fc
  .tuple(fc.integer({ min: 0, max: 9_999 }), fc.integer({ min: 1, max: 9 }))
  .map(([before, after]) => `${before}.${after}`)
const plainFigure = fc.oneof(whole, decimal)
const compared = fc
  .tuple(fc.constantFrom("<", "<=", ">", ">="), plainFigure)
  .map((parts) => parts.join(""))
const range = fc
  .tuple(fc.constantFrom("[", "("), plainFigure, plainFigure, fc.constantFrom("]", ")"))
  .filter(([, low, high]) => Number(low) < Number(high))
  .map(([opening, low, high, closing]) => `${opening}${low}..${high}${closing}`)
const cell = fc.oneof(plainFigure, compared, range)

/** The intervals that a cell is read to. */
const intervalsIn = (written: string): ReadonlyArray<Interval> => {
  const test = Result.getOrThrow(readTest(input, written))
  return test._tag === "Within" ? test.intervals : []
}

describe("printInterval()", () => {
  it("prints every interval so that the same one is read back", () => {
    fc.assert(
      fc.property(interval, (one) =>
        assert.deepStrictEqual(intervalsIn(printInterval(one)), [one]),
      ),
      runs,
    )
  })

  it("prints what was read from a cell in its shortest form to the same cell", () => {
    fc.assert(
      fc.property(cell, (written) =>
        assert.deepStrictEqual(intervalsIn(written).map(printInterval), [written]),
      ),
      runs,
    )
  })

  it.each([
    [1e21, "1000000000000000000000"],
    [-1.5e22, "-15000000000000000000000"],
    [1e-7, "0.0000001"],
    [-1.25e-9, "-0.00000000125"],
    [-0, "-0"],
  ])("writes %d without an exponent", (value, expected) => {
    const one = { low: value, lowClosed: true, high: value, highClosed: true }
    assert.strictEqual(printInterval(one), expected)
  })
})
