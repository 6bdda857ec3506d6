import { assert, describe, it } from "@effect/vitest"
import { reviewReport } from "../../../rules/changes/review-report.ts"
import { drawnReport } from "./drawn-report.ts"

const ground = { revision: 7, isOlder: false, releases: [], icons: new Map([[101, "bag.svg"]]) }

const report = reviewReport(drawnReport, ground)

describe("a comparison on the review page", () => {
  it("has every table that differs, and counts the others", () => {
    assert.deepStrictEqual(
      report.tables.map(({ file, regions, verdict }) => [file, verdict, regions]),
      [
        ["surcharges.csv", "different", 5],
        ["catalogue/tariffs.csv", "different", 0],
        ["messages/coach.csv", "different", 0],
        ["fees.csv", "mistakes", 0],
        ["guards.csv", "new", 0],
        ["older.csv", "gone", 0],
        ["coach/gaps.csv", "unknown", 0],
      ],
    )
    assert.strictEqual(report.unchangedTables, 2)
  })

  it("goes to the page as JSON without losing anything", () => {
    assert.deepStrictEqual(JSON.parse(JSON.stringify(report)), report)
  })
})
