import * as Result from "effect/Result"
import { describe, expect, it } from "vitest"
import { readNumberTest } from "../../../core/table/cell.ts"
import { compareCells } from "../../../http/workbench/app/screens/tables/compare-cells.ts"
import { shownTest } from "../../../rules/changes/grid/cell-views.ts"
import type { GridColumn } from "../../../rules/changes/grid/grid-view.ts"

const upwards = ["<=8", "(8..31]", "[9..31]", "[18..64]", "(31..60]", ">31", "[65..69]", ""]

const column: GridColumn = {
  name: "days",
  about: "Days.",
  kind: "number",
  role: "condition",
  type: "number",
  unit: null,
  reference: null,
  mayBeEmpty: true,
  isKey: false,
  isList: false,
  numbers: null,
  isNote: false,
  words: null,
  tests: Object.fromEntries(
    upwards
      .filter((text) => text !== "")
      .map((text) => [text, shownTest(Result.getOrThrow(readNumberTest(text)))]),
  ),
  faults: {},
}

const compare = (isDown: boolean) => compareCells(column, (_, cell) => cell, isDown)

describe("the order of cells", () => {
  it("goes by the ends of bounds: up to 8, then 18 to 64, and over 31 behind 31 to 60", () => {
    expect(upwards.toReversed().toSorted(compare(false))).toEqual(upwards)
  })

  it("turns round, but for what applies to anything, which stays last", () => {
    const downwards = [...upwards.slice(0, -1).toReversed(), ""]
    expect(upwards.toSorted(compare(true))).toEqual(downwards)
  })

  it("goes by names where there are no numbers", () => {
    const names = { fr_a: "Zoo 10", fr_b: "Zoo 9" }
    const named = compareCells(column, (_, cell) => names[cell as keyof typeof names], false)
    expect(Object.keys(names).toSorted(named)).toEqual(["fr_b", "fr_a"])
  })
})
