import { describe, expect, it } from "@effect/vitest"
import { prepareTravellerTexts } from "../../../../http/messages/traveller-texts.ts"
import { priceText as comparedPrice } from "../../../../http/pages/compare/offers.ts"
import { speechOf } from "../../../../http/pages/compare/speech.ts"
import { priceText as funnelPrice } from "../../../../http/pages/funnel/offer-side.ts"
import { travellerLanguages } from "../../../../rules/messages/travellers/languages.ts"
import { prepareSandbox } from "../../../../rules/pricing/sandbox.ts"
import { shippedTables } from "../../../support/tables.ts"
import { links, standardTerms, tripOf } from "../../../rules/pricing/trips.ts"
import * as Result from "effect/Result"

const texts = prepareTravellerTexts(shippedTables)
const { price: quote } = prepareSandbox(shippedTables)

/** The price of an offer for a contract of the year that covers a trip to some day. */
const priceTo = (endDate: string) => {
  const trip = tripOf({ intent: "annual", startDate: "2027-01-01", endDate })
  const { offers } = Result.getOrThrow(quote(trip, standardTerms, links))
  const found = offers.find(({ id }) => id === 108)
  if (found === undefined) throw new Error("no contract for the year")
  return found.price
}

describe("the price of a contract for the year", () => {
  const [one, two, five] = [
    priceTo("2027-12-31"),
    priceTo("2028-01-02"),
    priceTo("2031-06-30"),
  ] as const

  it("is paid for each year that the trip begins, and says for how many", () => {
    expect([one.period, two.period, five.period]).toEqual(["year", "2 years", "5 years"])
    expect([two.amountInCents, five.amountInCents]).toEqual([
      2 * one.amountInCents,
      5 * one.amountInCents,
    ])
  })

  it("is told with its years on pages for travellers, in each language", () => {
    for (const language of travellerLanguages) {
      const text = texts(language)
      for (const said of [comparedPrice(speechOf(text), five), funnelPrice(text, five)]) {
        expect(said).toContain(text.money(five.amount, five.currency))
        expect(said).toMatch(/(^|\D)5\D/u)
      }
    }
    expect(funnelPrice(texts("en"), two)).toBe("€136.40 for 2 years")
    expect(comparedPrice(speechOf(texts("pl")), five)).toContain("za 5 lat")
    expect(funnelPrice(texts("mt"), two)).toContain("għal sentejn")
  })
})
