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

/** What stands before an amount in a highlight, and the guarantee that holds the amount. */
const slugByLabel: Readonly<Record<string, string>> = {
  "Medical costs abroad": "hospitalFeesAbroad",
  "Hospital costs": "expatHospitalFees",
  "Dental care": "expatDentalFees",
  Maternity: "expatMaternity",
  "Search and rescue": "researchFees",
  "Broken or stolen skis": "skiInsurance",
  "Damage to the rented home": "rentalRc",
  "Laptop and equipment": "electronicsInsurance",
  Cancellation: "cancelTrip",
  Luggage: "suitcaseInsurance",
  "Private liability": "privateRc",
  "Late departure": "transportDelay",
  "Interrupted stay": "stayInterruption",
}

/** What an offer leaves out, and the guarantee that it then does not have. */
const slugByExclusion: Readonly<Record<string, string>> = {
  Cancellation: "cancelTrip",
  Luggage: "suitcaseInsurance",
  "Extreme sports": "extremeSports",
  "Costs at home": "hospitalFeesHome",
  "Medical costs abroad": "hospitalFeesAbroad",
  "Dental and optical care": "expatDentalFees",
  Maternity: "expatMaternity",
}

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
  it("name the amounts that the guarantees print", () => {
    let amounts = 0
    for (const offer of offers) {
      for (const text of highlightsOf(offer, "included")) {
        const found = /^(.+) up to ([\d ]+) ([A-Z]{3})( a head)?$/.exec(text)
        if (found === null) {
          assert.notMatch(text, /up to \d/, text)
          continue
        }
        const [, label = "", amount = "", currency] = found
        const line = lineOf(offer, slugByLabel[label] ?? "")
        const value = fromInteger(BigInt(amount.replaceAll(" ", "")))
        assert.strictEqual(currency, offer.guaranteeCurrency, text)
        assert.isTrue(
          line?.value ? compare(line.value, value) === 0 : false,
          `${offer.offerId} ${text}`,
        )
        assert.isNull(line?.option)
        amounts += 1
      }
    }
    assert.isAbove(amounts, 60)
  })

  it("say without a ceiling, as an option and up to the trip price where the guarantees do", () => {
    for (const offer of offers) {
      const texts = highlightsOf(offer, "included")
      const cancelTrip = lineOf(offer, "cancelTrip")
      const id = String(offer.offerId)
      if (texts.includes("Medical costs abroad without a ceiling")) {
        assert.strictEqual(lineOf(offer, "hospitalFeesAbroad")?.state, "actual_costs", id)
      }
      if (texts.includes("Cancellation as an option")) {
        assert.strictEqual(cancelTrip?.option, "cancellation", id)
      }
      if (texts.includes("Cancellation up to the whole trip price")) {
        assert.strictEqual(cancelTrip?.state, "trip_price", id)
        assert.isNull(cancelTrip?.option, id)
      }
    }
  })

  it("exclude what no guarantee brings", () => {
    for (const offer of offers) {
      for (const text of highlightsOf(offer, "excluded")) {
        const slug = slugByExclusion[text]
        if (slug === undefined) continue
        assert.strictEqual(lineOf(offer, slug)?.state, "not_available", `${offer.offerId} ${text}`)
      }
    }
  })

  it("name the age and the length at which eligibility ends", () => {
    let bounds = 0
    for (const offer of offers) {
      const facts = witnessOf(offer)
      const aged = (oldestAge: number) => ({ ...facts, youngestAge: 20, oldestAge })
      for (const text of highlightsOf(offer, "excluded")) {
        const age = /^Travellers over (\d+)$/.exec(text)?.[1]
        if (age !== undefined) {
          assert.isTrue(matches(offer, aged(Number(age))), text)
          assert.isFalse(matches(offer, aged(Number(age) + 1)), text)
          bounds += 1
        }
        const longest = /longer than (\d+) days$/.exec(text)?.[1]
        if (longest !== undefined && offer.period === null) {
          assert.isTrue(matches(offer, { ...facts, days: Number(longest) }), text)
          assert.isFalse(matches(offer, { ...facts, days: Number(longest) + 1 }), text)
          bounds += 1
        }
      }
    }
    assert.isAbove(bounds, 40)
  })
})
