import { assert, describe, it } from "@effect/vitest"
import { unpricedOffers } from "../../../rules/comparison/offer-comparison.ts"
import { prepareExchangeRates } from "../../../rules/currency/exchange-rates.ts"
import { prepareLive } from "../../../rules/pricing/live.ts"
import type { InsurerAnswer, RatingRequest } from "../../../rules/pricing/rating.ts"
import { plannedTrip } from "../../support/planned-trip.ts"
import { shippedTables } from "../../support/tables.ts"

const live = prepareLive(shippedTables)

const planned = live.plan(plannedTrip, prepareExchangeRates(shippedTables.currencies.rows))

const nothingPriced = { offers: [], unpricedCount: 0, redirectOnlyCount: 0, nearMissCount: 0 }

/** The ids of offers without a price by the reason, when every insurer is answered for alike. */
const unpricedBy = (answerOf: (request: RatingRequest) => InsurerAnswer) => {
  const answered = planned.requests.map((request) => ({ request, answer: answerOf(request) }))
  return Object.fromEntries(
    [...unpricedOffers(planned, answered, nothingPriced)].map(([reason, offers]) => [
      reason,
      offers.map(({ row }) => row.offerId).sort(),
    ]),
  )
}

const askedIds = planned.requests
  .flatMap(({ offers }) => offers.map(({ row }) => row.offerId))
  .filter((id) => planned.selection.sold.some(({ row }) => row.offerId === id))
  .sort()

describe("offers without a price", () => {
  it("tell why by what came of asking, and are all that are sold", () => {
    assert.isAbove(askedIds.length, 3)
    assert.deepStrictEqual(unpricedBy(() => ({ _tag: "TimedOut" })).late, askedIds)
    assert.deepStrictEqual(unpricedBy(() => ({ _tag: "Refused" })).refused, askedIds)
    assert.deepStrictEqual(unpricedBy(() => ({ _tag: "NotConnected" })).no_rate, askedIds)
    const { late = [], needs_price = [] } = unpricedBy(() => ({ _tag: "TimedOut" }))
    assert.lengthOf([...late, ...needs_price], planned.selection.sold.length)
  })

  it("leave out what an insurer sells on its own site", () => {
    const elsewhere = unpricedBy((request) => ({
      _tag: "Rated",
      offers: live.rateByTariff(request).map((rated) => ({ ...rated, soldByRedirect: true })),
    }))
    const rated = planned.requests.flatMap((request) =>
      live.rateByTariff(request).map(({ offer }) => offer.row.offerId),
    )
    assert.isAbove(rated.length, 3)
    for (const id of rated) assert.notInclude(elsewhere["no_rate"] ?? [], id)
  })
})
