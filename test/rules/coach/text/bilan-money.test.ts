import * as fc from "fast-check"
import { describe, expect, it } from "vitest"
import {
  bilanMoney,
  downToTwoFigures,
  prepareInMarket,
} from "../../../../rules/coach/bilan-situation.ts"
import { shippedTables } from "../../../support/tables.ts"
import { situationFor } from "../situations.ts"
import { bilanOf, figuresOf, markets, plainSpaces, request } from "../support.ts"

const inMarket = prepareInMarket(shippedTables)

const situation = (market: string, catalogueId = 3) =>
  situationFor({ residence: "FR", destinations: ["JP"], market, card: { catalogueId } })

describe("an amount of the card, in a bilan", () => {
  it("stays as it is in the currency of the card's own market", () => {
    expect(bilanMoney(situation("fr"), 155_001)).toEqual({
      amount: 155_001,
      currency: "EUR",
      converted: false,
    })
  })

  it("is converted at the table's rate, without margin, down to two figures", () => {
    // 155 000 at 1.13607202 is 176 091.
    expect(bilanMoney(situation("us"), 155_000)).toEqual({
      amount: 170_000,
      currency: "USD",
      converted: true,
    })
    // 2 500 at 1 / 1.13607202 is 2 200.56.
    expect(inMarket(2_500, "USD", "EUR")).toBe(2_200)
    // 155 000 at 4.8 is 744 000: the ringgit has no rate in currencies.csv.
    expect(inMarket(155_000, "EUR", "MYR")).toBe(740_000)
  })

  it("stays in the card's currency where no rate is known", () => {
    const unknown = { ...situation("us"), marketCurrency: "XTS" }
    expect(bilanMoney(unknown, 155_000)).toEqual({
      amount: 155_000,
      currency: "EUR",
      converted: false,
    })
  })

  it("can be had between the currencies of any two markets", () => {
    for (const from of shippedTables.coachMarkets.rows) {
      for (const to of shippedTables.coachMarkets.rows) {
        expect(inMarket(1_000, from.currency, to.currency), to.currency).toBeGreaterThan(0)
      }
    }
  })
})

describe("two figures", () => {
  it.each([
    [0n, 0],
    [9n, 9],
    [99n, 99],
    [100n, 100],
    [109n, 100],
    [110n, 110],
    [199_999n, 190_000],
  ])("of %s are %s", (numerator, expected) => {
    expect(downToTwoFigures({ numerator, denominator: 1n })).toBe(expected)
  })

  it("never promise more, and never a tenth less, than there is", () => {
    fc.assert(
      fc.property(fc.bigInt({ min: 100n, max: 10n ** 14n }), (numerator) => {
        const shown = downToTwoFigures({ numerator, denominator: 7n })
        expect(shown * 7).toBeLessThanOrEqual(Number(numerator))
        expect((shown + Math.max(1, shown / 10)) * 7).toBeGreaterThanOrEqual(Number(numerator) - 7)
      }),
    )
  })
})

describe("the market that a request asks for", () => {
  it("changes nothing of the card", () => {
    fc.assert(
      fc.property(request, fc.constantFrom(...markets), (body, market) => {
        const [told, own] = [bilanOf({ ...body, market }).card, bilanOf(body).card]
        expect({ ...told, guarantees: figuresOf(told.guarantees) }).toEqual({
          ...own,
          guarantees: figuresOf(own.guarantees),
        })
      }),
    )
  })

  it("decides the currency of every amount in the headline and in arguments", () => {
    const { bilan } = bilanOf({
      residence: "FR",
      destinations: ["JP"],
      market: "us",
      card: { catalogueId: 3 },
    })
    expect(plainSpaces(JSON.stringify(bilan))).not.toMatch(/€|EUR/)
    expect(bilan.headline.vars).toMatchObject({ target: "$350,000", cardValue: "$170,000" })
  })
})
