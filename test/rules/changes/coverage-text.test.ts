import { assert, describe, it } from "@effect/vitest"
import { totalsOf } from "../../../rules/changes/coverage-text.ts"
import type { CorpusCoverage } from "../../../rules/impact/coverage.ts"

const tally = (covered: number, all: number) => ({ covered, all })

describe("what a minimum of coverage applies to", () => {
  it("is the sum of all decision tables, for rows, cells and alternatives each", () => {
    const decisions = [
      { rows: tally(1, 2), cells: tally(3, 4), alternatives: tally(0, 0) },
      { rows: tally(1, 2), cells: tally(0, 4), alternatives: tally(1, 1) },
    ]
    const plain = [{ rows: tally(0, 100) }]
    const coverage = { decisions, plain } as unknown as CorpusCoverage
    assert.deepStrictEqual(
      totalsOf(coverage).map((total) => total.tally),
      [tally(2, 4), tally(3, 8), tally(1, 1)],
    )
  })

  it("is the rows of plain tables where none decides", () => {
    const coverage = { decisions: [], plain: [{ rows: tally(3, 4) }] } as unknown as CorpusCoverage
    assert.deepStrictEqual(totalsOf(coverage), [{ tally: tally(3, 4), text: "rows 75.00 %" }])
  })
})
