import { assert, describe, it } from "@effect/vitest"
import * as fc from "fast-check"
import type { DeclaredText } from "../../../core/editing/chosen-rows.ts"
import { replacedCells, replacedText } from "../../../core/editing/replaced-cells.ts"
import * as Column from "../../../core/table/column.ts"
import { defineTable } from "../../../core/table/definition.ts"

const about = "A column."
const words: DeclaredText = {
  definition: defineTable({
    file: "words.csv",
    about,
    key: ["id"],
    columns: {
      id: Column.text({ about }),
      says: Column.text({ about }),
      fee: Column.decimal({ about }),
    },
  }),
  source: [
    "id,says,fee",
    "plan,Plan one and plan two,0.44",
    "# plan of a comment",
    'b,"see https://plan.example",0.440',
    "c,the “plan” as printed,7",
    "d,“plan” and plan,0",
    "",
  ].join("\n"),
}

const found = (find: string, by: string, isWhole = false) =>
  replacedCells(words, { find, by, isWhole, isExact: false }).map(
    ({ after, column, isRefused, leftOut, line }) =>
      `${line} ${column} ${leftOut ?? ""}${isRefused ? "refused" : ""} ${after}`,
  )

describe("replacedCells()", () => {
  it("keeps capitals, and leaves keys, addresses and quotations out", () => {
    assert.deepStrictEqual(found("plan", "formula"), [
      "2 id key formula",
      "2 says  Formula one and formula two",
      "4 says address see https://formula.example",
      "5 says quotation the “formula” as printed",
      "6 says  “formula” and formula",
    ])
  })

  it("finds numbers however they are written, and marks what a column does not take", () => {
    assert.deepStrictEqual(found("0.44", "0.45", true), ["2 fee  0.45", "4 fee  0.45"])
    assert.deepStrictEqual(found("7", "dear", true), ["5 fee refused dear"])
    assert.deepStrictEqual(found("nothing of it", "x"), [])
    assert.deepStrictEqual(found("", "x"), [])
  })

  it("takes what is looked for by its signs, and leaves nothing of it behind", () => {
    const texts = fc.string({ unit: fc.constantFrom(..."aAbé.*+?^${}()|[]\\/- "), maxLength: 12 })
    fc.assert(
      fc.property(texts, texts, fc.boolean(), (cell, find, isExact) => {
        const after = replacedText(cell, { find, by: "§", isWhole: false, isExact })
        const parts = isExact
          ? cell.split(find)
          : find === ""
            ? [cell]
            : cell.toLowerCase().split(find.toLowerCase())
        if (find === "" || parts.length === 1) assert.isUndefined(after)
        else assert.strictEqual((isExact ? after : after?.toLowerCase()) ?? "", parts.join("§"))
      }),
    )
  })
})
