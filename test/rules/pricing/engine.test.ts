import { assert, describe, it } from "@effect/vitest"
import * as Result from "effect/Result"
import * as fc from "fast-check"
import type { PricedQuote } from "../../../rules/pricing/offer.ts"
import type { Trip } from "../../../rules/trip/trip.ts"
import { shippedTables } from "../../support/tables.ts"
import {
  anyTrip,
  engine,
  intents,
  links,
  party,
  priceTrip,
  standardTerms,
  tripOf,
} from "./trips.ts"

const groupIds = new Set([131, 132, 133, 134, 135, 136, 137])
/** Cancellation depends on the trip price, not on the party: these are sold beside group products. */
const anySizeIds = new Set([122, 123, 124, 125])
/** Trip types that a group product takes. */
const groupIntents = new Set(["forTourism", "rentalStay", "groupTravel", "cancellation"])
const idsOf = (quote: PricedQuote): ReadonlyArray<number> => quote.offers.map(({ id }) => id)
const offerOf = (quote: PricedQuote, id: number) => {
  const offer = quote.offers.find((each) => each.id === id)
  assert.isDefined(offer, `offer ${id}`)
  return offer
}
const amountsById = (quote: PricedQuote): ReadonlyMap<number, number> =>
  new Map(quote.offers.map(({ id, price }) => [id, price.amountInCents]))

const isWithinEurope = ({ arrivalCountries, countryResidence }: Trip): boolean =>
  ["FR", "GB"].includes(countryResidence) && arrivalCountries[0] === "ES"

