import { assert, describe, it } from "@effect/vitest"
import { prepareBands, sampleQuantities } from "../../../rules/reference/sample-bands.ts"
import { limitOf } from "../../../rules/reference/limits.ts"
import { shippedTables } from "../../support/tables.ts"

describe("the shipped bands", () => {
  const { rows } = shippedTables.sampleBands

  it("hold the figure that stands for them", () => {
    for (const quantity of sampleQuantities) {
      const written = prepareBands(shippedTables, quantity)
      for (const row of rows.filter((row) => row.quantity === quantity)) {
        assert.isAtLeast(row.written, row.from)
        assert.strictEqual(written(row.written), row.written, `${quantity} ${row.from}`)
      }
    }
  })

  it("begin at the least figure that a request may have, and stay within its limits", () => {
    const first = (quantity: string) =>
      Math.min(...rows.flatMap((row) => (row.quantity === quantity ? row.from : [])))
    assert.deepStrictEqual(sampleQuantities.map(first), [0, 1, 1])
    const most = (quantity: "age" | "travellers") => prepareBands(shippedTables, quantity)(1_000)
    assert.isAtMost(most("age"), limitOf(shippedTables, "traveller_age_max"))
    assert.isAtMost(most("travellers"), limitOf(shippedTables, "travellers_max"))
  })

  it("are the same up to the next one", () => {
    const age = prepareBands(shippedTables, "age")
    assert.deepStrictEqual([64, 65, 69, 70, 120].map(age), [62, 67, 67, 72, 92])
    const days = prepareBands(shippedTables, "days")
    assert.deepStrictEqual([90, 91, 366, 367, 3_000_000].map(days), [75, 95, 366, 500, 500])
  })
})
