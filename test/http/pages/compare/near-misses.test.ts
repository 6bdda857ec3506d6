import { assert, describe, it } from "@effect/vitest"
import { nearMissText } from "../../../../http/pages/compare/result.ts"
import { type CompareSpeech, speechOf } from "../../../../http/pages/compare/speech.ts"
import { prepareTravellerTexts } from "../../../../http/messages/traveller-texts.ts"
import { nearMissesOf } from "../../../../rules/comparison/offer-comparison.ts"
import { prepareExchangeRates } from "../../../../rules/currency/exchange-rates.ts"
import { cellOf } from "../../../../rules/explanation/cite.ts"
import { prepareLive } from "../../../../rules/pricing/live.ts"
import { plannedTrip } from "../../../support/planned-trip.ts"
import { shippedTables } from "../../../support/tables.ts"

const tables = shippedTables

const live = prepareLive(tables)

const say: CompareSpeech = speechOf(prepareTravellerTexts(tables)("en"))

const planOf = (changed: Partial<typeof plannedTrip>) =>
  live.plan({ ...plannedTrip, ...changed }, prepareExchangeRates(tables.currencies.rows))

const textsOf = (changed: Partial<typeof plannedTrip>): ReadonlyArray<string> =>
  nearMissesOf(live.pieces, planOf(changed)).map((group) => nearMissText(say, group, "X"))

describe("near misses", () => {
  it("are as many as the quote counts, each offer once", () => {
    for (const changed of [{}, { endDate: "2027-12-01" }, { travellers: [{ age: 88 }] }]) {
      const plan = planOf(changed)
      const groups = nearMissesOf(live.pieces, plan)
      const ids = groups.flatMap(({ offers }) => offers.map(({ row }) => row.offerId))
      assert.strictEqual(ids.length, new Set(ids).size)
      assert.strictEqual(ids.length, plan.selection.nearMissCount)
    }
  })

  it("are told with the bound that keeps them out", () => {
    assert.include(textsOf({ endDate: "2027-12-01" }), "For trips of 120 days at most: X")
    assert.include(textsOf({ travellers: [{ age: 86 }] }), "For travellers of 84 years at most: X")
    assert.include(textsOf({}), "Sold by the year; choose “all year round”: X")
    assert.include(
      textsOf({ isAnnual: true }),
      "Sold for a single trip; do without “all year round”: X",
    )
  })

  it("have words of their own for every condition that may be relaxed in the catalogue", () => {
    const { eligibility } = live.pieces.tables
    for (const { condition } of tables.catalogueRelaxable.rows) {
      for (const row of eligibility.rows) {
        const cell = cellOf(eligibility, row, condition)
        if (cell === "") continue
        const told = nearMissText(say, { condition, cell }, "X")
        assert.notStrictEqual(told, say("near_other", { offers: "X" }), `${condition} ${cell}`)
      }
    }
  })
})
