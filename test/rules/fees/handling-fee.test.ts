import { assert, describe, it } from "@effect/vitest"
import * as fc from "fast-check"
import { handlingFeeBps, partnerFee } from "../../../rules/fees/handling-fee.ts"
import { houseFees } from "../../../rules/fees/house-fees.ts"
import { shippedTables } from "../../support/tables.ts"

const bps = fc.integer({ min: 0, max: 5000 })

describe("partnerFee()", () => {
  it("is absent without an uplift and adds the uplift to fee and commission with one", () => {
    fc.assert(
      fc.property(bps, bps, bps, (standardFeeBps, upliftBps, baseRateBps) => {
        const terms = { standardFeeBps, upliftBps, baseRateBps }
        assert.strictEqual(handlingFeeBps(terms), standardFeeBps + upliftBps)
        assert.deepStrictEqual(
          partnerFee(terms),
          upliftBps === 0
            ? undefined
            : {
                feeBps: standardFeeBps + upliftBps,
                upliftBps,
                commissionBps: baseRateBps + upliftBps,
              },
        )
      }),
    )
  })
})

describe("houseFees()", () => {
  it("is undefined as soon as one figure is missing", () => {
    for (const missing of shippedTables.fees.rows) {
      const get = (name: string) =>
        name === missing.name ? undefined : shippedTables.fees.get(name)
      assert.isUndefined(houseFees({ get }), missing.name)
    }
  })
})
