import { assert, describe, it } from "@effect/vitest"
import * as Result from "effect/Result"
import type { Reason } from "../../../../rules/explanation/explanation.ts"
import { prepareSandbox } from "../../../../rules/pricing/sandbox.ts"
import { definitions, type Tables } from "../../../../rules/tables/index.ts"
import type { Trip } from "../../../../rules/trip/trip.ts"
import { withEditedFile } from "../../../support/edited-tables.ts"
import { shippedTables } from "../../../support/tables.ts"
import { links, standardTerms, tripOf } from "../trips.ts"

const reasonsFor = (
  trip: Trip,
  figure: string,
  tables: Tables = shippedTables,
): ReadonlyArray<Reason> => {
  const { explain } = prepareSandbox(tables)
  const { explanation } = Result.getOrThrow(explain(trip, standardTerms, links))
  return explanation.find((each) => each.figure === figure)?.because ?? []
}

const sayings = (reasons: ReadonlyArray<Reason>, file: string): ReadonlyArray<string> =>
  reasons.filter((reason) => reason.file === file).map(({ says }) => says)

describe("offers that are left out", () => {
  it("are named where they have no price, with what they lack", () => {
    const trip = tripOf({ shouldCoverCancellation: true })
    const says = sayings(reasonsFor(trip, "unpricedCount"), "sandbox/offers.csv")
    assert.include(says, "102 (Leisure Comfort) needs the trip price in a supported currency")
  })

  it("are named where the tables have no rate", () => {
    const tables = withEditedFile(definitions, shippedTables, "sandbox/tariffs.csv", (row) =>
      row.cells["tariff"] === "leisure_comfort" ? undefined : row.cells,
    )
    const says = sayings(reasonsFor(tripOf(), "unpricedCount", tables), "sandbox/offers.csv")
    assert.deepStrictEqual(says, ["102 (Leisure Comfort) has no tariff for this zone and duration"])
  })

  it("are named where only the insurer's own site sells them", () => {
    const tables = withEditedFile(definitions, shippedTables, "sandbox/offers.csv", (row) =>
      row.cells["offer_id"] === "103" ? { ...row.cells, sold_by_redirect: "true" } : row.cells,
    )
    const [first] = reasonsFor(tripOf(), "redirectOnlyCount", tables)
    const line = shippedTables.sandboxOffers.lines.find(
      (_, index) => shippedTables.sandboxOffers.rows[index]?.offerId === 103,
    )
    assert.deepStrictEqual(first, {
      file: "sandbox/offers.csv",
      line: line ?? 0,
      column: "sold_by_redirect",
      says: "103 (Leisure Premium) is sold on the insurer's own site only",
      source: shippedTables.sandboxOffers.get(103)?.source ?? "",
    })
  })

  it("are named where one condition that can be relaxed fails, with the condition", () => {
    const reasons = reasonsFor(tripOf({ endDate: "2026-10-08" }), "nearMissCount")
    const [row] = reasons.filter(({ says }) => says.startsWith("101 "))
    assert.deepStrictEqual(row, {
      file: "sandbox/eligibility.csv",
      line: shippedTables.sandboxEligibility.rows[0]?.line ?? 0,
      column: "days",
      says: "101 nearly matches: days should be <=90 and is 100",
    })
    assert.include(sayings(reasons, "sandbox/relaxable.csv"), "Take a shorter trip.")
  })
})

describe("the minimum premium", () => {
  const minimum = (trip: Trip) =>
    reasonsFor(trip, "offers[0].price.insurerAmount").filter(
      ({ column }) => column === "minimum_premium",
    )

  it("is a reason where it bound, and only there", () => {
    const [bound] = minimum(tripOf({ endDate: "2026-07-01", travellers: [{ age: 1 }] }))
    assert.match(bound?.says ?? "", /^101 costs 9\.00 EUR at least, and rates to less$/)
    assert.deepStrictEqual(minimum(tripOf({ endDate: "2026-07-30" })), [])
  })
})
