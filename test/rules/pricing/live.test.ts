import { assert, describe, it } from "@effect/vitest"
import * as Result from "effect/Result"
import * as fc from "fast-check"
import { minorToDecimal } from "../../../core/money/minor.ts"
import { prepareExchangeRates } from "../../../rules/currency/exchange-rates.ts"
import { prepareLive } from "../../../rules/pricing/live.ts"
import type { Trip } from "../../../rules/trip/trip.ts"
import { shippedTables } from "../../support/tables.ts"
import { oracleQuote } from "./live-oracle.ts"
import { anyTrip, endAfter, intents, links, party, standardTerms, tripOf } from "./trips.ts"
import type { InsurerAnswer, RatingRequest } from "../../../rules/pricing/rating.ts"
import type { Premium } from "../../../rules/pricing/rate.ts"

const live = prepareLive(shippedTables)
const rates = prepareExchangeRates(shippedTables.currencies.rows)
const feeBps = 1_000

/** Trips that offers sold by redirect match too: they are narrow. */
const redirectTrip = fc
  .record({
    countryResidence: fc.constantFrom("GB", "CA", "FR", "US"),
    arrivalCountries: fc.constantFrom(["ES"], ["FR"], ["US"]),
    age: fc.integer({ min: 16, max: 50 }),
    days: fc.integer({ min: 1, max: 10 }),
    currency: fc.constantFrom("GBP", "EUR", "JPY", "XAF"),
  })
  .map(({ age, days, ...changes }) =>
    tripOf({
      ...changes,
      travellers: party(1, age),
      startDate: "2026-01-01",
      endDate: endAfter(days),
    }),
  )

const someTrip = fc.oneof({ weight: 4, arbitrary: anyTrip }, { weight: 1, arbitrary: redirectTrip })
const digitsOf = (code: string): number => shippedTables.currencies.get(code)?.minorUnits ?? 2

const planOf = (changes: Partial<Trip> = {}) => live.plan(tripOf(changes), rates)
const answerByTariff = (request: RatingRequest): InsurerAnswer =>
  request.insurer.adapter === "http"
    ? { _tag: "TimedOut" }
    : { _tag: "Rated", offers: live.rateByTariff(request) }
const settle = (plan: ReturnType<typeof planOf>, answers: ReadonlyArray<InsurerAnswer>) =>
  live.settle(plan, answers, feeBps, links)

describe("live prices from the tables", () => {
  it("are what reading the tables row by row, in fractions, comes to", () => {
    let priced = 0
    let unpriced = 0
    let nearly = 0
    let redirected = 0
    fc.assert(
      fc.property(someTrip, fc.integer({ min: 0, max: 5_000 }), (trip, upliftBps) => {
        const terms = { ...standardTerms, upliftBps }
        const expected = oracleQuote(trip, terms.standardFeeBps + upliftBps)
        const quoted = live.price(trip, terms, links)
        const quote = Result.getOrThrow(quoted)
        for (const { id, price } of quote.offers) {
          const wanted = expected.prices.get(id)
          assert.isDefined(wanted, `offer ${id}`)
          assert.strictEqual(BigInt(price.amountInCents), wanted.paidMinor)
          assert.strictEqual(price.currency, wanted.currency)
          const insurerAmount = minorToDecimal(wanted.insurerMinor, digitsOf(price.insurerCurrency))
          assert.strictEqual(price.insurerAmount, Number(insurerAmount))
        }
        assert.sameMembers(
          quote.offers.map(({ id }) => id),
          [...expected.prices.keys()],
        )
        assert.strictEqual(quote.unpricedCount, expected.unpriced.length)
        assert.strictEqual(quote.redirectOnlyCount, expected.redirectOnly.length)
        assert.strictEqual(quote.nearMissCount, expected.nearMisses.length)
        priced += quote.offers.length
        unpriced += quote.unpricedCount
        nearly += quote.nearMissCount
        redirected += quote.redirectOnlyCount
      }),
      { numRuns: 1_500 },
    )
    assert.isAbove(priced, 1_000)
    assert.isAbove(unpriced, 100)
    assert.isAbove(nearly, 100)
    assert.isAbove(redirected, 0)
  })

  it("offer every trip type to parties of every size from several insurers", () => {
    for (const intent of intents) {
      for (const countryResidence of ["FR", "US", "GB", "IN"]) {
        for (const size of [1, 10, 11, 50]) {
          const trip = tripOf({ intent, countryResidence, travellers: party(size), tripPrice: 900 })
          const { offers } = Result.getOrThrow(live.price(trip, standardTerms, links))
          const insurers = new Set(offers.map(({ insurer }) => insurer.name))
          // Few insurers sell in North America, and those that are asked over HTTP are not asked here.
          if (intent === "expat" && size > 10) continue
          const least = countryResidence === "FR" && size <= 10 ? 2 : 1
          assert.isAtLeast(insurers.size, least, `${intent} ${countryResidence} ${size}`)
        }
      }
    }
  })
})

