import { describe, expect, it } from "vitest"
import {
  notEnough,
  percentOf,
  prepareSocial,
  type SharesOfCards,
} from "../../../../rules/coach/arguments/social.ts"
import { coverOf, isHeld, isKnown } from "../../../../rules/coach/card/products.ts"
import { coachSocial } from "../../../../rules/coach/tables/index.ts"
import { shippedTables } from "../../../support/tables.ts"
import { pieces } from "../situations.ts"

const counting = (counted: number, short: number): SharesOfCards => ({
  belowTarget: () => ({ counted, short }),
  notHeld: () => ({ counted, short }),
})

const asked = {
  market: "fr",
  category: "voyage",
  reach: "abroad",
  step: "top",
  language: "fr",
} as const

describe("the share of cards that a bilan tells", () => {
  it.each([
    [9, 9, notEnough, 0],
    [10, 9, "coach.social.no_cancellation", 90],
    [11, 1, "coach.social.no_cancellation", 9],
  ])("over %d cards, %d of them short, is %s of %d percent", (counted, short, key, pct) => {
    const { socialFor } = prepareSocial(shippedTables, counting(counted, short))
    expect(socialFor(asked)).toEqual({
      pct,
      subjectKey: key,
      vars: { pct, counted, market: "France" },
      values: { market: "fr" },
    })
  })

  it("counts the cards on sale in the market whose cover is known, and no others", () => {
    const cards = shippedTables.coachCards.rows.filter(
      ({ country, sold }) => country === "FR" && sold !== "withdrawn",
    )
    const covers = cards.flatMap(({ benefitProduct, country }) => {
      const product = pieces.products.get(country, benefitProduct)
      return product === undefined ? [] : [coverOf(product, "cancelTrip")]
    })
    const known = covers.filter(isKnown)
    const short = known.filter((cover) => !isHeld(cover)).length
    expect(pieces.social.socialFor(asked)).toMatchObject({
      pct: percentOf({ counted: known.length, short }),
      vars: { counted: known.length },
    })
    expect(known.length).toBeLessThan(covers.length)
  })

  it("counts for medical costs the cards that hold none, and those whose ceiling was read", () => {
    const cards = shippedTables.coachCards.rows.filter(
      ({ country, sold }) => country === "FR" && sold !== "withdrawn",
    )
    const covers = cards.flatMap(({ benefitProduct, country }) => {
      const product = pieces.products.get(country, benefitProduct)
      const cover = product === undefined ? undefined : coverOf(product, "hospitalFeesAbroad")
      return cover !== undefined && isKnown(cover) ? [cover] : []
    })
    const target = pieces.markets.stepAmount("EUR", "high")
    const none = covers.filter((cover) => !isHeld(cover)).length
    const ceilings = covers.filter(isHeld).flatMap(({ value }) => value ?? [])
    const below = ceilings.filter((ceiling) => ceiling < target).length
    const actual = covers.filter(({ state }) => state === "actual_costs").length
    const counted = none + ceilings.length + actual
    expect(ceilings.length).toBeGreaterThan(10)
    expect(pieces.social.socialFor({ ...asked, category: "sante", step: "high" })).toMatchObject({
      pct: percentOf({ counted, short: none + below }),
      vars: { counted },
    })
  })

  it("never falls when the target rises", () => {
    const pct = (step: "low" | "mid" | "high" | "top") =>
      pieces.social.socialFor({ ...asked, category: "sante", step }).pct
    expect(pct("low")).toBeLessThanOrEqual(pct("mid"))
    expect(pct("mid")).toBeLessThanOrEqual(pct("high"))
    expect(pct("high")).toBeLessThanOrEqual(pct("top"))
  })

  it("is in no table: there is no column for a figure that nobody counted", () => {
    expect(Object.keys(coachSocial.outputs)).toEqual(["subject_key", "slug", "counts"])
  })
})
