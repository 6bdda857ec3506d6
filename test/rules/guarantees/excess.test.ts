import { assert, describe, it } from "@effect/vitest"
import { compare } from "../../../core/money/rational.ts"
import { prepareReadPrinted } from "../../../rules/guarantees/printed/prepare.ts"
import { livePricingTables } from "../../../rules/pricing/live.ts"
import type { OfferRow, PricingTables } from "../../../rules/pricing/pricing-tables.ts"
import { sandboxPricingTables } from "../../../rules/pricing/sandbox.ts"
import { shippedTables } from "../../support/tables.ts"

const catalogues: ReadonlyArray<readonly [string, PricingTables]> = [
  ["the sandbox", sandboxPricingTables(shippedTables)],
  ["the catalogue", livePricingTables(shippedTables, prepareReadPrinted(shippedTables))],
]

describe.each(catalogues)("the excesses of %s", (_, tables) => {
  const lines = tables.offers.rows.flatMap((offer) =>
    tables.linesOf(offer).map((line) => ({ offer, ...line })),
  )
  const told = lines.flatMap(({ excess, ...line }) =>
    excess === undefined || excess === null ? [] : { ...line, excess },
  )

  it("stand with covers that are held, and below their ceilings", () => {
    assert.isAbove(told.length, 50)
    for (const { excess, offer, slug, state, value } of told) {
      assert.notStrictEqual(state, "not_available", `${offer.offerId} ${slug}`)
      if (value !== null) assert.isBelow(compare(excess, value), 0, `${offer.offerId} ${slug}`)
    }
  })

  it("are told for care wherever a ceiling for it is", () => {
    const care = lines.filter(
      ({ slug, state }) => slug === "hospitalFeesAbroad" && state === "value",
    )
    assert.isAbove(care.length, 5)
    for (const { excess, offer } of care) assert.exists(excess, String(offer.offerId))
  })

  it("leave nothing to the traveller where a visa asks for the cover", () => {
    const isVisa = ({ name, plan }: OfferRow) => /schengen|visa$|^visum/iu.test(`${name} ${plan}`)
    const care = told.filter(({ offer, slug }) => slug === "hospitalFeesAbroad" && isVisa(offer))
    assert.isAbove(care.length, 1)
    for (const { excess, offer } of care) {
      assert.strictEqual(excess.numerator, 0n, `${offer.offerId} ${offer.name}`)
    }
  })

  it("never rise with a dearer plan of a product", () => {
    for (const low of told) {
      const dearer = told.filter(
        ({ offer, slug }) =>
          slug === low.slug &&
          offer.insurer === low.offer.insurer &&
          offer.name === low.offer.name &&
          (offer.planRank ?? 0) > (low.offer.planRank ?? 99),
      )
      for (const high of dearer) {
        if (high.offer.guaranteeCurrency !== low.offer.guaranteeCurrency) continue
        assert.isAtMost(
          compare(high.excess, low.excess),
          0,
          `${low.offer.offerId} and ${high.offer.offerId}: ${low.slug}`,
        )
      }
    }
  })
})