describe("the plan of a live quote", () => {
  it("asks each insurer once, for all its matching offers that are sold here", () => {
    const { requests, selection } = planOf()
    assert.isAtLeast(requests.length, 6)
    const keys = requests.map(({ insurer }) => insurer.insurer)
    assert.strictEqual(new Set(keys).size, keys.length)
    const asked = requests.flatMap(({ insurer, offers }) => {
      assert.isAbove(offers.length, 0)
      for (const offer of offers) assert.strictEqual(offer.insurer, insurer)
      return offers
    })
    const sold = selection.matched.filter(({ row }) => !row.soldByRedirect)
    const needsTripPrice = sold.filter(({ row }) => row.cancellation === "always")
    assert.isAbove(needsTripPrice.length, 0)
    assert.sameMembers([...asked, ...needsTripPrice], sold)
    const known = planOf({ tripPrice: 900 }).requests.flatMap(({ offers }) => offers)
    assert.sameMembers(known, sold)
  })

  it("asks nobody for what depends on a trip price in a currency that is not supported", () => {
    const asked = (currency: string) =>
      planOf({ currency, tripPrice: 900, shouldCoverCancellation: true })
        .requests.flatMap(({ offers }) => offers)
        .filter(({ row }) => row.cancellation !== "never")
    assert.isAbove(asked("CHF").filter(({ insurer }) => insurer.adapter === "http").length, 0)
    assert.deepStrictEqual(asked("XAF"), [])
  })

  it("asks nobody for an offer that is sold by redirect, and counts it", () => {
    const redirected = shippedTables.catalogueOffers.rows.filter((row) => row.soldByRedirect)
    assert.isAtLeast(redirected.length, 2)
    let counted = 0
    fc.assert(
      fc.property(someTrip, (trip) => {
        const plan = live.plan(trip, rates)
        counted += plan.redirectOnlyCount
        const asked = plan.requests.flatMap(({ offers }) => offers)
        assert.isFalse(asked.some(({ row }) => row.soldByRedirect))
        assert.strictEqual(plan.redirectOnlyCount, plan.selection.matched.length - plan.soldCount)
        assert.isAtMost(asked.length, plan.soldCount)
      }),
      { numRuns: 1_000 },
    )
    assert.isAbove(counted, 0)
  })
})

