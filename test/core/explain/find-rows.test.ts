import { assert, describe, it } from "@effect/vitest"
import { findRows } from "../../../core/explain/find-rows.ts"
import * as Column from "../../../core/table/column.ts"
import { defineTable } from "../../../core/table/definition.ts"

const about = "A column."
const rates = defineTable({
  file: "rates.csv",
  about,
  key: ["product_code", "year"],
  columns: {
    product_code: Column.text({ about }),
    year: Column.integer({ about }),
    rate: Column.optional(Column.decimal({ about })),
  },
})
const source = "product_code,year,rate\ngold,1,1.50\ngold,2,\nplatinum,1,2\n"
const find = (given: Readonly<Record<string, unknown>>) => findRows(rates, source, given)

describe("findRows()", () => {
  it("finds the row of a key, names in either case, cells as written", () => {
    const { found, nearest, open, problems } = find({ productCode: "gold", year: 1 })
    const row = { line: 2, cells: { product_code: "gold", year: "1", rate: "1.50" } }
    assert.deepStrictEqual([found, nearest, open, problems], [[row], [], [], []])
  })

  it("finds all rows that agree with a part of a key, and says which parts are open", () => {
    const { found, open } = find({ product_code: "gold" })
    assert.deepStrictEqual([found.map(({ line }) => line), open], [[2, 3], ["year"]])
    assert.strictEqual(find({}).found.length, 3)
  })

  it("shows the rows that come nearest where there is none, slips before whole parts", () => {
    const near = (given: Readonly<Record<string, unknown>>) =>
      find(given).nearest.map(({ line }) => line)
    assert.deepStrictEqual(near({ product_code: "platnum", year: 1 }), [4, 2])
    assert.deepStrictEqual(near({ product_code: "gold", year: 2030 }), [2, 3])
    assert.deepStrictEqual(near({ product_code: "silver" }), [])
  })

  it("refuses names that are no part of the key, and what no cell can hold", () => {
    const { problems } = find({ product: "gold", productcode: "gold", year: [1] })
    assert.deepStrictEqual(
      problems.map(({ name, given, nearest }) => [name, given, nearest]),
      [
        ["", "product", undefined],
        ["", "productcode", "product_code"],
        ["year", [1], undefined],
      ],
    )
  })
})
