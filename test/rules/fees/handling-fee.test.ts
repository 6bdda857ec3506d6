import { assert, describe, it } from "@effect/vitest"
import * as fc from "fast-check"
import { handlingFeeBps, partnerFee } from "../../../rules/fees/handling-fee.ts"

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