describe("settling a live quote", () => {
  it("fails as refused when every insurer refuses or some time out, as timed out when all do", () => {
    const plan = planOf()
    const all = (answer: (index: number) => InsurerAnswer) =>
      settle(
        plan,
        plan.requests.map((_, index) => answer(index)),
      )
    const failure = (reason: "refused" | "timed_out") =>
      Result.fail({ _tag: "PricingUnavailable" as const, reason })
    assert.deepStrictEqual(
      all(() => ({ _tag: "Refused" })),
      failure("refused"),
    )
    assert.deepStrictEqual(
      all(() => ({ _tag: "TimedOut" })),
      failure("timed_out"),
    )
    assert.deepStrictEqual(
      all((index) => ({ _tag: index === 0 ? "Refused" : "TimedOut" })),
      failure("refused"),
    )
  })

  it("leaves out insurers that are not connected: nobody asked them, so none of them refused", () => {
    const plan = planOf()
    const all = (answer: (index: number) => InsurerAnswer) =>
      settle(
        plan,
        plan.requests.map((_, index) => answer(index)),
      )
    const quote = Result.getOrThrow(all(() => ({ _tag: "NotConnected" })))
    assert.deepStrictEqual(quote.offers, [])
    assert.strictEqual(quote.unpricedCount, plan.soldCount)
    assert.strictEqual(quote.nearMissCount, plan.selection.nearMissCount)
    for (const tag of ["Refused", "TimedOut"] as const) {
      const reason = tag === "Refused" ? "refused" : "timed_out"
      assert.deepStrictEqual(
        all((index) => ({ _tag: index === 0 ? tag : "NotConnected" })),
        Result.fail({
          _tag: "PricingUnavailable" as const,
          reason: reason as "refused" | "timed_out",
        }),
      )
    }
  })

  it("answers with no offer when one insurer answers without a price", () => {
    const plan = planOf()
    const answers = plan.requests.map((_, index): InsurerAnswer =>
      index === 0 ? { _tag: "Rated", offers: [] } : { _tag: "TimedOut" },
    )
    const quote = Result.getOrThrow(settle(plan, answers))
    assert.deepStrictEqual(quote.offers, [])
    assert.strictEqual(quote.unpricedCount, plan.soldCount)
  })

  it("answers with no offer at all when nothing matches", () => {
    const plan = planOf({ arrivalCountries: ["IR"] })
    assert.deepStrictEqual(plan.requests, [])
    const quote = Result.getOrThrow(settle(plan, []))
    assert.deepStrictEqual(quote.offers, [])
    assert.strictEqual(quote.unpricedCount, 0)
    assert.isAbove(quote.nearMissCount, 5)
  })

  it("counts the offers of an insurer that did not answer as unpriced", () => {
    const plan = planOf()
    const complete = Result.getOrThrow(settle(plan, plan.requests.map(answerByTariff)))
    const [first] = plan.requests.filter(({ insurer }) => insurer.adapter === "tariff")
    assert.isDefined(first)
    const answers = plan.requests.map((request): InsurerAnswer =>
      request === first ? { _tag: "Refused" } : answerByTariff(request),
    )
    const lacking = Result.getOrThrow(settle(plan, answers))
    const lost = complete.offers.length - lacking.offers.length
    assert.isAbove(lost, 0)
    assert.strictEqual(lacking.unpricedCount, complete.unpricedCount + lost)
    assert.deepStrictEqual(
      lacking.offers.map(({ position }) => position),
      lacking.offers.map((_, index) => index + 1),
    )
  })

  it("catches an offer that its insurer sells by redirect, and counts it", () => {
    const plan = planOf()
    const answers = plan.requests.map(answerByTariff)
    const before = Result.getOrThrow(settle(plan, answers))
    const redirected = answers.map((answer): InsurerAnswer =>
      answer._tag === "Rated"
        ? {
            _tag: "Rated",
            offers: answer.offers.map((rated) => ({
              ...rated,
              soldByRedirect: rated.offer.row.offerId === before.offers[0]?.id,
            })),
          }
        : answer,
    )
    const after = Result.getOrThrow(settle(plan, redirected))
    assert.strictEqual(after.redirectOnlyCount, before.redirectOnlyCount + 1)
    assert.strictEqual(after.unpricedCount, before.unpricedCount)
    assert.deepStrictEqual(
      after.offers.map(({ id }) => id),
      before.offers.slice(1).map(({ id }) => id),
    )
  })

  it("shows the guarantees that came with a premium in the stead of the catalogue's", () => {
    const plan = planOf()
    const own = { hospitalFeesAbroad: { state: "value", value: 123 } } as const
    const answers = plan.requests.map((request): InsurerAnswer => {
      const answer = answerByTariff(request)
      if (answer._tag !== "Rated") return answer
      return {
        _tag: "Rated",
        offers: answer.offers.map((rated) => ({ ...rated, guarantees: () => own })),
      }
    })
    const { offers } = Result.getOrThrow(settle(plan, answers))
    assert.isAbove(offers.length, 0)
    for (const offer of offers) assert.deepStrictEqual(offer.guarantees, own)
  })

  it("counts a price that rounds to nothing as none, in whichever currency it does", () => {
    const quoted = (currency: string, premium: Premium) => {
      const plan = planOf({ currency })
      const answers = plan.requests.map((request): InsurerAnswer => {
        const answer = answerByTariff(request)
        if (answer._tag !== "Rated") return answer
        return { _tag: "Rated", offers: answer.offers.map((rated) => ({ ...rated, premium })) }
      })
      return Result.getOrThrow(settle(plan, answers))
    }
    const usual = quoted("EUR", { numerator: 10n, denominator: 1n })
    const cent = quoted("EUR", { numerator: 1n, denominator: 100n })
    assert.isAbove(usual.offers.length, 0)
    assert.strictEqual(cent.offers.length, usual.offers.length)
    for (const { price } of cent.offers) assert.strictEqual(price.amountInCents, 1)
    // 0.0045 x 1.1 = 0.00495, which is no cent.
    const none = quoted("EUR", { numerator: 45n, denominator: 10_000n })
    assert.deepStrictEqual(none.offers, [])
    assert.strictEqual(none.unpricedCount, usual.unpricedCount + usual.offers.length)
    const zero = quoted("JPY", { numerator: 0n, denominator: 1n })
    assert.deepStrictEqual(zero.offers, [])
    assert.strictEqual(zero.unpricedCount, none.unpricedCount)
  })

  it("converts everything at the rates of its plan, whatever rates come later", () => {
    const doubled = prepareExchangeRates(
      shippedTables.currencies.rows.map((row) =>
        row.code === "JPY"
          ? { ...row, eurRate: { ...row.eurRate, numerator: row.eurRate.numerator * 2n } }
          : row,
      ),
    )
    const trip = tripOf({ currency: "JPY" })
    const quoteAt = (at: typeof rates) => {
      const plan = live.plan(trip, at)
      return Result.getOrThrow(settle(plan, plan.requests.map(answerByTariff)))
    }
    const [before, after] = [quoteAt(rates), quoteAt(doubled)]
    assert.isAbove(before.offers.length, 3)
    for (const [index, { price }] of before.offers.entries()) {
      const later = after.offers[index]?.price
      assert.isDefined(later)
      assert.strictEqual(later.insurerAmount, price.insurerAmount)
      assert.isAtMost(Math.abs(later.amountInCents - 2 * price.amountInCents), 1)
    }
  })
})

describe("live offers", () => {
  it("have one shape: pictograms equal to the logo where there are any, documents or null", () => {
    const { offers } = Result.getOrThrow(
      live.price(tripOf({ tripPrice: 500 }), standardTerms, links),
    )
    assert.isTrue(offers.some((offer) => !("iconUrl" in offer)))
    assert.isTrue(offers.some((offer) => "iconUrl" in offer))
    for (const offer of offers) {
      if (offer.iconUrl !== undefined) assert.strictEqual(offer.insurer.logoUrl, offer.iconUrl)
      assert.match(offer.insurer.logoUrl ?? "", /^https:\/\/api\.example\/icons\//)
      assert.match(offer.insurer.name ?? "", /\(fictional\)$/)
      assert.isAbove(Object.keys(offer.guarantees).length, 8)
    }
  })
})