describe("offers of the sandbox", () => {
  for (const intent of intents) {
    it(`are at least two for ${intent}, whatever the residence and the party`, () => {
      for (const countryResidence of ["FR", "US", "IN", "BR", "GB", "ZZ"]) {
        for (const size of [1, 2, 10, 11, 50]) {
          for (const arrivalCountries of [["ES"], ["TH", "US"], ["AR"]]) {
            const trip = tripOf({
              intent,
              countryResidence,
              travellers: party(size),
              arrivalCountries,
            })
            const { offers } = priceTrip(trip)
            assert.isAtLeast(offers.length, 2, `${countryResidence} ${size}`)
            const isGroup =
              size > 10 &&
              (groupIntents.has(intent) || (intent === "annual" && !isWithinEurope(trip)))
            for (const { id } of offers) {
              assert.isTrue(anySizeIds.has(id) || groupIds.has(id) === isGroup, `${id} of ${size}`)
            }
          }
        }
      }
    })

    it(`are at least two for ${intent} at every age, with every option, for up to a year`, () => {
      const oldest = ["studyInternship", "whv", "auPair"].includes(intent) ? 40 : 70
      for (const age of [0, 17, 40, oldest]) {
        for (const endDate of ["2026-07-01", "2026-12-31", "2027-07-01"]) {
          const travellers = party(2, age)
          const trip = tripOf({ intent, travellers, endDate, tripPrice: 3000 })
          const asked = { shouldCoverCancellation: true, shouldCoverExtremeSports: true }
          assert.isAtLeast(priceTrip(trip).offers.length, 2)
          assert.isAtLeast(priceTrip({ ...trip, ...asked }).offers.length, 2)
          assert.isAtLeast(priceTrip({ ...trip, ...asked, isAnnual: true }).offers.length, 2)
        }
      }
    })
  }

  it("cost what a traveller would expect", () => {
    const within = (trip: Trip, least: number, most: number): void => {
      for (const { id, price } of priceTrip(trip).offers) {
        assert.isTrue(price.amount >= least && price.amount <= most, `${id}: ${price.amount}`)
      }
    }
    within(tripOf(), 15, 60)
    within(tripOf({ intent: "annual" }), 60, 250)
    within(tripOf({ intent: "expat" }), 80, 400)
    within(tripOf({ intent: "cancellation", tripPrice: 2000 }), 20, 200)
  })

  it("are what the tariff says for a week in Europe", () => {
    const quote = priceTrip(tripOf({ travellers: [{ age: 35 }, { age: 1 }] }))
    const { price } = offerOf(quote, 101)
    assert.deepStrictEqual(price, {
      amount: 25.28,
      amountInCents: 2528,
      currency: "EUR",
      insurerAmount: 25.28,
      insurerCurrency: "EUR",
      isStartingPrice: false,
      period: null,
    })
    assert.strictEqual(2528, Math.round(150 * (10.7 + 7 * 0.66) * 1.1))
  })

  it("cost a group a flat price per head to the age of 64; an older traveller leaves the group", () => {
    const eleven = priceTrip(tripOf({ travellers: party(11, 8) }))
    const adults = priceTrip(tripOf({ travellers: party(11, 64) }))
    assert.deepStrictEqual(amountsById(eleven), amountsById(adults))
    for (const age of [65, 75]) {
      const mixed = [...party(10, 64), { age }]
      const one = priceTrip(tripOf({ travellers: [{ age: 64 }, { age }] }))
      const elders = priceTrip(tripOf({ travellers: mixed }))
      assert.sameMembers([...idsOf(elders)], [...idsOf(one)])
      assert.isAbove(
        elders.offers[0]?.price.amountInCents ?? 0,
        eleven.offers[0]?.price.amountInCents ?? 0,
      )
    }
    assert.isNotEmpty(priceTrip(tripOf({ travellers: party(11, 75) })).offers)
    const double = priceTrip(tripOf({ travellers: party(22) }))
    for (const [id, amountMinor] of amountsById(eleven)) {
      if (offerOf(eleven, id).price.insurerCurrency !== "EUR") continue
      assert.closeTo(amountsById(double).get(id) ?? 0, 2 * amountMinor, 1)
    }
  })

  it("cost elders more than adults", () => {
    const adult = amountsById(priceTrip(tripOf({ travellers: party(1, 40) })))
    const elder = amountsById(priceTrip(tripOf({ travellers: party(1, 72) })))
    for (const [id, amountMinor] of elder) assert.isAbove(amountMinor, adult.get(id) ?? 0)
  })

  it("are from-prices by month or year for expats and premium annual covers only", () => {
    const terms = (intent: string) =>
      priceTrip(tripOf({ intent })).offers.map(({ id, price }) => ({
        id,
        starting: price.isStartingPrice,
        period: price.period,
      }))
    for (const { period, starting } of terms("expat")) {
      assert.deepStrictEqual({ period, starting }, { period: "month", starting: true })
    }
    assert.isTrue(terms("annual").every(({ period }) => period === "year"))
    assert.deepStrictEqual(
      terms("annual").flatMap(({ id, starting }) => (starting ? id : [])),
      [110],
    )
    assert.isTrue(terms("forTourism").every(({ period, starting }) => period === null && !starting))
  })

  it("carry the pictogram in both places, or no iconUrl and the insurer's logo", () => {
    const quotes = intents.flatMap((intent) =>
      [1, 11].map((size) => priceTrip(tripOf({ intent, travellers: party(size) }))),
    )
    const offers = quotes.flatMap((quote) => quote.offers)
    for (const { iconUrl, insurer, ...offer } of offers) {
      if (iconUrl === undefined) assert.match(insurer.logoUrl ?? "", /lindengrove\.svg$/)
      else assert.strictEqual(iconUrl, insurer.logoUrl)
      assert.match(insurer.name ?? "", /\(fictional\)$/)
      assert.strictEqual(offer.documents.cgvUrl, links.documentUrl(offer.id, "terms"))
      assert.strictEqual(offer.documents.ipidUrl, links.documentUrl(offer.id, "ipid"))
    }
    assert.isTrue(offers.some((offer) => !("iconUrl" in offer)))
    assert.isTrue(offers.some(({ iconUrl }) => iconUrl !== undefined))
  })

  it("that are sold by redirect are counted and never returned", async () => {
    const { prepareSandbox } = await import("../../../rules/pricing/sandbox.ts")
    const { sandboxOffers } = shippedTables
    const rows = sandboxOffers.rows.map((row) => ({ ...row, soldByRedirect: row.offerId === 102 }))
    const changed = { ...shippedTables, sandboxOffers: { ...sandboxOffers, rows } }
    const quoted = prepareSandbox(changed).price(tripOf(), standardTerms, links)
    const quote = Result.getOrThrow(quoted)
    assert.strictEqual(quote.redirectOnlyCount, 1)
    assert.isFalse(idsOf(quote).includes(102))
    assert.strictEqual(priceTrip(tripOf()).redirectOnlyCount, 0)
  })
})

describe("a trip within the country of residence", () => {
  const abroad = priceTrip(tripOf({ endDate: "2026-07-20" }))
  const home = priceTrip(tripOf({ arrivalCountries: ["FR"], endDate: "2026-07-20" }))

  it("holds no cover for what happens abroad, and says nothing of it", () => {
    assert.deepStrictEqual(idsOf(home), idsOf(abroad))
    for (const { guarantees, highlights, id } of home.offers) {
      for (const slug of ["hospitalFeesAbroad", "directBilling"]) {
        assert.deepStrictEqual(guarantees[slug], { state: "not_available", value: null })
      }
      assert.isFalse(highlights.included.some((text) => /abroad/i.test(text)))
      const away = offerOf(abroad, id)
      assert.isTrue(away.highlights.included.some((text) => /abroad/i.test(text)))
      assert.deepStrictEqual(guarantees["transportDelay"], away.guarantees["transportDelay"])
    }
  })

  it("costs 30 percent less than the same trip to a neighbour", () => {
    for (const { id, price } of abroad.offers) {
      const { amount } = offerOf(home, id).price
      assert.closeTo(amount, price.amount * 0.7, 0.01, `offer ${id}`)
    }
  })

  it("is none when a destination lies abroad, nor a cover for the year", () => {
    const mixed = priceTrip(tripOf({ arrivalCountries: ["FR", "ES"], endDate: "2026-07-20" }))
    assert.deepStrictEqual(mixed, abroad)
    const year = (country: string) =>
      priceTrip(tripOf({ intent: "annual", arrivalCountries: [country] }))
    assert.deepStrictEqual(year("FR"), year("ES"))
  })
})

