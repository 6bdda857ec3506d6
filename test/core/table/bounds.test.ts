import { describe, expect, it } from "vitest"
import { describeTableError } from "../../../core/table/error.ts"
import * as Column from "../../../core/table/column.ts"
import { defineDecision } from "../../../core/table/decision.ts"
import { defineTable } from "../../../core/table/definition.ts"
import { type AnyDefinition, loadText } from "../../../core/table/load.ts"
import { usualBounds } from "../../../core/table/bounds.ts"

const value = Column.integer({ about: "A number." })

const table = defineTable({ file: "a.csv", about: "", key: ["value"], columns: { value } })
const decision = defineDecision({
  file: "b.csv",
  about: "",
  hitPolicy: "collect",
  inputs: {},
  outputs: { value },
})
const small: AnyDefinition = { ...table, bounds: { rowsMax: 3 } }

const textOf = (rows: number): string =>
  ["value", ...Array.from({ length: rows }, (_, at) => String(at))].join("\n")

const mistakesIn = (definition: AnyDefinition, text: string) =>
  loadText(definition, text).errors.map(describeTableError)

describe("the rows of a table", () => {
  it.each<readonly [string, AnyDefinition, number]>([
    ["a table", table, usualBounds.TableDefinition.rowsMax],
    ["a decision table", decision, usualBounds.DecisionDefinition.rowsMax],
    ["a table that declares so", small, 3],
  ])("are as many as %s may have", (_, definition, rowsMax) => {
    expect(mistakesIn(definition, textOf(rowsMax))).toEqual([])
    expect(mistakesIn(definition, textOf(rowsMax + 1))).toEqual([
      `${definition.file}:${rowsMax + 2}:1 expected at most ${rowsMax} rows`,
    ])
  })

  it("are not read where they are too many, however wrong they are", () => {
    const text = `value\n${"wrong,wrong\n".repeat(9)}"never closed`
    expect(mistakesIn(small, text)).toEqual(["a.csv:5:1 expected at most 3 rows"])
  })

  it("are told from comments and blank lines", () => {
    expect(
      mistakesIn(small, `value\n${"# a comment\n\n".repeat(9)}1\n2\n3\n\n# the end\n`),
    ).toEqual([])
  })
})

it("many columns that nobody has declared are one mistake", () => {
  const header = (columns: number) =>
    ["value", ...Array.from({ length: columns - 1 }, (_, at) => `c${at}`)].join(",")
  expect(mistakesIn(table, header(101))).toHaveLength(100)
  expect(mistakesIn(table, header(102))).toEqual(["a.csv:1:1 expected at most 101 columns"])
})
