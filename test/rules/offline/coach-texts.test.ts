import { assert, describe, it } from "@effect/vitest"
import { plainRanges, steppedRanges } from "../../../rules/coach/tables/bin-ranges.ts"
import { shippedTables } from "../../support/tables.ts"

describe("ranges of card numbers as steps", () => {
  it("read back to every cell of the table", () => {
    const { rows } = shippedTables.coachBins
    assert.isAbove(rows.length, 3_000)
    for (const { ranges } of rows) assert.strictEqual(plainRanges(steppedRanges(ranges)), ranges)
  })

  it("keep leading zeros, falling numbers and lengths that change", () => {
    for (const cell of [
      "gold-c1 0004:20 0003:10-11",
      "gold-c1 40001200 400012 4000:12",
      "any-c3 999999-999999|any-c3 00000000-99999999",
    ]) {
      assert.strictEqual(plainRanges(steppedRanges(cell)), cell)
    }
  })
})
