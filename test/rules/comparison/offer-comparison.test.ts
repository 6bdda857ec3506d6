import { assert, describe, it } from "@effect/vitest"
import {
  type ComparedOffer,
  type OfferFilter,
  pageSize,
  shownPart,
  unpricedOffers,
} from "../../../rules/comparison/offer-comparison.ts"
import { prepareExchangeRates } from "../../../rules/currency/exchange-rates.ts"
import { prepareLive } from "../../../rules/pricing/live.ts"
import type { InsurerAnswer, RatingRequest } from "../../../rules/pricing/rating.ts"
import { shippedTables } from "../../support/tables.ts"

const live = prepareLive(shippedTables)

const planned = live.plan(
  {
    intent: "forTourism",
    startDate: "2027-07-01",
    endDate: "2027-07-14",
    countryResidence: "FR",
    arrivalCountries: ["US"],
    travellers: [{ age: 34 }],
    currency: "EUR",
    shouldCoverCancellation: false,
    shouldCoverExtremeSports: false,
    isAnnual: false,
  },
  prepareExchangeRates(shippedTables.currencies.rows),
)

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

const offersPassing = (count: number, filter: OfferFilter) =>
  Array.from({ length: count }, () => ({ passes: new Set([filter]) }) as unknown as ComparedOffer)

describe("the part of a comparison that is shown", () => {
  const comparison = {
    offers: [...offersPassing(2, "all"), ...offersPassing(7, "care")],
    slugs: [],
    counts: { all: 2, care: 7, baggage: 0, cancellation: 0 },
    benchmark: undefined,
  }

  it("is a page of the offers that pass, the last one where it is asked beyond", () => {
    const first = shownPart(comparison, { filter: "care", offset: 0 })
    assert.deepStrictEqual([...first.visible], [2, 3, 4, 5, 6])
    const beyond = shownPart(comparison, { filter: "care", offset: 400 })
    assert.deepStrictEqual([beyond.from, beyond.count], [pageSize, 7])
    assert.deepStrictEqual([...beyond.visible], [7, 8])
  })

  it("is empty where nothing passes", () => {
    const none = shownPart(comparison, { filter: "baggage", offset: 5 })
    assert.deepStrictEqual([none.from, none.count, none.visible.size], [0, 0, 0])
  })
})
