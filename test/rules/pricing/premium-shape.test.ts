import { assert, describe, it } from "@effect/vitest"
import * as Result from "effect/Result"
import {
  ageBands,
  dayCurves,
  prepareShapePremium,
  unpricedRuns,
} from "../../../rules/pricing/premium-shape.ts"
import { prepareOffers } from "../../../rules/pricing/catalogue.ts"
import { livePricingTables, prepareLive } from "../../../rules/pricing/live.ts"
import { prepareSandbox, sandboxPricingTables } from "../../../rules/pricing/sandbox.ts"
import { pricingZones } from "../../../rules/pricing/zone.ts"
import { shippedTables } from "../../support/tables.ts"
import { endAfter, links, party, tripOf } from "./trips.ts"

const live = prepareLive(shippedTables)

const catalogues = [
  {
    name: "live",
    price: live.price,
    tables: livePricingTables(shippedTables, live.readPrinted),
  },
  {
    name: "sandbox",
    price: prepareSandbox(shippedTables).price,
    tables: sandboxPricingTables(shippedTables),
  },
] as const

/** Nobody adds anything to the premium. */
const noFee = { standardFeeBps: 0, upliftBps: 0, baseRateBps: 0 }

const destinations = { europe: "ES", world: "JP", north_america: "US" } as const

describe("the shape of premiums", () => {
  it.each(catalogues)("is what the engine asks for trips at every bound: $name", (catalogue) => {
    const { price, tables } = catalogue
    const premiums = new Map(
      [...prepareOffers(tables)].map(([key, offer]) => [
        Number(key),
        { offer, premiumOf: prepareShapePremium(tables, offer, "FR") },
      ]),
    )
    let compared = 0
    for (const zone of pricingZones) {
      for (const days of [1, 7, 8, 9, 14, 15, 16, 30, 31, 32, 60, 61]) {
        for (const age of [17, 18, 35, 40, 64, 65, 74, 75, 84]) {
          const trip = tripOf({
            arrivalCountries: [destinations[zone]],
            startDate: "2026-01-01",
            endDate: endAfter(days),
            travellers: party(1, age),
          })
          for (const { id: offerId, price: asked } of Result.getOrThrow(price(trip, noFee, links))
            .offers) {
            const found = premiums.get(offerId)
            if (found === undefined || found.offer.row.cancellation === "always") continue
            const { minorUnits = 0 } = tables.currencies.get(asked.insurerCurrency) ?? {}
            assert.strictEqual(
              found.premiumOf({ zone, days, age }).amountMinor,
              Math.round(asked.insurerAmount * 10 ** minorUnits),
              `${offerId} ${zone} ${days} ${age}`,
            )
            compared += 1
          }
        }
      }
    }
    assert.isAbove(compared, 500)
  })

  it("has each age in one band, and the row of each premium", () => {
    const { tables } = catalogues[0]
    const offer = [...prepareOffers(tables).values()].find(
      ({ row }) => row.tariff === "hw_voyager_core",
    )
    if (offer === undefined) return assert.fail()
    const premiumOf = prepareShapePremium(tables, offer, "FR")
    const bands = ageBands(premiumOf, premiumOf, pricingZones)
    assert.deepStrictEqual(
      bands.map(({ ageMax, ageMin }) => [ageMin, ageMax]),
      [
        [0, 17],
        [18, 64],
        [65, 69],
        [70, 74],
        [75, 79],
        [80, 84],
      ],
    )
    for (const { ageMax, ageMin, premiums } of bands) {
      for (const { after, zone } of premiums) {
        const [first, last] = [ageMin, ageMax].map((age) => premiumOf({ zone, days: 14, age }))
        assert.deepStrictEqual([first, last], [after, after])
        assert.strictEqual(
          tables.tariffs.rows.find(({ line }) => line === after.line)?.line,
          after.line,
        )
      }
    }
    const [curve] = dayCurves(premiumOf, 40)
    assert.strictEqual(
      curve?.amounts[13],
      premiumOf({ zone: "europe", days: 14, age: 35 }).amountMinor,
    )
  })
  it("joins days in a row that lose their price, and keeps runs apart", () => {
    const before = [3, 3, 3, 3, 3, 3, 3]
    assert.deepStrictEqual(unpricedRuns(before, [null, 3, null, null, null, 3, null]), [
      { from: 0, to: 0 },
      { from: 2, to: 4 },
      { from: 6, to: 6 },
    ])
  })
})
