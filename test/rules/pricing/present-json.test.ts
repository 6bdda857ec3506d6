import { assert, describe, it } from "@effect/vitest"
import * as Result from "effect/Result"
import * as fc from "fast-check"
import type { ByteText } from "../../../core/json/byte-text.ts"
import { prepareExchangeRates } from "../../../rules/currency/exchange-rates.ts"
import { prepareLive } from "../../../rules/pricing/live.ts"
import type { OfferLinks, PricedQuote, PriceTrip } from "../../../rules/pricing/offer.ts"
import { decoded } from "../../support/decoded.ts"
import { testSeed } from "../../support/random.ts"
import { shippedTables } from "../../support/tables.ts"
import { anyTrip, engine, links, standardTerms } from "./trips.ts"
import type { InsurerAnswer } from "../../../rules/pricing/rating.ts"

const live = prepareLive(shippedTables)
const rates = prepareExchangeRates(shippedTables.currencies.rows)

const otherLinks: OfferLinks = {
  iconUrl: (file) => `https://höst.example/"${file}"`,
  documentUrl: (offerId, kind) => `/${kind}/${offerId}`,
}

const seeded = (name: string) => ({ numRuns: 400, seed: testSeed(name) })

/** Holds what is written to the objects, and gives how many offers there were. */
const expectSame = (
  asObjects: ReturnType<PriceTrip>,
  written: ReturnType<PriceTrip<ByteText>>,
): number => {
  if (Result.isFailure(asObjects)) {
    assert.deepStrictEqual(Result.getFailure(written), Result.getFailure(asObjects))
    return 0
  }
  const { offers, ...counts }: PricedQuote = asObjects.success
  const { offers: texts, ...writtenCounts } = Result.getOrThrow(written)
  assert.deepStrictEqual(writtenCounts, counts)
  assert.deepStrictEqual(
    texts.map(decoded),
    offers.map((offer) => JSON.stringify(offer)),
  )
  return offers.length
}

describe("offers as JSON", () => {
  it("are what is written of the objects, time after time and with anyone's links", () => {
    let seen = 0
    const holds = fc.property(anyTrip, fc.constantFrom(links, otherLinks), (trip, ours) => {
      for (const { price, written } of [engine, live]) {
        for (const _time of ["first", "second"]) {
          seen += expectSame(
            price(trip, standardTerms, ours),
            written.price(trip, standardTerms, ours),
          )
        }
      }
    })
    fc.assert(holds, seeded("offers as JSON"))
    assert.isAbove(seen, 500)
  })

  it("tell the guarantees of each answer where an insurer gives its own", () => {
    let seen = 0
    const holds = fc.property(anyTrip, fc.nat({ max: 9_999 }), (trip, value) => {
      const plan = live.plan(trip, rates)
      const answers = plan.requests.map((request): InsurerAnswer => ({
        _tag: "Rated",
        offers: live.rateByTariff(request).map((rated) => ({
          ...rated,
          guarantees: () => ({ cancelTrip: { state: "value", value } }),
        })),
      }))
      seen += expectSame(
        live.settle(plan, answers, 1_000, links),
        live.written.settle(plan, answers, 1_000, links),
      )
    })
    fc.assert(holds, seeded("an insurer's own guarantees as JSON"))
    assert.isAbove(seen, 100)
  })
})
