import * as fc from "fast-check"
import { describe, expect, it } from "vitest"
import { prepareGaps, reaches } from "../../../../rules/coach/covers/gaps.ts"
import { type CardProduct, type Cover, noCard } from "../../../../rules/coach/card/products.ts"
import { prepareBenchmarkIn } from "../../../../rules/coach/converted-money.ts"
import { prepareTerms } from "../../../../rules/coach/covers/terms.ts"
import { guaranteeStates } from "../../../../core/vocabulary/guarantee.ts"
import { shippedTables } from "../../../support/tables.ts"
import { trip } from "../support.ts"

const terms = prepareTerms(shippedTables)
const gaps = prepareGaps(shippedTables, terms, prepareBenchmarkIn(shippedTables))
const euros = (target: number) => ({ marketCurrency: "EUR", target })
const quiet = { friends: false, longTrip: false, riskyActivity: false }

const product = (covers: Readonly<Record<string, Cover>>): CardProduct => ({
  country: "FR",
  name: "test",
  tier: "mid",
  currency: "EUR",
  covers: new Map(Object.entries(covers)),
})

const gapIn = (slug: string, cover: Cover, flags = quiet, target = 300000) =>
  gaps
    .gapsOf(product({ [slug]: cover }), flags, "abroad", euros(target))
    .find((each) => each.slug === slug)?.gap

const held = (value: number): Cover => ({ state: "value", value })

describe("a gap", () => {
  it("is missing, insufficient up to the last unit, and gone at the target", () => {
    expect(gapIn("hospitalFeesAbroad", { state: "not_available", value: null })).toEqual({
      state: "not_available",
      covered: false,
      value: null,
      recommendedValue: 300000,
      badge: "missing",
    })
    expect(gapIn("hospitalFeesAbroad", held(299999))).toEqual({
      state: "value",
      covered: true,
      value: 299999,
      recommendedValue: 300000,
      badge: "insufficient",
    })
    expect(gapIn("hospitalFeesAbroad", held(300000))).toBeUndefined()
    expect(gapIn("hospitalFeesAbroad", held(300001))).toBeUndefined()
  })

  it("is held against the table's amount, before, at and after it", () => {
    expect(gapIn("cancelTrip", held(4999))?.badge).toBe("insufficient")
    expect(gapIn("cancelTrip", held(5000))).toBeUndefined()
    expect(gapIn("cancelTrip", held(5001))).toBeUndefined()
  })

  it("stays in a medical cover whose ceiling nobody printed, but not in one at cost", () => {
    expect(gapIn("hospitalFeesAbroad", { state: "included", value: null })?.badge).toBe(
      "unverified",
    )
    expect(gapIn("hospitalFeesAbroad", { state: "actual_costs", value: null })).toBeUndefined()
    expect(gapIn("suitcaseInsurance", { state: "included", value: null })?.badge).toBe("unverified")
  })

  it.each([
    ["hospitalFeesAbroad", "longTrip"],
    ["hospitalFeesAbroad", "friends"],
    ["hospitalFeesAbroad", "riskyActivity"],
    ["cancelTrip", "longTrip"],
    ["cancelTrip", "friends"],
    ["privateRc", "riskyActivity"],
  ])("in %s is conditional under %s, when the ceiling is met", (slug, flag) => {
    const flags = { ...quiet, [flag]: true }
    expect(gapIn(slug, held(9000000), flags)?.badge).toBe("conditional")
    expect(gapIn(slug, held(9000000))).toBeUndefined()
    expect(gapIn(slug, held(1), flags)?.badge).toBe("insufficient")
    expect(gapIn(slug, { state: "not_available", value: null }, flags)?.badge).toBe("missing")
  })

  it("is not made by a condition that the guarantee does not have", () => {
    expect(gapIn("cancelTrip", held(5000), { ...quiet, riskyActivity: true })).toBeUndefined()
    const cash: Cover = { state: "included", value: null }
    expect(
      gapIn("cashAdvance", cash, { friends: true, longTrip: true, riskyActivity: true }),
    ).toBeUndefined()
  })

  it("in sports and rescue is listed only for a risky activity", () => {
    const slugs = (flags: typeof quiet) =>
      gaps.gapsOf(noCard("EUR"), flags, "abroad", euros(1)).map((each) => each.slug)
    expect(slugs(quiet)).not.toContain("extremeSports")
    expect(slugs({ ...quiet, riskyActivity: true })).toEqual(
      expect.arrayContaining(["extremeSports", "skiInsurance", "researchFees"]),
    )
  })
})

describe("laws of gaps", () => {
  const cover: fc.Arbitrary<Cover> = fc.oneof(
    fc.record({ state: fc.constant("value" as const), value: fc.nat({ max: 600000 }) }),
    fc.record({ state: fc.constantFrom(...guaranteeStates), value: fc.constant(null) }),
  )
  const slugs = shippedTables.guarantees.rows.map((row) => row.slug)
  const covers = fc.dictionary(fc.constantFrom(...slugs), cover)

  it("no card ever has more gaps than none", () => {
    fc.assert(
      fc.property(covers, trip, fc.nat({ max: 600000 }), (some, flags, target) => {
        const count = gaps.gapsOf(product(some), flags, "abroad", euros(target)).length
        expect(count).toBeLessThanOrEqual(
          gaps.gapsOf(noCard("EUR"), flags, "abroad", euros(target)).length,
        )
      }),
    )
  })

  it("a higher ceiling in one guarantee never makes more gaps", () => {
    fc.assert(
      fc.property(
        covers,
        trip,
        fc.constantFrom(...slugs),
        fc.nat({ max: 600000 }),
        fc.nat({ max: 600000 }),
        (some, flags, slug, value, more) => {
          const low = gaps.gapsOf(
            product({ ...some, [slug]: held(value) }),
            flags,
            "abroad",
            euros(300000),
          )
          const high = gaps.gapsOf(
            product({ ...some, [slug]: held(value + more) }),
            flags,
            "abroad",
            euros(300000),
          )
          expect(high.length).toBeLessThanOrEqual(low.length)
        },
      ),
    )
  })

  it("a gap is never a cover that reaches what is recommended without conditions", () => {
    fc.assert(
      fc.property(covers, fc.nat({ max: 600000 }), (some, target) => {
        for (const { gap } of gaps.gapsOf(product(some), quiet, "abroad", euros(target))) {
          expect(gap.badge).not.toBe("conditional")
          if (gap.recommendedValue === null) expect(gap.covered).toBe(false)
          else expect(reaches(gap, gap.recommendedValue)).toBe(false)
        }
      }),
    )
  })
})
