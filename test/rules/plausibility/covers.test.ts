import * as fc from "fast-check"
import { describe, expect, it } from "vitest"
import { fromInteger, one } from "../../../core/money/rational.ts"
import { guaranteeStates } from "../../../core/vocabulary/guarantee.ts"
import {
  checkCoverOrder,
  compareCovers,
  type Held,
} from "../../../rules/plausibility/cover-order.ts"
import { ladderPairs } from "../../../rules/plausibility/neighbour-laws.ts"
import { sandboxPricingTables } from "../../../rules/pricing/sandbox.ts"
import { definitions } from "../../../rules/tables/index.ts"
import { type EditRow, withEditedFile } from "../../support/edited-tables.ts"
import { shippedTables } from "../../support/tables.ts"
import { describeFinding } from "../../../core/check/tell/english.ts"

const held = (state: Held["state"], value: bigint | null = null, eurRate = one): Held => ({
  state,
  value: value === null ? null : fromInteger(value),
  eurRate,
})

describe("compareCovers()", () => {
  it("puts nothing below a ceiling, and a ceiling below cover at actual costs", () => {
    expect(compareCovers(held("not_available"), held("value", 1n))).toBe(-1)
    expect(compareCovers(held("value", 1_000_000n), held("actual_costs"))).toBe(-1)
    expect(compareCovers(held("included"), held("actual_costs"))).toBe(0)
  })

  it("compares ceilings before, at and after each other", () => {
    expect(compareCovers(held("value", 499n), held("value", 500n))).toBe(-1)
    expect(compareCovers(held("value", 500n), held("value", 500n))).toBe(0)
    expect(compareCovers(held("per_day", 51n), held("per_day", 50n))).toBe(1)
  })

  it("converts ceilings of other currencies at the table's rate", () => {
    const dollars = { numerator: 5n, denominator: 4n }
    expect(compareCovers(held("value", 125n, dollars), held("value", 100n))).toBe(0)
    expect(compareCovers(held("value", 124n, dollars), held("value", 100n))).toBe(-1)
  })

  it("says nothing of what cannot be compared", () => {
    expect(compareCovers(held("return_ticket"), held("value", 500n))).toBeUndefined()
    expect(compareCovers(held("trip_price"), held("value", 500n))).toBeUndefined()
    expect(compareCovers(held("per_day", 50n), held("value", 500n))).toBeUndefined()
  })

  it("says the opposite the other way round", () => {
    const covers = fc
      .record({
        state: fc.constantFrom(...guaranteeStates),
        amount: fc.integer({ min: 1, max: 9 }),
      })
      .map(({ amount, state }): Held => {
        const value =
          state === "value" || state === "per_day"
            ? { numerator: BigInt(amount), denominator: 2n }
            : null
        return { state, value, eurRate: fromInteger(2n) }
      })
    fc.assert(
      fc.property(covers, covers, (left, right) => {
        const there = compareCovers(right, left)
        expect(compareCovers(left, right)).toBe(there === undefined || there === 0 ? there : -there)
      }),
    )
  })
})

describe("ladderPairs()", () => {
  const plan = (offerId: number, planRank: number | null, name = "Trip", insurer = "a") => ({
    offerId,
    planRank,
    name,
    insurer,
  })
  const ids = (...plans: ReadonlyArray<ReturnType<typeof plan>>) =>
    ladderPairs(plans).map(({ higher, lower }) => `${lower.offerId}<${higher.offerId}`)

  it("sets every plan above those of lower ranks, the nearest first", () => {
    expect(ids(plan(3, 3), plan(1, 1), plan(2, 2))).toEqual(["1<2", "2<3", "1<3"])
  })

  it("sets nothing above plans of the same rank, of none, and of other products and insurers", () => {
    expect(ids(plan(1, 1), plan(2, 1))).toEqual([])
    expect(ids(plan(1, 1), plan(2, null))).toEqual([])
    expect(ids(plan(1, 1), plan(2, 2, "Year"), plan(3, 3, "Trip", "b"))).toEqual([])
  })
})

describe("checkCoverOrder()", () => {
  const foundWith = (edit: EditRow): ReadonlyArray<string> =>
    checkCoverOrder(
      sandboxPricingTables(
        withEditedFile(definitions, shippedTables, "sandbox/guarantees.csv", edit),
      ),
    ).map(describeFinding)

  const suitcases =
    (...cells: ReadonlyArray<Readonly<Record<string, string>> | undefined>): EditRow =>
    ({ cells: row }) => {
      if (row["slug"] !== "suitcaseInsurance") return row
      const index = ["101", "102", "103"].indexOf(row["offer_id"] ?? "")
      return index < 0 ? row : cells[index] && { ...row, ...cells[index] }
    }
  const upTo = (value: string, option = "") => ({ state: "value", value, option })

  it("finds no plan of the sandbox that covers less than a lower one", () => {
    expect(foundWith(({ cells }) => cells)).toEqual([])
  })

  it("names both plans, the guarantee and both rows", () => {
    const [found, ...others] = foundWith(suitcases(upTo("10"), upTo("500"), upTo("499")))
    expect(others).toEqual([])
    expect(found).toMatch(
      /^Lindengrove .*: Leisure Premium \(103\) covers suitcaseInsurance less than Leisure Comfort \(102\), a plan below it: value 499 EUR here, value 500 EUR there \(line \d+\)$/,
    )
  })

  it("lets plans cover the same", () => {
    expect(foundWith(suitcases(upTo("500"), upTo("500"), upTo("500")))).toEqual([])
  })

  it("counts a guarantee that an option brings as held with that option alone", () => {
    const found = foundWith(suitcases(upTo("10"), upTo("500", "cancellation"), upTo("600")))
    expect(found).toHaveLength(1)
    expect(found[0]).toContain("a plan below it without options: held only with cancellation here")
    const option = upTo("600", "cancellation")
    expect(foundWith(suitcases(upTo("10", "cancellation"), option, option))).toEqual([])
  })

  it("takes what the higher plan does not list for not covered", () => {
    const found = foundWith(suitcases(upTo("10"), upTo("500"), undefined))
    expect(found).toHaveLength(2)
    expect(found[0]).toContain("not listed here")
  })
})
