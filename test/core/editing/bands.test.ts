import { assert, describe, it } from "@effect/vitest"
import * as fc from "fast-check"
import * as Result from "effect/Result"
import {
  cutBand,
  cutPlaces,
  mergedBand,
  type NumberInput,
  rangeSide,
} from "../../../core/editing/bands.ts"
import { contains, readNumberTest } from "../../../core/table/cell.ts"
import * as Input from "../../../core/table/input.ts"
import { times } from "../../support/long.ts"

const about = "A fact."
const numbers = (input: Input.Input<unknown>): NumberInput => {
  if (input.kind !== "number") throw new Error("no condition over numbers")
  return input
}

const age = numbers(Input.integer({ minimum: 0, maximum: 120, about }))
const weight = numbers(Input.number({ about }))

const isTrue = (cell: string, value: number): boolean => {
  const test = Result.getOrThrow(readNumberTest(cell))
  if (test._tag === "Any") return true
  const isWithin = test.intervals.some((interval) => contains(interval, value))
  return isWithin === (test._tag === "Within")
}

/** All that tells cells apart which are written with the figures of these tests. */
const values = (isWhole: boolean): ReadonlyArray<number> =>
  Array.from({ length: isWhole ? 64 : 256 }, (_, at) => (isWhole ? at - 2 : at / 4 - 2)).filter(
    (value) => !isWhole || value >= 0,
  )

/** Bands in their order with a hole between each two, as tables write them. */
const cells = fc
  .record({
    steps: fc.array(fc.integer({ min: 2, max: 6 }), { minLength: 2, maxLength: 6 }),
    isOpenBelow: fc.boolean(),
    isOpenAbove: fc.boolean(),
    closed: fc.array(fc.boolean(), { minLength: 12, maxLength: 12 }),
  })
  .map(({ closed, isOpenAbove, isOpenBelow, steps }) => {
    const ends = steps.map((_, at) => steps.slice(0, at + 1).reduce((sum, step) => sum + step, 0))
    const bands: Array<string> = []
    const [first = 1] = ends
    if (isOpenBelow) bands.push(`${closed[0] === true ? "<=" : "<"}${first}`)
    for (let at = isOpenBelow ? 1 : 0; at + 1 < ends.length; at += 2) {
      const [open, close] = [closed[at] === true ? "[" : "(", closed[at + 1] === true ? "]" : ")"]
      bands.push(`${open}${ends[at]}..${ends[at + 1]}${close}`)
    }
    const last = (ends.at(-1) ?? 0) + 3
    if (isOpenAbove) bands.push(`${closed[11] === true ? ">=" : ">"}${last}`)
    return bands.join("|")
  })

const places = fc.integer({ min: -1, max: 45 })

const subjects = fc.constantFrom(age, weight)

describe("cutBand()", () => {
  it("makes parts of which one holds what lies below, the other what does not", () => {
    fc.assert(
      fc.property(subjects, cells, places, (input, cell, at) => {
        const all = values(input.whole)
        const parts = cutBand(input, cell, at)
        const within = all.filter((value) => isTrue(cell, value))
        const isCut = within.some((value) => value < at) && within.some((value) => value >= at)
        assert.strictEqual(parts !== undefined, isCut, `${cell} at ${at}`)
        if (parts === undefined) return
        for (const value of all) {
          const is = isTrue(cell, value)
          assert.strictEqual(
            isTrue(parts.lower, value),
            is && value < at,
            `${parts.lower} ${value}`,
          )
          assert.strictEqual(
            isTrue(parts.upper, value),
            is && value >= at,
            `${parts.upper} ${value}`,
          )
        }
      }),
      { numRuns: times(2_000, 50_000) },
    )
  })

  it("is undone by mergedBand() to the letter where it cuts a band, and not a hole between two", () => {
    fc.assert(
      fc.property(subjects, cells, places, (input, cell, at) => {
        const parts = cutBand(input, cell, at)
        if (parts === undefined) return
        const merged = mergedBand(input, parts.lower, parts.upper)
        const step = input.whole ? 1 : 0.25
        const isInBand = isTrue(cell, at) && isTrue(cell, at - step)
        if (isInBand) assert.strictEqual(merged, cell, `at ${at}`)
        else if (merged !== undefined) {
          for (const value of values(input.whole)) {
            assert.strictEqual(isTrue(merged, value), isTrue(cell, value), `${cell} ${value}`)
          }
        }
      }),
      { numRuns: times(2_000, 50_000) },
    )
  })

  it("keeps the figures that it does not make", () => {
    assert.deepStrictEqual(cutBand(weight, "[1.50..20.0]|30.0", 7), {
      lower: "[1.50..7)",
      upper: "[7..20.0]|30.0",
    })
    assert.strictEqual(mergedBand(weight, "[1.50..7)", "[7..20.0]|30.0"), "[1.50..20.0]|30.0")
  })

  it("cuts nothing that also means an unknown fact, nothing negated and no fraction of a year", () => {
    const known = numbers(Input.optional(age))
    assert.isUndefined(cutBand(known, "", 60))
    assert.isUndefined(mergedBand(known, "<=59", ">=60"))
    assert.isUndefined(cutBand(age, "not([18..64])", 60))
    assert.isUndefined(cutBand(age, "[18..64]", 60.5))
    assert.isUndefined(cutBand(age, ">=100", 121))
  })
})

describe("rangeSide()", () => {
  it("tells whether all that a cell is true for lies in a range, a part of it, or nothing", () => {
    fc.assert(
      fc.property(subjects, cells, cells, fc.boolean(), (input, own, range, isNegated) => {
        const cell = isNegated ? `not(${own})` : own
        const within = [...values(input.whole), 60].filter((value) => isTrue(cell, value))
        const inRange = within.filter((value) => isTrue(range, value))
        const side =
          inRange.length === 0 ? "outside" : inRange.length === within.length ? "inside" : "astride"
        assert.strictEqual(rangeSide(input, cell, range), side, `${cell} in ${range}`)
      }),
      { numRuns: times(2_000, 50_000) },
    )
  })

  it("has no cell astride that was cut where cutPlaces() says", () => {
    fc.assert(
      fc.property(cells, cells, (cell, range) => {
        let parts: ReadonlyArray<string> = [cell]
        for (const at of cutPlaces(age, range)) {
          parts = parts.flatMap((part) => {
            const cut = cutBand(age, part, at)
            return cut === undefined ? [part] : [cut.lower, cut.upper]
          })
        }
        for (const part of parts) assert.notStrictEqual(rangeSide(age, part, range), "astride")
      }),
      { numRuns: times(1_000, 20_000) },
    )
  })
})
