import { assert, describe, it } from "@effect/vitest"
import { daysInclusive } from "../../../core/vocabulary/day.ts"
import { caseSituations } from "../../../rules/corpus/cases.ts"
import { shippedTables as tables } from "../../support/tables.ts"
import { refusalsOf } from "./corpus.ts"

const cases = caseSituations(tables)

const named = (name: string) => {
  const found = cases.find((each) => each.name === name)
  assert.isDefined(found, name)
  return found
}

describe("the analysts' cases", () => {
  it("are all taken by the readers of the endpoints, more than sixty of them", () => {
    assert.isAtLeast(cases.length, 60)
    assert.deepStrictEqual(cases.flatMap(refusalsOf), [])
  })

  it("become both bodies, with nothing in them that the row leaves empty", () => {
    const { bilan, origin, quote } = named("New Yorker to London")
    assert.strictEqual(origin, "case")
    assert.deepStrictEqual(bilan, {
      residence: "US",
      destinations: ["GB"],
      card: { catalogueId: 87 },
      trip: { friends: false, longTrip: false, riskyActivity: false },
    })
    assert.deepStrictEqual(quote, {
      trip: {
        intent: "forTourism",
        startDate: "2027-07-01",
        endDate: "2027-07-07",
        countryResidence: "US",
        stateResidence: "NY",
        arrivalCountries: ["GB"],
        travellers: [{ age: 45 }],
        tripPrice: 3100,
        currency: "USD",
        shouldCoverCancellation: true,
        shouldCoverExtremeSports: false,
        isAnnual: false,
      },
    })
  })

  it("send the fields of their card mode and no others", () => {
    assert.notProperty(named("Card left out").bilan, "card")
    assert.deepStrictEqual(named("No card at all").bilan.card, { none: true })
    assert.deepStrictEqual(named("BIN too short").bilan.card, { bin: "44603" })
    assert.deepStrictEqual(named("Bank by its alias").bilan.card, {
      bank: "socgen",
      network: "Visa",
      tier: "PREMIER",
    })
    assert.deepStrictEqual(named("Range without a profile").bilan.card, {
      network: "amex",
      tier: "elite",
    })
    assert.deepStrictEqual(named("Two modes at once").bilan.card, {
      catalogueId: 4,
      bin: "497040",
    })
  })

  it("carry prices as the decimals that are written", () => {
    assert.strictEqual(named("Cancellation only at 75").quote.trip.tripPrice, 3999.99)
    assert.strictEqual(named("Cancellation of a free trip").quote.trip.tripPrice, 0)
  })

  it("reach every market, every type of trip, both sides of the bounds, and the largest party", () => {
    const asked = new Set(tables.corpusCases.rows.map(({ intent }) => intent))
    for (const { intent } of tables.intents.rows) {
      assert.isTrue(asked.has(intent), intent)
    }
    const residences = new Set(cases.map(({ bilan }) => bilan.residence))
    for (const row of tables.coachMarkets.rows) {
      assert.isTrue(row.residences.every((residence) => residences.has(residence)))
    }
    const markets = tables.coachMarkets.rows.map(({ market }) => market)
    assert.deepStrictEqual(markets, ["fr", "us", "ca", "sg", "my", "universal"])
    const lengths = new Set(
      cases.map(({ quote: { trip } }) => daysInclusive(trip.startDate, trip.endDate)),
    )
    for (const days of [8, 9, 31, 32, 90, 91, 366, 367]) assert.isTrue(lengths.has(days))
    const ages = new Set(cases.flatMap(({ quote }) => quote.trip.travellers.map(({ age }) => age)))
    for (const age of [64, 65, 74, 75, 84, 85]) assert.isTrue(ages.has(age))
    const sizes = new Set(cases.map(({ quote }) => quote.trip.travellers.length))
    for (const size of [1, 10, 11, 12, 50]) assert.isTrue(sizes.has(size))
  })

  it("name cards of the catalogue, but for the one whose card is gone", () => {
    const gone = tables.corpusCases.rows.filter(
      ({ catalogueId }) => catalogueId !== null && tables.coachCards.get(catalogueId) === undefined,
    )
    assert.deepStrictEqual(
      gone.map((row) => row.case),
      ["Catalogue id that is gone"],
    )
  })
})
