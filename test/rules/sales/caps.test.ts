import { assert, describe, it } from "@effect/vitest"
import * as fc from "fast-check"
import { capsAfter, noCaps, sameCaps } from "../../../rules/sales/commission.ts"
import type { DeclaredUplift } from "../../../rules/sales/read-report.ts"
import { reportSale } from "../../../rules/sales/report-sale.ts"
import type { SaleCaps } from "../../../rules/sales/sale-record.ts"
import { arbitraryAmount, arbitraryCaps, sampleReport } from "./reports.ts"

const atMost = (amountMinor: number): DeclaredUplift => ({ _tag: "AtMost", amountMinor })
const leftOut: DeclaredUplift = { _tag: "LeftOut" }
const unknown: DeclaredUplift = { _tag: "Unknown" }

describe("the cap of the uplift after a report", () => {
  // What was declared before, what the report says, what is the cap then: null is none.
  it.each<[string, number | null, DeclaredUplift, number | null]>([
    ["nothing before, under 3.1", null, unknown, null],
    ["nothing before, left out under 3.2", null, leftOut, 0],
    ["nothing before, present under 3.2", null, atMost(300), 300],
    ["a cap before, under 3.1", 200, unknown, 200],
    ["a cap before, left out under 3.2", 200, leftOut, 200],
    ["a cap before, present under 3.2", 200, atMost(300), 300],
    ["no uplift before, left out under 3.2", 0, leftOut, 0],
    ["no uplift before, present under 3.2", 0, atMost(300), 300],
    ["a cap before, none is charged any more", 200, atMost(0), 0],
  ])("%s", (_, heldMinor, uplift, upliftMinor) => {
    for (const commissionMinor of [null, 900]) {
      const held = { commissionMinor, upliftMinor: heldMinor }
      assert.deepStrictEqual(capsAfter(held, { commissionMinor: null, uplift }), {
        commissionMinor,
        upliftMinor,
      })
    }
  })

  it("lets a sale whose first report leaves it out earn the base rate alone", () => {
    const rates = { feeBps: 1500, baseRateBps: 1000, upliftBps: 500 }
    const earned = (uplift: DeclaredUplift): number =>
      reportSale(undefined, { ...sampleReport, amountMinor: 11_500, uplift }, rates).sale
        .commissionMinor
    // 100.00 premium: 10.00 of base rate, 5.00 of uplift.
    assert.deepStrictEqual(
      [unknown, leftOut, atMost(0), atMost(200)].map(earned),
      [1500, 1000, 1000, 1200],
    )
  })
})

describe("the cap of the commission after a report", () => {
  it("is what was declared last, 0 too", () => {
    fc.assert(
      fc.property(arbitraryCaps, fc.option(arbitraryAmount), (held, commissionMinor) => {
        const after = capsAfter(held, { commissionMinor, uplift: unknown })
        assert.deepStrictEqual(after, {
          ...held,
          commissionMinor: commissionMinor === null ? held.commissionMinor : commissionMinor,
        })
      }),
    )
  })
})

describe("sameCaps()", () => {
  it("tells no cap from one of 0, in either place", () => {
    const caps: ReadonlyArray<SaleCaps> = [null, 0, 1].flatMap((commissionMinor) =>
      [null, 0, 1].map((upliftMinor) => ({ commissionMinor, upliftMinor })),
    )
    assert.deepInclude(caps, noCaps)
    for (const [index, left] of caps.entries()) {
      for (const [other, right] of caps.entries()) {
        assert.strictEqual(sameCaps(left, { ...right }), index === other)
      }
    }
  })
})
