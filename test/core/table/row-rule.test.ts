import { describe, expect, it } from "vitest"
import * as Column from "../../../core/table/column.ts"
import { defineTable } from "../../../core/table/definition.ts"
import { mistakeSentence } from "../../../core/table/error.ts"
import { loadTable } from "../../../core/table/load-table.ts"
import { brokenRule } from "../../../core/table/row-rule.ts"

const rule = {
  where: { column: "state", is: "absent" },
  column: "source",
  never: ["", "unsourced"],
  instead: "a page",
}

const covers = defineTable({
  file: "covers.csv",
  about: "Covers.",
  key: ["name"],
  rules: [rule],
  columns: {
    name: Column.text({ about: "Name." }),
    state: Column.text({ about: "State." }),
    source: Column.optional(Column.text({ about: "Source." })),
  },
})

const load = (...rows: ReadonlyArray<string>) =>
  loadTable(covers, ["name,state,source", ...rows].join("\n"))

describe("a rule of rows", () => {
  it.each([
    ["absent", "unsourced", true],
    ["absent", "", true],
    ["absent", "https://example.test", false],
    ["absent", "unsourced; not verified", false],
    ["held", "unsourced", false],
    ["unknown", "", false],
  ])("where state is %s and source is %j: broken is %s", (state, source, isBroken) => {
    expect(brokenRule(rule, { state, source }) !== undefined).toBe(isBroken)
  })

  it("says nothing of a row that lacks a cell", () => {
    expect(brokenRule(rule, { state: "absent" })).toBeUndefined()
    expect(brokenRule(rule, { source: "unsourced" })).toBeUndefined()
  })

  it("is a mistake at the line and column of the cell that breaks it, one for each row", () => {
    const { content, errors } = load("one,absent,a page", "two,absent,unsourced", "three,absent,")
    expect(content.rows).toHaveLength(3)
    expect(errors).toMatchObject([
      {
        file: "covers.csv",
        line: 3,
        character: 12,
        column: "source",
        cell: "unsourced",
        expected: {
          _tag: "Beside",
          expected: { _tag: "InItsWords", words: "a page" },
          column: "state",
          cell: "absent",
        },
      },
      { line: 4, column: "source", cell: "" },
    ])
    const [first] = errors
    expect(first && mistakeSentence(first)).toBe(
      'source: "unsourced" should be a page beside state absent',
    )
  })

  it("forbids nothing in a table that keeps it", () => {
    expect(load("one,absent,a page", "two,held,unsourced", "three,held,").errors).toEqual([])
  })
})