describe("the residence of a traveller", () => {
  it("decides who sells to them, and what no public cover stands behind", () => {
    const from = (countryResidence: string) => priceTrip(tripOf({ countryResidence }))
    assert.deepStrictEqual(idsOf(from("FR")).toSorted(), [101, 102, 103, 104])
    assert.deepStrictEqual(idsOf(from("US")).toSorted(), [102, 104])
    const french = amountsById(from("FR"))
    for (const [id, amountMinor] of amountsById(from("US"))) {
      assert.closeTo(amountMinor, (french.get(id) ?? 0) * 1.15, 1)
    }
  })
})

describe("magic destinations", () => {
  it("refuse, time out, or leave near misses only, whatever else the trip holds", () => {
    const quoted = (arrivalCountries: ReadonlyArray<string>) =>
      engine.price(tripOf({ arrivalCountries }), standardTerms, links)
    const failure = (reason: "refused" | "timed_out") =>
      Result.fail({ _tag: "PricingUnavailable" as const, reason })
    assert.deepStrictEqual(quoted(["ES", "BV"]), failure("refused"))
    assert.deepStrictEqual(quoted(["HM"]), failure("timed_out"))
    assert.deepStrictEqual(quoted(["HM", "BV"]), quoted(["BV", "HM"]))
    const nearly = Result.getOrThrow(quoted(["GS"]))
    assert.deepStrictEqual(nearly.offers, [])
    assert.isAbove(nearly.nearMissCount, 0)
  })
})

describe("near misses", () => {
  it("count offers that one relaxed condition would let in", () => {
    assert.strictEqual(priceTrip(tripOf({ intent: "cancellation" })).nearMissCount, 0)
    const young = priceTrip(tripOf({ intent: "whv", travellers: party(1, 35) }))
    const older = priceTrip(tripOf({ intent: "whv", travellers: party(1, 38) }))
    assert.isTrue(idsOf(young).includes(111) && !idsOf(older).includes(111))
    assert.strictEqual(older.nearMissCount, young.nearMissCount + 1)
  })

  it("leave out offers that fail two conditions", () => {
    const once = priceTrip(tripOf({ shouldCoverExtremeSports: true }))
    const twice = priceTrip(
      tripOf({ shouldCoverExtremeSports: true, shouldCoverCancellation: true, tripPrice: 100 }),
    )
    assert.isFalse(idsOf(once).includes(101))
    assert.strictEqual(twice.nearMissCount, once.nearMissCount - 1)
  })
})

describe("an answer for any normal trip", () => {
  it("never throws, ranks positive safe amounts from 1, and counts every matching offer once", () => {
    fc.assert(
      fc.property(anyTrip, (trip) => {
        const quote = priceTrip(trip)
        quote.offers.forEach(({ position, price }, index) => {
          assert.strictEqual(position, index + 1)
          assert.isTrue(Number.isSafeInteger(price.amountInCents) && price.amountInCents > 0)
          assert.isTrue(Number.isFinite(price.insurerAmount) && price.insurerAmount > 0)
          if (price.currency === price.insurerCurrency) {
            assert.strictEqual(price.amount, price.insurerAmount)
          }
        })
        assert.strictEqual(new Set(idsOf(quote)).size, quote.offers.length)
        const again: unknown = JSON.parse(JSON.stringify(quote))
        assert.deepStrictEqual(again, quote)
      }),
      { numRuns: 3_000 },
    )
  })

  it("does not depend on the order of destinations and travellers, nor on repeats", () => {
    fc.assert(
      fc.property(anyTrip, (trip) => {
        const turned = {
          ...trip,
          arrivalCountries: [...trip.arrivalCountries, ...trip.arrivalCountries].toReversed(),
          travellers: trip.travellers.toReversed(),
        }
        assert.deepStrictEqual(priceTrip(turned), priceTrip(trip))
      }),
      { numRuns: 500 },
    )
  })

  it("never costs less with a traveller more", () => {
    fc.assert(
      fc.property(anyTrip, fc.integer({ min: 0, max: 120 }), (trip, age) => {
        if (trip.travellers.length === 10 || trip.travellers.length === 50) return
        const less = amountsById(priceTrip(trip))
        const more = amountsById(priceTrip({ ...trip, travellers: [...trip.travellers, { age }] }))
        for (const [id, amountMinor] of more) {
          assert.isAtLeast(amountMinor, less.get(id) ?? 0, `offer ${id}`)
        }
      }),
      { numRuns: 1_000 },
    )
  })
})
