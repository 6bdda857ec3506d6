import { assert, describe, it } from "@effect/vitest"
import type { RegionReport, TableReport } from "../../../rules/changes/diff-report.ts"
import { isTold, untoldRegions } from "../../../rules/changes/diff-words.ts"
import type { FoldableRow } from "../../../rules/changes/fold-rows.ts"

const row = (before: number | undefined, after: number | undefined): FoldableRow => ({
  where: {},
  before,
  after,
  cells: [],
})

/** Rows 10 and 11 of the base are rows 20 and 21 of today, as one fold; row 30 is one by itself. */
const folded = {
  file: "any.csv",
  verdict: "different",
  folds: [
    { what: "changed", rows: [row(10, 20), row(11, 21)], where: {}, changes: [] },
    { what: "added", rows: [row(undefined, 30)], where: {}, changes: [] },
  ],
} satisfies TableReport

const region = (gone: ReadonlyArray<number>, come: ReadonlyArray<number>): RegionReport => ({
  conditions: {},
  witness: {},
  before: [],
  after: [],
  columns: [],
  gone: gone.map((line) => ({ line, outputs: {} })),
  come: come.map((line) => ({ line, outputs: {} })),
  wordsOnlyBefore: {},
  wordsOnlyAfter: {},
})

const isUntold = (each: RegionReport): boolean =>
  untoldRegions({
    ...folded,
    decision: { hitPolicy: "first", regions: [each], beyond: "nothing" },
  }).includes(each)

describe("what folds of several rows tell", () => {
  it("is a region whose rows are all among them, on both sides", () => {
    assert.isFalse(isUntold(region([10], [20])))
    assert.isFalse(isUntold(region([10, 11], [21])))
    assert.isFalse(isUntold(region([11], [])))
    assert.isFalse(isUntold(region([], [20, 21])))
  })

  it("is no region with a row that is not, on either side", () => {
    assert.isTrue(isUntold(region([10, 12], [20])))
    assert.isTrue(isUntold(region([10], [20, 30])))
    // Lines of one version are none of the other.
    assert.isTrue(isUntold(region([20], [])))
    assert.isTrue(isUntold(region([], [10])))
  })

  it("is no region in which only the order of outcomes differs", () => {
    assert.isTrue(isUntold(region([], [])))
  })

  it("is a row by its line of today, and one that has gone by that of the base", () => {
    const told = isTold(folded)
    assert.isTrue(told({ before: 10, after: 20 }))
    assert.isTrue(told({ before: 11, after: undefined }))
    assert.isFalse(told({ before: 10, after: 30 }))
    assert.isFalse(told({ before: undefined, after: 30 }))
    assert.isFalse(told({ before: 20, after: undefined }))
  })
})
