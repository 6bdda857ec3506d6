import { assert, describe, it } from "@effect/vitest"
import * as Result from "effect/Result"
import type { Table } from "../../../core/table/loaded.ts"
import { makeOfflineQuotes } from "../../../http/bulk/offline-quotes.ts"
import { travellerLanguages } from "../../../rules/messages/travellers/languages.ts"
import { isQuoted } from "../../../rules/tables/offline-pricing.ts"
import type { Tables } from "../../../rules/tables/index.ts"
import { shippedTables } from "../../support/tables.ts"
import { sampleTripIn } from "../../../rules/trip/sample-trip.ts"

/** A table in which those rows alone are found that the package has for quotes. */
const quoted = <Row>(table: Table<Row>): Table<Row> => ({
  ...table,
  get: (...key) => (isQuoted(table.file, key.map(String)) ? table.get(...key) : undefined),
})

const packed: Tables = {
  ...shippedTables,
  travellerOffers: quoted(shippedTables.travellerOffers),
  travellerGuarantees: quoted(shippedTables.travellerGuarantees),
  travellerIntents: quoted(shippedTables.travellerIntents),
}

const trip = {
  ...sampleTripIn(2027),
  travellers: [{ age: 34 }, { age: 8 }],
}

const trips: ReadonlyArray<object> = [
  trip,
  { ...trip, shouldCoverCancellation: true, tripPrice: 3200, currency: "EUR" },
  { ...trip, intent: "forSchengen", countryResidence: "MA", arrivalCountries: ["FR"] },
  { ...trip, isAnnual: true, endDate: "2028-06-30" },
]

describe("the texts of the package", () => {
  it("are what every quote shows, in every language, and texts of pages are none of them", () => {
    let offers = 0
    for (const mode of ["sandbox", "live"] as const) {
      // Rates are old by then, and the trip has begun: quotes say both.
      for (const today of ["2026-11-29", "2027-07-05"]) {
        const parts = {
          engineVersion: "any",
          links: { iconUrl: (file: string) => file, documentUrl: (id: number) => String(id) },
          mode,
          today,
        }
        const [whole, lean] = [shippedTables, packed].map((each) => makeOfflineQuotes(each, parts))
        for (const asked of trips) {
          for (const language of travellerLanguages) {
            const expected = whole?.quote({ trip: asked, language })
            assert.deepStrictEqual(lean?.quote({ trip: asked, language }), expected)
            if (expected !== undefined && Result.isSuccess(expected)) {
              offers += expected.success.offers.length
            }
          }
        }
      }
    }
    assert.isAbove(offers, 1_000)
    assert.isFalse(isQuoted("messages/travellers/guarantees.csv", ["cancelTrip", "about"]))
    assert.isFalse(isQuoted("messages/travellers/offers.csv", ["offers.close"]))
    assert.isTrue(isQuoted("messages/travellers/highlights.csv", ["cover"]))
  })
})
