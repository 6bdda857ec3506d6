import { assert, describe, it } from "@effect/vitest"
import * as Result from "effect/Result"
import * as fc from "fast-check"
import { divide, fromInteger } from "../../../core/money/rational.ts"
import { corpusOf } from "../../../rules/corpus/corpus.ts"
import { prepareExchangeRates } from "../../../rules/currency/exchange-rates.ts"
import { handlingFeeBps } from "../../../rules/fees/handling-fee.ts"
import type { PricingEngine } from "../../../rules/pricing/engine.ts"
import { prepareLive } from "../../../rules/pricing/live.ts"
import { preparePricingSteps } from "../../../rules/pricing/steps.ts"
import { readTrip } from "../../../rules/trip/request.ts"
import type { Trip } from "../../../rules/trip/trip.ts"
import { prepareTripVocabulary } from "../../../rules/trip/trip-vocabulary.ts"
import { shippedTables } from "../../support/tables.ts"
import { anyTrip, engine as sandbox, links, standardTerms, tripOf } from "./trips.ts"

const rates = prepareExchangeRates(shippedTables.currencies.rows)
const feeBps = handlingFeeBps(standardTerms)
const stepsOf = (engine: PricingEngine) => preparePricingSteps({ engine, rates, feeBps })

/** What a quote says of prices, guarantees and counts; its offers cheapest first. */
const wholeOf = (engine: PricingEngine, trip: Trip) =>
  Result.map(engine.price(trip, standardTerms, links), (quote) => ({
    prices: quote.offers.map(({ id, price }) => ({
      offerId: id,
      paid: { amountMinor: price.amountInCents, currency: price.currency },
      insurerCurrency: price.insurerCurrency,
    })),
    guarantees: quote.offers.map(({ guarantees }) => guarantees),
    unpricedCount: quote.unpricedCount,
    redirectOnlyCount: quote.redirectOnlyCount,
    nearMissCount: quote.nearMissCount,
  }))

/** The same, one step after the other. */
const stepwise = (engine: PricingEngine, trip: Trip) => {
  const steps = stepsOf(engine)
  const { nearMissCount, offers, redirectOnlyCount } = steps.chooseOffers(trip)
  return Result.map(steps.priceOffers(trip), (prices) => {
    const converted = Result.getOrThrow(steps.convertPrices(prices, trip.currency))
    const ranked = Result.getOrThrow(steps.rankOffers(converted.toReversed()))
    const sold = offers.filter(({ soldByRedirect }) => !soldByRedirect)
    return {
      prices: ranked.map(({ insurer, offerId, paid }) => ({
        offerId,
        paid,
        insurerCurrency: insurer.currency,
      })),
      guarantees: ranked.map(({ offerId }) =>
        Result.getOrThrow(steps.mapGuarantees(trip, offerId)),
      ),
      unpricedCount: sold.length - converted.length,
      redirectOnlyCount,
      nearMissCount,
    }
  })
}

const catalogues = [
  { name: "the sandbox", engine: sandbox },
  { name: "the live catalogue", engine: prepareLive(shippedTables) },
]

describe("steps of a quote", () => {
  it.each(catalogues)("make the whole of $name for every trip of the corpus", ({ engine }) => {
    const vocabulary = prepareTripVocabulary(shippedTables)
    const trips = corpusOf(shippedTables, undefined, 600).flatMap(({ quote }) => {
      const read = readTrip(quote, vocabulary)
      return Result.isSuccess(read) ? read.success : []
    })
    assert.isAbove(trips.length, 600)
    for (const trip of trips) assert.deepStrictEqual(stepwise(engine, trip), wholeOf(engine, trip))
  })

  it.each(catalogues)("make the whole of $name for any trip", ({ engine }) => {
    fc.assert(
      fc.property(anyTrip, (trip) => {
        assert.deepStrictEqual(stepwise(engine, trip), wholeOf(engine, trip))
      }),
    )
  })

  it("rehearse what the sandbox rehearses", () => {
    const rows = shippedTables.sandboxMagic.rows
    assert.isAbove(rows.length, 2)
    for (const { country } of rows) {
      const trip = tripOf({ arrivalCountries: [country] })
      assert.deepStrictEqual(stepwise(sandbox, trip), wholeOf(sandbox, trip))
    }
  })

  it("tell the exact premium that the fee is put on", () => {
    const [price] = Result.getOrThrow(stepsOf(sandbox).priceOffers(tripOf()))
    assert.isDefined(price)
    const fee = Result.getOrThrow(
      divide(fromInteger(BigInt(10_000 + feeBps)), fromInteger(10_000n)),
    )
    const exact =
      (Number(price?.premium.numerator) / Number(price?.premium.denominator)) *
      (Number(fee.numerator) / Number(fee.denominator)) *
      100
    assert.approximately(price?.amountMinor ?? 0, exact, 0.5)
  })

  it("leave prices as they are where nothing converts them", () => {
    const steps = stepsOf(sandbox)
    const price = { offerId: 7, amountMinor: 1_234, currency: "EUR" }
    assert.deepStrictEqual(
      steps.convertPrices([price], "XXX"),
      Result.succeed([
        {
          offerId: 7,
          paid: { amountMinor: 1_234, currency: "EUR" },
          insurer: { amountMinor: 1_234, currency: "EUR" },
        },
      ]),
    )
  })

  it("refuse offers and currencies that no table has", () => {
    const steps = stepsOf(sandbox)
    const paid = { amountMinor: 1, currency: "ZZZ" }
    assert.deepStrictEqual(
      steps.mapGuarantees(tripOf(), 99_999_999),
      Result.fail({ _tag: "Unlisted", what: "offer", key: "99999999" }),
    )
    const unlisted = Result.fail({ _tag: "Unlisted", what: "currency", key: "ZZZ" } as const)
    assert.deepStrictEqual(steps.convertPrices([{ offerId: 1, ...paid }], "EUR"), unlisted)
    assert.deepStrictEqual(steps.rankOffers([{ offerId: 1, paid, insurer: paid }]), unlisted)
  })
})
