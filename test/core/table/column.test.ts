import { assert, describe, it } from "@effect/vitest"
import * as Result from "effect/Result"
import * as Column from "../../../core/table/column.ts"

const about = "A figure."

const parsed = <Value>(column: Column.Column<Value>, cell: string): Value | string => {
  const value = column.parse(cell)
  return Result.isSuccess(value) ? value.success : `refused: ${value.failure.expected}`
}

const refused = <Value>(column: Column.Column<Value>, cells: ReadonlyArray<string>): void => {
  for (const cell of cells) {
    assert.isTrue(
      Result.isFailure(column.parse(cell)),
      `${column.kind} took ${JSON.stringify(cell)}`,
    )
  }
}

describe("columns", () => {
  it("text() keeps what is written, without spaces around it, under its pattern", () => {
    assert.strictEqual(parsed(Column.text({ about }), "a b"), "a b")
    refused(Column.text({ about }), ["", " a", "a ", "a\n"])
    refused(Column.text({ about, pattern: /^[A-Z]{3}$/ }), ["eur", "EURO"])
  })

  it("integer() takes whole numbers between its bounds, both included", () => {
    const column = Column.integer({ about, minimum: -1, maximum: 4 })
    assert.deepStrictEqual(
      ["-1", "0", "4"].map((cell) => parsed(column, cell)),
      [-1, 0, 4],
    )
    refused(column, ["-2", "5", "", "1.0", "1e0", "+1", " 1", "0x1", "9".repeat(20)])
    refused(Column.integer({ about }), ["9007199254740992", "-9007199254740992"])
  })

  it("decimal() reads exact values between its bounds, both included", () => {
    const column = Column.decimal({ about, minimum: "0.1", maximum: "2.5" })
    assert.deepStrictEqual(parsed(column, "0.1"), { numerator: 1n, denominator: 10n })
    assert.deepStrictEqual(parsed(column, "2.50"), { numerator: 5n, denominator: 2n })
    refused(column, ["0.09999999999999999999", "2.50000000000000000001", "", "1,5", "1e0", "1/2"])
  })

  it("boolean(), enumeration() and day() take their words only", () => {
    assert.strictEqual(parsed(Column.boolean({ about }), "false"), false)
    assert.strictEqual(parsed(Column.boolean({ about }), "TRUE"), true)
    refused(Column.boolean({ about }), ["", "0", "no", "falsehood"])
    const tier = Column.enumeration(["entry", "mid"], { about })
    assert.strictEqual(parsed(tier, "mid"), "mid")
    refused(tier, ["", "Mid", "entry|mid"])
    assert.strictEqual(parsed(Column.day({ about }), "2028-02-29"), "2028-02-29")
    refused(Column.day({ about }), ["", "2027-02-29", "2027-1-1", "01/02/2027"])
  })

  it("list() reads the parts of a cell, and names the part that is wrong", () => {
    const column = Column.list(Column.integer({ about }))
    assert.deepStrictEqual(parsed(column, ""), [])
    assert.deepStrictEqual(parsed(column, "1|2|2"), [1, 2, 2])
    refused(column, ["1|", "|", "1||2", "1, 2"])
    const wrong = column.parse("1|x")
    assert.strictEqual(Result.isFailure(wrong) ? wrong.failure.part : "", "x")
  })

  it("optional() reads an empty cell to null and everything else as before", () => {
    const column = Column.optional(Column.integer({ about }))
    assert.deepStrictEqual(
      ["", "3"].map((cell) => parsed(column, cell)),
      [null, 3],
    )
    refused(column, ["x", "null"])
  })

  it("reference() names the words that must exist elsewhere, through list and optional too", () => {
    const column = Column.reference("coach/banks.csv", "bank", { about })
    assert.deepStrictEqual(column.referenced?.("acme"), ["acme"])
    refused(column, [""])
    assert.deepStrictEqual(Column.list(column).referenced?.("a|b"), ["a", "b"])
    assert.deepStrictEqual(Column.optional(column).referenced?.(""), [])
    assert.deepStrictEqual(Column.optional(Column.list(column)).referenced?.("a|b"), ["a", "b"])
  })
})
