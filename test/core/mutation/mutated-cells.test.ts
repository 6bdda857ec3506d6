import { assert, describe, it } from "@effect/vitest"
import { mutatedCondition, mutatedValue, nudged } from "../../../core/mutation/mutated-cells.ts"
import * as Column from "../../../core/table/column.ts"
import * as Input from "../../../core/table/input.ts"

const about = "A column."
const days = Input.integer({ about })
const zones = Input.enumeration(["north", "south", "east"], { about })

const conditions = (input: Input.Input<unknown>, cell: string) =>
  mutatedCondition(input, cell).map(({ kind, to }) => `${kind} ${to}`)

const values = (column: Column.Column<unknown>, cell: string, others: ReadonlyArray<string> = []) =>
  mutatedValue(column, cell, others).map(({ kind, to }) => `${kind} ${to}`)

describe("nudged()", () => {
  it("moves figures by units of their last place, across zero and with their decimals", () => {
    const cases = [
      ["9", 1, "10"],
      ["0", -1, "-1"],
      ["-1", 1, "0"],
      ["9.99", 1, "10.00"],
      ["0.05", -6, "-0.01"],
      ["31.0625", 1, "31.0626"],
      ["100000000000000000000.1", 1, "100000000000000000000.2"],
    ] as const
    for (const [digits, units, expected] of cases) {
      assert.strictEqual(nudged(digits, units), expected, digits)
    }
  })
})

describe("mutatedCondition()", () => {
  it("moves both bounds of an interval, turns both ends, drops and reverses it", () => {
    assert.deepStrictEqual(conditions(days, "[9..31)"), [
      "bound [10..31)",
      "bound [8..31)",
      "bound [9..32)",
      "bound [9..30)",
      "end (9..31)",
      "end [9..31]",
      "negation not([9..31))",
      "any ",
    ])
  })

  it("looks inside of not(…) and between several, and leaves its brackets alone", () => {
    assert.deepStrictEqual(conditions(days, "not(<3|(5..7])"), [
      "bound not(<4|(5..7])",
      "bound not(<2|(5..7])",
      "bound not(<3|(6..7])",
      "bound not(<3|(4..7])",
      "bound not(<3|(5..8])",
      "bound not(<3|(5..6])",
      "end not(<=3|(5..7])",
      "end not(<3|[5..7])",
      "end not(<3|(5..7))",
      "word not((5..7])",
      "word not(<3)",
      "negation <3|(5..7]",
      "any ",
    ])
    assert.deepStrictEqual(conditions(Input.number({ about }), "-0.5"), [
      "bound -0.4",
      "bound -0.6",
      "negation not(-0.5)",
      "any ",
    ])
  })

  it("drops words one by one; a single word can only be reversed or dropped", () => {
    assert.deepStrictEqual(conditions(zones, "north|east"), [
      "word east",
      "word north",
      "negation not(north|east)",
      "any ",
    ])
    assert.deepStrictEqual(conditions(zones, "not(north|east)"), [
      "word not(east)",
      "word not(north)",
      "negation north|east",
      "any ",
    ])
    assert.deepStrictEqual(conditions(zones, "north"), ["negation not(north)", "any "])
  })

  it("turns truth around, and finds nothing in an empty cell", () => {
    assert.deepStrictEqual(conditions(Input.boolean({ about }), "true"), ["negation false", "any "])
    assert.deepStrictEqual(conditions(days, ""), [])
  })
})

describe("mutatedValue()", () => {
  it("moves figures up, and down where up is not allowed", () => {
    assert.deepStrictEqual(values(Column.integer({ maximum: 100, about }), "99"), ["figure 100"])
    assert.deepStrictEqual(values(Column.integer({ maximum: 100, about }), "100"), ["figure 99"])
    assert.deepStrictEqual(values(Column.decimal({ about }), "2.50"), ["figure 2.51"])
    const only = Column.integer({ minimum: 7, maximum: 7, about })
    assert.deepStrictEqual(values(only, "7"), [])
  })

  it("takes the next word, the first after the last, and empties what may be empty", () => {
    const words = Column.enumeration(["a", "b", "c"], { about })
    assert.deepStrictEqual(values(words, "b"), ["neighbour c"])
    assert.deepStrictEqual(values(Column.optional(words), "c"), ["neighbour a", "empty "])
    assert.deepStrictEqual(values(Column.boolean({ about }), "false"), ["neighbour true"])
  })

  it("takes the words at hand where a column lists none, and leaves notes alone", () => {
    const text = Column.text({ about })
    assert.deepStrictEqual(values(text, "one", ["one", "two"]), ["neighbour two"])
    assert.deepStrictEqual(values(text, "one", ["one"]), [])
    assert.deepStrictEqual(values(Column.note(text), "one", ["one", "two"]), [])
    assert.deepStrictEqual(values(Column.optional(text), "", ["one", "two"]), [])
  })
})
