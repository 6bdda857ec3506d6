import { assert, describe, it } from "@effect/vitest"
import { saidAges, shownAges, typedAges } from "../../../rules/comparison/typed-ages.ts"
import { limitOf } from "../../../rules/reference/limits.ts"
import { shippedTables } from "../../support/tables.ts"

const many = (count: number, age: string): ReadonlyArray<string> =>
  Array.from({ length: count }, () => age)

describe("ages that are typed", () => {
  it.each([
    ["34", ["34"]],
    ["34, 31", ["34", "31"]],
    ["34;31；8、5，2", ["34", "31", "8", "5", "2"]],
    ["12 × 30", many(12, "30")],
    ["12×30", many(12, "30")],
    ["12x30", many(12, "30")],
    ["12X30", many(12, "30")],
    ["12 * 30", many(12, "30")],
    ["12*30", many(12, "30")],
    ["12 х 30", many(12, "30")],
    ["１２×３０", many(12, "30")],
    ["2 × 35, 8, 6", ["35", "35", "8", "6"]],
    ["8, 2x35,1 × 6", ["8", "35", "35", "6"]],
    ["1 × 0", ["0"]],
    ["3,5", ["3,5"]],
    ["3.5", ["3.5"]],
    [" , ", []],
    ["", []],
    // What is no group stays as it was typed, to be refused.
    ["0 × 30", ["0 × 30"]],
    ["12 × ", ["12 ×"]],
    ["× 30", ["× 30"]],
    ["12 × 30 × 2", ["12 × 30 × 2"]],
    ["-2 × 30", ["-2 × 30"]],
    ["1,5 × 30", ["1", ...many(5, "30")]],
    ["twelve", ["twelve"]],
  ])("%o", (typed, ages) => {
    assert.deepStrictEqual(typedAges(typed, 50), ages)
  })

  it("are read up to one more than a trip may have, and no further", () => {
    const most = limitOf(shippedTables, "travellers_max")
    assert.lengthOf(typedAges(`${most} × 30`, most + 1), most)
    assert.lengthOf(typedAges("9999 × 30", most + 1), most + 1)
  })

  it("read back as they are shown, whoever they are", () => {
    const parties = [
      [],
      ["34"],
      many(10, "30"),
      many(11, "30"),
      [...many(20, "8"), "35", "36"],
      Array.from({ length: 50 }, (_, index) => String(index)),
    ]
    for (const ages of parties) {
      const shown = shownAges(ages)
      const read = shown.flatMap((row) => typedAges(row, 50))
      assert.deepStrictEqual(read.toSorted(), ages.toSorted())
      if (ages.length <= 10) assert.deepStrictEqual(shown, ages)
    }
    assert.deepStrictEqual(shownAges([...many(11, "30"), "8"]), ["11 × 30", "8"])
  })

  it("are said once where all travellers are of one age", () => {
    assert.deepStrictEqual(saidAges([30, 30]), ["30"])
    assert.deepStrictEqual(saidAges(Array.from({ length: 50 }, () => 40)), ["40"])
    assert.deepStrictEqual(saidAges([30, 30, 8]), ["30", "30", "8"])
    assert.deepStrictEqual(saidAges([]), [])
  })
})
