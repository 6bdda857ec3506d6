import { assert, describe, it } from "@effect/vitest"
import { compare, fromInteger } from "../../../../core/money/rational.ts"
import { guaranteeStates } from "../../../../core/vocabulary/guarantee.ts"
import {
  highlightsOf,
  insurerOf,
  isTariff,
  linesOf,
  matches,
  offers,
  type ReadLine,
  witnessOf,
} from "./shipped.ts"

const lineOf = (offer: (typeof offers)[number], slug: string): ReadLine | undefined =>
  linesOf(offer).find((line) => line.slug === slug)

describe("guarantees of the live catalogue", () => {
  it("hold 12 to 20 lines for every offer", () => {
    for (const offer of offers) {
      const { length } = linesOf(offer)
      assert.isAtLeast(length, 12, String(offer.offerId))
      assert.isAtMost(length, 20, String(offer.offerId))
    }
  })

  it("show all 28 guarantees and all eight states somewhere", () => {
    const lines = offers.flatMap(linesOf)
    assert.strictEqual(new Set(lines.map(({ slug }) => slug)).size, 28)
    assert.sameMembers([...new Set(lines.map(({ state }) => state))], [...guaranteeStates])
  })

  it("are read but for four lines of insurers asked over HTTP, which compare to nothing", () => {
    const unread = offers.flatMap((offer) =>
      linesOf(offer).flatMap(({ mapped, printed, slug }) =>
        mapped ? [] : [[offer.offerId, slug, printed, isTariff(offer)]],
      ),
    )
    assert.deepStrictEqual(unread, [
      [1124, "disabilityInsurance", "Subject to underwriting", false],
      [1127, "expatMaternity", "See certificate of cover", false],
      [1144, "researchFees", "Selon conditions générales", false],
      [1166, "suitcaseInsurance", "auf Anfrage", false],
    ])
  })

  it("are never guessed at: what is read has a value exactly in the states that carry one", () => {
    for (const { printed, state, value } of offers.flatMap(linesOf)) {
      assert.strictEqual(value !== null, state === "value" || state === "per_day", printed)
    }
  })

  it("bring cancellation cover as an option exactly where it is charged when asked for", () => {
    for (const offer of offers) {
      const line = lineOf(offer, "cancelTrip")
      const id = String(offer.offerId)
      assert.strictEqual(line?.option === "cancellation", offer.cancellation === "when_asked", id)
      if (offer.cancellation === "always") assert.strictEqual(line?.state, "trip_price", id)
    }
  })

  it("reach 30 000 EUR of medical costs for every Schengen visa", () => {
    const visas = offers.filter((offer) => witnessOf(offer).intent === "schengenArea")
    assert.isAtLeast(visas.length, 5)
    for (const offer of visas) {
      assert.strictEqual(offer.guaranteeCurrency, "EUR")
      const value = lineOf(offer, "hospitalFeesAbroad")?.value
      assert.isTrue(value !== null && value !== undefined, String(offer.offerId))
      if (value) assert.isAtLeast(compare(value, fromInteger(30_000n)), 0)
    }
  })

  it("are printed with apostrophes and dashes by the insurer that prints as the Swiss do", () => {
    const swiss = offers.filter((offer) => insurerOf(offer).insurer === "alpkranz")
    const printed = swiss.flatMap(linesOf).map((line) => line.printed)
    assert.isTrue(printed.some((text) => /^CHF \d'\d{3}'\d{3}\.–$/.test(text)))
  })
})

describe("highlights of the live catalogue", () => {
  it("speak of covers that the offer holds, and exclude those that it does not", () => {
    let covers = 0
    for (const offer of offers) {
      for (const kind of ["included", "excluded"] as const) {
        for (const { says, slug } of highlightsOf(offer, kind)) {
          if (says !== "cover") continue
          const state = lineOf(offer, slug ?? "")?.state ?? "not_available"
          assert.strictEqual(
            state === "not_available",
            kind === "excluded",
            `${offer.offerId} ${kind} ${slug}`,
          )
          covers += 1
        }
      }
    }
    assert.isAbove(covers, 200)
  })

  it("name the age and the length at which eligibility ends", () => {
    let bounds = 0
    for (const offer of offers) {
      const facts = witnessOf(offer)
      const aged = (oldestAge: number) => ({ ...facts, youngestAge: 20, oldestAge })
      for (const { figure, says } of highlightsOf(offer, "excluded")) {
        const limit = Number(figure)
        const text = `${offer.offerId} ${says} ${limit}`
        if (says === "travellers_over") {
          assert.isTrue(matches(offer, aged(limit)), text)
          assert.isFalse(matches(offer, aged(limit + 1)), text)
          bounds += 1
        }
        if (says === "trips_longer" && offer.period === null) {
          assert.isTrue(matches(offer, { ...facts, days: limit }), text)
          assert.isFalse(matches(offer, { ...facts, days: limit + 1 }), text)
          bounds += 1
        }
      }
    }
    assert.isAbove(bounds, 40)
  })
})
