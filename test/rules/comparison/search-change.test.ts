import { assert, describe, it } from "@effect/vitest"
import * as Result from "effect/Result"
import { nearMissesOf } from "../../../rules/comparison/offer-comparison.ts"
import { changedSearch, changeFor } from "../../../rules/comparison/search-change.ts"
import { prepareSearchReading } from "../../../rules/comparison/search-reading.ts"
import { readSearchedTrip, searchOf } from "../../../rules/comparison/trip-search.ts"
import { prepareExchangeRates } from "../../../rules/currency/exchange-rates.ts"
import { prepareLive } from "../../../rules/pricing/live.ts"
import type { Trip } from "../../../rules/trip/trip.ts"
import { shippedTables as tables } from "../../support/tables.ts"
import { sampleTripIn } from "../../../rules/trip/sample-trip.ts"

const live = prepareLive(tables)
const rates = prepareExchangeRates(tables.currencies.rows)

const reading = prepareSearchReading(tables)("en", "2026-11-29")

const trip: Trip = {
  ...sampleTripIn(2027),
  tripPrice: 3_200,
  currency: "EUR",
  shouldCoverCancellation: false,
  shouldCoverExtremeSports: false,
  isAnnual: false,
}

const planOf = (searched: Trip) => live.plan(searched, rates)

describe("a change of a search", () => {
  it("reads a trip back that was written as a search", () => {
    assert.deepStrictEqual(
      Result.getOrThrow(readSearchedTrip(searchOf(trip, "acme-SPRING27"), reading)),
      trip,
    )
  })

  it.each<readonly [string, Partial<Trip>]>([
    ["a year begins", {}],
    ["a long trip", { endDate: "2027-12-01" }],
    ["with cancellation", { shouldCoverCancellation: true }],
    ["with sports", { shouldCoverExtremeSports: true }],
    ["a year", { isAnnual: true }],
  ])("lets in the offers that its condition kept out: %s", (_, changed) => {
    const searched = { ...trip, ...changed }
    const groups = nearMissesOf(live.pieces, planOf(searched))
    let tried = 0
    for (const group of groups) {
      const change = changeFor(group)
      if (change === undefined) continue
      tried += 1
      const search = changedSearch(searchOf(searched, ""), change)
      const now = planOf(Result.getOrThrow(readSearchedTrip(search, reading)))
      const fits = new Set(now.selection.eligible.matched.map(({ offerId }) => offerId))
      for (const { row } of group.offers) {
        assert.isTrue(fits.has(String(row.offerId)), `${change}: ${row.offerId}`)
      }
    }
    assert.isAbove(tried, 0)
  })

  it("leaves a search as it is that it does not fit", () => {
    const search = searchOf(trip, "")
    for (const change of ["", "days-0", "days-x", "no-nothing", "days-1000"]) {
      assert.deepStrictEqual(changedSearch(search, change), search)
    }
    const undated = { ...search, start: "soon" }
    assert.strictEqual(changedSearch(undated, "days-10").end, search.end)
  })
})
