import { describe, expect, it } from "vitest"
import { plausibilityText } from "../../../http/cli/tables/plausibility.ts"
import { prepareReadPrinted } from "../../../rules/guarantees/printed/prepare.ts"
import { comparePublished } from "../../../rules/plausibility/compare-published.ts"
import { livePricingTables } from "../../../rules/pricing/live.ts"
import { prepareTripVocabulary } from "../../../rules/trip/trip-vocabulary.ts"
import { shippedTables } from "../../support/tables.ts"
import { preparePricedCatalogue } from "../../../rules/plausibility/priced-catalogue.ts"

const compared = comparePublished(
  preparePricedCatalogue(livePricingTables(shippedTables, prepareReadPrinted(shippedTables))),
  shippedTables,
  prepareTripVocabulary(shippedTables),
)

describe("tables plausibility", () => {
  it("prices every published trip with offers of ours", () => {
    const unsold = compared.prices.filter(({ ours }) => ours === undefined)
    expect(unsold.map(({ row }) => row.id)).toEqual([])
    for (const { ours } of compared.prices) {
      expect(ours?.lowest).toBeLessThanOrEqual(ours?.median ?? 0)
      expect(ours?.median).toBeLessThanOrEqual(ours?.highest ?? 0)
    }
  })

  it("shows amounts in the currency of the published premium", () => {
    const inFrance = compared.prices.find(({ row }) => row.residence === "FR")
    expect(inFrance?.row.currency).toBe("EUR")
    const [first] = compared.prices
    expect(first?.row.currency).toBe("USD")
    expect(first?.published).toBe(61)
  })

  it("counts a ratio as none of ours only where no offer has it", () => {
    const none = compared.ratios.filter(({ ours }) => ours === undefined)
    expect(none.map(({ row }) => row.ratio)).toEqual(["plan_2_schengen"])
    const group = compared.ratios.find(({ row }) => row.ratio === "group")
    expect(group?.ours?.lowest).toBeGreaterThanOrEqual(1)
  })

  it("prints one line a trip, one a ratio, and how far they lie apart", () => {
    const lines = plausibilityText(compared).split("\n")
    expect(lines.some((line) => /^forTourism +US to MX +14 +40 +1000 +yes +USD/.test(line))).toBe(
      true,
    )
    expect(lines.some((line) => /^zone +zone_world +1\.66 to 2\.80 /.test(line))).toBe(true)
    expect(lines.at(-2)).toMatch(/^144 published prices, 144 for trips that we sell: \d+ lie /)
    expect(lines.at(-1)).toMatch(
      /^32 published ratios: our middle is within \d+, below \d+ and above \d+; /,
    )
  })
})
