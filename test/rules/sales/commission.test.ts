import { assert, describe, it } from "@effect/vitest"
import * as fc from "fast-check"
import { commissionMinor, noCaps } from "../../../rules/sales/commission.ts"
import type { FrozenRates, SaleCaps } from "../../../rules/sales/sale-record.ts"
import { arbitraryAmount, arbitraryCaps, arbitraryRates } from "./reports.ts"

const rates = (feeBps: number, baseRateBps: number, upliftBps: number): FrozenRates => ({
  feeBps,
  baseRateBps,
  upliftBps,
})

/** A cap of the uplift. */
const uplift = (upliftMinor: number): SaleCaps => ({ ...noCaps, upliftMinor })

/** A cap of the whole commission. */
const whole = (commissionMinor: number): SaleCaps => ({ ...noCaps, commissionMinor })

/**
 * The commission over the one denominator 10000 + fee, in which every part of it is a whole number:
 * amount x 10000 / (10000 + fee) x rate / 10000 is amount x rate / (10000 + fee).
 */
const oracle = (amountMinor: number, caps: SaleCaps, frozen: FrozenRates) => {
  const whole = 10_000n + BigInt(frozen.feeBps)
  const base = BigInt(amountMinor) * BigInt(frozen.baseRateBps)
  let extra = BigInt(amountMinor) * BigInt(frozen.upliftBps)
  if (caps.upliftMinor !== null && BigInt(caps.upliftMinor) * whole < extra) {
    extra = BigInt(caps.upliftMinor) * whole
  }
  let parts = base + extra
  const { commissionMinor: supplied } = caps
  if (supplied !== null && BigInt(supplied) * whole < parts) parts = BigInt(supplied) * whole
  const floor = parts / whole
  return Number(2n * (parts - floor * whole) >= whole ? floor + 1n : floor)
}

describe("commissionMinor()", () => {
  it.each([
    // 110.00 / 1.1 = 100.00 premium; 10 % of it = 10.00.
    ["the base rate of the premium", 11_000, noCaps, rates(1000, 1000, 0), 1000],
    // 115.00 / 1.15 = 100.00 premium; 10 % + 5 % = 15.00.
    ["and the uplift", 11_500, noCaps, rates(1500, 1000, 500), 1500],
    // 10.00 base; uplift 5.00 computed, 2.00 charged: the lower.
    ["a lower uplift charged", 11_500, uplift(200), rates(1500, 1000, 500), 1200],
    // 10.00 base; 5.00 computed, 5.01 charged.
    ["a higher uplift charged", 11_500, uplift(501), rates(1500, 1000, 500), 1500],
    // 10.00 base; nothing charged.
    ["no uplift charged", 11_500, uplift(0), rates(1500, 1000, 500), 1000],
    // No uplift agreed, so none is paid whatever was charged.
    ["an uplift charged and not agreed", 11_000, uplift(900), rates(1000, 1000, 0), 1000],
    // 10.00 computed, 9.99 and 10.01 supplied.
    ["a lower commission supplied", 11_000, whole(999), rates(1000, 1000, 0), 999],
    ["a higher commission supplied", 11_000, whole(1001), rates(1000, 1000, 0), 1000],
    ["a commission of nothing supplied", 11_000, whole(0), rates(1000, 1000, 0), 0],
    // 10.00 + 2.00 = 12.00 computed, 11.00 supplied.
    [
      "both lowered",
      11_500,
      { upliftMinor: 200, commissionMinor: 1100 },
      rates(1500, 1000, 500),
      1100,
    ],
    ["an amount of nothing", 0, noCaps, rates(1500, 1000, 500), 0],
    // In minor units: 55 / 1.1 = 50 premium; 1 % of it = 0.5, up.
    ["half a unit, rounded up", 55, noCaps, rates(1000, 100, 0), 1],
    // 54 / 1.1 = 49.09 premium; 1 % of it = 0.49, down.
    ["less than half a unit, rounded down", 54, noCaps, rates(1000, 100, 0), 0],
    // 15 / 1.5 = 10 premium; 3 % = 0.3 and 2 % = 0.2: together 0.5, up; each alone would be 0.
    ["one rounding of the sum", 15, noCaps, rates(5000, 300, 200), 1],
    // 10 / 1.0 = 10 premium; 4 % = 0.4 base, 3 % = 0.3 uplift of which 0 was charged: 0.4, down.
    ["one rounding after lowering", 10, uplift(0), rates(0, 400, 300), 0],
    // 9007199254740991 x 10 % = 900719925474099.1, which doubles cannot hold.
    ["the largest amount", Number.MAX_SAFE_INTEGER, noCaps, rates(0, 1000, 0), 900_719_925_474_099],
  ] as const)("is right for %s", (_case, amountMinor, caps, frozen, expected) => {
    assert.strictEqual(commissionMinor(amountMinor, caps, frozen), expected)
  })

  it("agrees with whole-number arithmetic over one denominator", () => {
    fc.assert(
      fc.property(arbitraryAmount, arbitraryCaps, arbitraryRates, (amountMinor, caps, frozen) => {
        const expected = oracle(amountMinor, caps, frozen)
        assert.strictEqual(commissionMinor(amountMinor, caps, frozen), expected)
      }),
      { numRuns: 5_000 },
    )
  })

  it("grows with the amount and never shrinks", () => {
    const more = fc.oneof(fc.nat({ max: 100 }), fc.maxSafeNat())
    fc.assert(
      fc.property(
        arbitraryAmount,
        arbitraryCaps,
        more,
        arbitraryRates,
        (amount, caps, by, rates) => {
          const larger = Math.min(amount + by, Number.MAX_SAFE_INTEGER)
          assert.isAtLeast(
            commissionMinor(larger, caps, rates),
            commissionMinor(amount, caps, rates),
          )
        },
      ),
      { numRuns: 2_000 },
    )
  })

  it("is at least 0 and at most base and uplift, the cap of all, and base with the cap of the uplift", () => {
    fc.assert(
      fc.property(arbitraryAmount, arbitraryCaps, arbitraryRates, (amountMinor, caps, frozen) => {
        const earnedMinor = commissionMinor(amountMinor, caps, frozen)
        assert.isTrue(Number.isSafeInteger(earnedMinor) && earnedMinor >= 0)
        const whole = 10_000n + BigInt(frozen.feeBps)
        const base = BigInt(amountMinor) * BigInt(frozen.baseRateBps)
        const rest = 2n * BigInt(earnedMinor) * whole - 2n * base
        assert.isTrue(rest <= 2n * BigInt(amountMinor) * BigInt(frozen.upliftBps) + whole)
        if (caps.commissionMinor !== null) assert.isAtMost(earnedMinor, caps.commissionMinor)
        if (caps.upliftMinor !== null) {
          assert.isTrue(rest <= 2n * BigInt(caps.upliftMinor) * whole + whole)
        }
      }),
      { numRuns: 2_000 },
    )
  })

  it("is never raised by what is declared", () => {
    fc.assert(
      fc.property(arbitraryAmount, arbitraryCaps, arbitraryRates, (amountMinor, caps, frozen) => {
        const silent = commissionMinor(amountMinor, noCaps, frozen)
        assert.isAtMost(commissionMinor(amountMinor, caps, frozen), silent)
      }),
      { numRuns: 2_000 },
    )
  })
})
