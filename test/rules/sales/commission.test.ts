import { assert, describe, it } from "@effect/vitest"
import * as fc from "fast-check"
import { commissionMinor } from "../../../rules/sales/commission.ts"
import type { ConversionReport, DeclaredUplift } from "../../../rules/sales/conversion-report.ts"
import type { FrozenRates } from "../../../rules/sales/sale.ts"
import { arbitraryClaim, arbitraryRates } from "./reports.ts"

type Claim = Pick<ConversionReport, "amountMinor" | "commissionMinor" | "uplift">

const rates = (feeBps: number, baseRateBps: number, upliftBps: number): FrozenRates => ({
  feeBps,
  baseRateBps,
  upliftBps,
})

const computed: DeclaredUplift = { _tag: "Computed" }

const atMost = (amountMinor: number): DeclaredUplift => ({ _tag: "AtMost", amountMinor })

const claim = (
  amountMinor: number,
  uplift: DeclaredUplift = computed,
  commission: number | null = null,
): Claim => ({ amountMinor, uplift, commissionMinor: commission })

/**
 * The commission over the one denominator 10000 + fee, in which every part of it is a whole number:
 * amount x 10000 / (10000 + fee) x rate / 10000 is amount x rate / (10000 + fee).
 */
const oracle = ({ amountMinor, commissionMinor: supplied, uplift }: Claim, frozen: FrozenRates) => {
  const whole = 10_000n + BigInt(frozen.feeBps)
  const base = BigInt(amountMinor) * BigInt(frozen.baseRateBps)
  let extra = BigInt(amountMinor) * BigInt(frozen.upliftBps)
  if (uplift._tag === "AtMost" && BigInt(uplift.amountMinor) * whole < extra) {
    extra = BigInt(uplift.amountMinor) * whole
  }
  let parts = base + extra
  if (supplied !== null && BigInt(supplied) * whole < parts) parts = BigInt(supplied) * whole
  const floor = parts / whole
  return Number(2n * (parts - floor * whole) >= whole ? floor + 1n : floor)
}

describe("commissionMinor()", () => {
  it.each([
    // 110.00 / 1.1 = 100.00 premium; 10 % of it = 10.00.
    ["the base rate of the premium", claim(11_000), rates(1000, 1000, 0), 1000],
    // 115.00 / 1.15 = 100.00 premium; 10 % + 5 % = 15.00.
    ["and the uplift", claim(11_500), rates(1500, 1000, 500), 1500],
    // 10.00 base; uplift 5.00 computed, 2.00 charged: the lower.
    ["a lower uplift charged", claim(11_500, atMost(200)), rates(1500, 1000, 500), 1200],
    // 10.00 base; 5.00 computed, 5.01 charged.
    ["a higher uplift charged", claim(11_500, atMost(501)), rates(1500, 1000, 500), 1500],
    // 10.00 base; nothing charged.
    ["no uplift charged", claim(11_500, atMost(0)), rates(1500, 1000, 500), 1000],
    // No uplift agreed, so none is paid whatever was charged.
    ["an uplift charged and not agreed", claim(11_000, atMost(900)), rates(1000, 1000, 0), 1000],
    // 10.00 computed, 9.99 and 10.01 supplied.
    ["a lower commission supplied", claim(11_000, computed, 999), rates(1000, 1000, 0), 999],
    ["a higher commission supplied", claim(11_000, computed, 1001), rates(1000, 1000, 0), 1000],
    ["a commission of nothing supplied", claim(11_000, computed, 0), rates(1000, 1000, 0), 0],
    // 10.00 + 2.00 = 12.00 computed, 11.00 supplied.
    ["both lowered", claim(11_500, atMost(200), 1100), rates(1500, 1000, 500), 1100],
    ["an amount of nothing", claim(0), rates(1500, 1000, 500), 0],
    // In minor units: 55 / 1.1 = 50 premium; 1 % of it = 0.5, up.
    ["half a unit, rounded up", claim(55), rates(1000, 100, 0), 1],
    // 54 / 1.1 = 49.09 premium; 1 % of it = 0.49, down.
    ["less than half a unit, rounded down", claim(54), rates(1000, 100, 0), 0],
    // 15 / 1.5 = 10 premium; 3 % = 0.3 and 2 % = 0.2: together 0.5, up; each alone would be 0.
    ["one rounding of the sum", claim(15), rates(5000, 300, 200), 1],
    // 10 / 1.0 = 10 premium; 4 % = 0.4 base, 3 % = 0.3 uplift of which 0 was charged: 0.4, down.
    ["one rounding after lowering", claim(10, atMost(0)), rates(0, 400, 300), 0],
    // 9007199254740991 x 10 % = 900719925474099.1, which doubles cannot hold.
    ["the largest amount", claim(Number.MAX_SAFE_INTEGER), rates(0, 1000, 0), 900_719_925_474_099],
  ] as const)("is right for %s", (_case, report, frozen, expected) => {
    assert.strictEqual(commissionMinor(report, frozen), expected)
  })

  it("agrees with whole-number arithmetic over one denominator", () => {
    fc.assert(
      fc.property(arbitraryClaim, arbitraryRates, (report, frozen) => {
        assert.strictEqual(commissionMinor(report, frozen), oracle(report, frozen))
      }),
      { numRuns: 5_000 },
    )
  })

  it("grows with the amount and never shrinks", () => {
    const more = fc.oneof(fc.nat({ max: 100 }), fc.maxSafeNat())
    fc.assert(
      fc.property(arbitraryClaim, more, arbitraryRates, (report, addedMinor, frozen) => {
        const amountMinor = Math.min(report.amountMinor + addedMinor, Number.MAX_SAFE_INTEGER)
        const larger = { ...report, amountMinor }
        assert.isAtLeast(commissionMinor(larger, frozen), commissionMinor(report, frozen))
      }),
      { numRuns: 2_000 },
    )
  })

  it("is at least 0 and at most base and uplift, the supplied commission, and base with what was charged", () => {
    fc.assert(
      fc.property(arbitraryClaim, arbitraryRates, (report, frozen) => {
        const earnedMinor = commissionMinor(report, frozen)
        assert.isTrue(Number.isSafeInteger(earnedMinor) && earnedMinor >= 0)
        const whole = 10_000n + BigInt(frozen.feeBps)
        const base = BigInt(report.amountMinor) * BigInt(frozen.baseRateBps)
        const rest = 2n * BigInt(earnedMinor) * whole - 2n * base
        assert.isTrue(rest <= 2n * BigInt(report.amountMinor) * BigInt(frozen.upliftBps) + whole)
        if (report.commissionMinor !== null) assert.isAtMost(earnedMinor, report.commissionMinor)
        if (report.uplift._tag === "AtMost") {
          assert.isTrue(rest <= 2n * BigInt(report.uplift.amountMinor) * whole + whole)
        }
      }),
      { numRuns: 2_000 },
    )
  })

  it("is never raised by what a report declares", () => {
    fc.assert(
      fc.property(arbitraryClaim, arbitraryRates, (report, frozen) => {
        const silent = claim(report.amountMinor)
        assert.isAtMost(commissionMinor(report, frozen), commissionMinor(silent, frozen))
      }),
      { numRuns: 2_000 },
    )
  })
})
