import { assert, describe, it } from "@effect/vitest"
import * as fc from "fast-check"
import * as Result from "effect/Result"
import type { Interval } from "../../../core/table/cell.ts"
import { type ConditionTest, readTest } from "../../../core/table/condition.ts"
import * as Input from "../../../core/table/input.ts"
import { printTest } from "../../../core/table/print-cell.ts"

const runs = { numRuns: 2_000 }
const about = "A fact."

const inputOf = (test: ConditionTest) => {
  if (test._tag === "Is") return Input.boolean({ about })
  if (test._tag === "Within" || test._tag === "Outside") return Input.number({ about })
  return Input.reference("words.csv", "word", { about })
}

const readBack = (test: ConditionTest) =>
  Result.getOrThrow(readTest(inputOf(test), printTest(test)))

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

const word = fc.string({ unit: fc.constantFrom("a", "b", "_", "-", "é", "7"), minLength: 1 })
const wordList = fc.array(word, { minLength: 1, maxLength: 4 })
const intervals = fc.array(interval, { minLength: 1, maxLength: 4 })

const anyTest: fc.Arbitrary<ConditionTest> = fc.oneof(
  fc.constant<ConditionTest>({ _tag: "Any" }),
  wordList.map((words): ConditionTest => ({ _tag: "AnyOf", words })),
  wordList.map((words): ConditionTest => ({ _tag: "NoneOf", words })),
  intervals.map((list): ConditionTest => ({ _tag: "Within", intervals: list })),
  intervals.map((list): ConditionTest => ({ _tag: "Outside", intervals: list })),
  fc.boolean().map((value): ConditionTest => ({ _tag: "Is", value })),
)

/** Figures, intervals and lists of them as people write them, in their shortest form. */
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
const item = fc.oneof(plainFigure, compared, range)
const listed = fc.array(item, { minLength: 1, maxLength: 4 }).map((items) => items.join("|"))
const numberCell = fc.oneof(
  fc.constant(""),
  listed,
  listed.map((cell) => `not(${cell})`),
)
const wordCell = wordList.chain((words) =>
  fc.constantFrom(words.join("|"), `not(${words.join("|")})`),
)

describe("printTest()", () => {
  it("prints every condition so that the same one is read back", () => {
    fc.assert(
      fc.property(anyTest, (test) => assert.deepStrictEqual(readBack(test), test)),
      runs,
    )
  })

  it("prints what was read from a cell in its shortest form to the same cell", () => {
    const printed = (input: Input.Input<unknown>, cell: string) =>
      printTest(Result.getOrThrow(readTest(input, cell)))
    fc.assert(
      fc.property(numberCell, wordCell, (number, words) => {
        assert.strictEqual(printed(Input.number({ about }), number), number)
        assert.strictEqual(printed(Input.reference("words.csv", "word", { about }), words), words)
      }),
      runs,
    )
    for (const cell of ["", "true", "false"]) {
      assert.strictEqual(printed(Input.boolean({ about }), cell), cell)
    }
  })

  it.each([
    [1e21, "1000000000000000000000"],
    [-1.5e22, "-15000000000000000000000"],
    [1e-7, "0.0000001"],
    [-1.25e-9, "-0.00000000125"],
    [-0, "-0"],
  ])("writes %d without an exponent", (value, expected) => {
    const one = { low: value, lowClosed: true, high: value, highClosed: true }
    assert.strictEqual(printTest({ _tag: "Within", intervals: [one] }), expected)
  })
})
