import * as fc from "fast-check"
import { describe, expect, it } from "vitest"
import {
  bilanMoney,
  downToTwoFigures,
  prepareBenchmarkIn,
  prepareInMarket,
} from "../../../../rules/coach/converted-money.ts"
import { coverOf, shownState } from "../../../../rules/coach/card/products.ts"
import { shippedTables } from "../../../support/tables.ts"
import { situationFor } from "../situations.ts"
import { bilanOf, markets, plainSpaces, request } from "../support.ts"

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
  it("changes nothing of what the card is, nor of what it holds", () => {
    fc.assert(
      fc.property(request, fc.constantFrom(...markets), (body, market) => {
        const asked = { ...body, market }
        const [told, own] = [situationFor(asked).card, situationFor(body).card]
        expect(told).toEqual(own)
        const { card } = bilanOf(asked)
        expect(card.currency).toBe(own.product.currency)
        for (const [slug, { state, value }] of Object.entries(card.guarantees)) {
          const held = coverOf(own.product, slug)
          expect([state, value], slug).toEqual([shownState(held), held.value])
        }
      }),
    )
  })

  it("gives the benchmarks, told in the card's currency up to a whole unit", () => {
    const benchmarkIn = prepareBenchmarkIn(shippedTables)
    expect(benchmarkIn(300_000, "EUR", "EUR")).toBe(300_000)
    // 300 000 at 1.13607202 is 340 821.606.
    expect(benchmarkIn(300_000, "EUR", "USD")).toBe(340_822)
    expect(benchmarkIn(300_000, "EUR", "XTS")).toBe(300_000)
    fc.assert(
      fc.property(
        fc.nat({ max: 5_000_000 }),
        fc.integer({ min: 1, max: 99 }),
        fc.nat({ max: 5 }),
        (held, figures, power) => {
          const benchmark = figures * 10 ** power
          for (const { currency } of shippedTables.coachMarkets.rows) {
            const reaches = held >= benchmarkIn(benchmark, currency, "USD")
            const told = currency === "USD" ? held : (inMarket(held, "USD", currency) ?? 0)
            // What a ceiling is told as reaches a benchmark of two figures where the ceiling does.
            expect(told >= benchmark).toBe(reaches)
          }
        },
      ),
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
