import { assert, describe, it } from "@effect/vitest"
import { universalMarket } from "../../../rules/coach/coach-vocabulary.ts"
import { sourcesView } from "../../../rules/sources/sources-to-look-at.ts"
import { shippedSources } from "../../support/shipped-sources.ts"
import { shippedTables } from "../../support/tables.ts"

const loaded = {
  before: shippedTables,
  after: shippedTables,
  sources: shippedSources(),
  revision: 7,
  mistakes: [],
}

const everything = {
  market: null,
  slug: null,
  problem: null,
  file: null,
  oldMonths: 60,
  order: "row",
  isDescending: false,
  limit: 100_000,
  today: "2026-11-30",
} as const

const all = sourcesView(loaded, everything)

describe("rows whose source is to be looked at", () => {
  it("are of the market that serves their country, else of the universal one", () => {
    const covers = all.rows.filter(({ file }) => file === "coach/benefits.csv")
    const { coachBenefits, coachMarkets } = shippedTables
    const countryAt = new Map(
      coachBenefits.rows.map((row) => [coachBenefits.lineOf(row), row.country]),
    )
    assert.isNotEmpty(covers)
    for (const { line, market } of covers) {
      const country = countryAt.get(line) ?? ""
      const serving = coachMarkets.rows.find(({ residences }) => residences.includes(country))
      assert.strictEqual(market, serving?.market ?? universalMarket, country)
    }
  })

  it("are found under their market, and those of no country under none", () => {
    const markets = new Set(all.rows.map(({ market }) => market))
    assert.includeMembers([...markets], ["fr", "us", universalMarket, null])
    const found = [...markets].map((market) => {
      const { rows } = sourcesView(loaded, { ...everything, market })
      if (market !== null) for (const row of rows) assert.strictEqual(row.market, market)
      return market === null ? all.rows.filter((row) => row.market === null).length : rows.length
    })
    assert.strictEqual(
      found.reduce((sum, count) => sum + count, 0),
      all.found,
    )
  })
})
