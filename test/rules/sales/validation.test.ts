import { assert, describe, it } from "@effect/vitest"
import { validatesAtMs } from "../../../rules/sales/sale-record.ts"
import { limitOf } from "../../../rules/reference/limits.ts"
import { shippedTables } from "../../support/tables.ts"

const days = limitOf(shippedTables, "sale_validation_days")

const at = (instant: string): number => Date.parse(instant)

describe("the validation of a sale", () => {
  it("comes 14 times 24 hours after its first report, over any change of clocks", () => {
    const atMs = validatesAtMs(at("2027-03-20T12:34:56.789Z"), days)
    assert.strictEqual(new Date(atMs).toISOString(), "2027-04-03T12:34:56.789Z")
  })

  it("and the life of a link are as long as the texts say", () => {
    assert.strictEqual(days, 14)
    assert.strictEqual(limitOf(shippedTables, "link_lifetime_days"), 30)
  })
})
