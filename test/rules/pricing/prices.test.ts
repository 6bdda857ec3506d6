import { assert, describe, it } from "@effect/vitest"
import * as fc from "fast-check"
import { minorToDecimal } from "../../../core/money/minor.ts"
import { shippedTables } from "../../support/tables.ts"
import { shippedOracleCurrencies } from "../currency/conversion-vectors.ts"
import { oracleConvert } from "../currency/oracle.ts"
import { anyTrip, endAfter, intents, party, priceTrip, standardTerms, tripOf } from "./trips.ts"

const currencies = shippedOracleCurrencies()
const oracle = (code: string) => {
  const found = currencies.find((row) => row.code === code)
  assert.isDefined(found)
  return found
}
const minorOf = (amount: number, digits: number): bigint =>
  BigInt(amount.toFixed(digits).replace(".", ""))

describe("prices in every supported currency", () => {
  for (const { code, minorUnits } of currencies) {
    it(`convert to ${code} exactly, and print the same amount in cents`, () => {
      for (const intent of ["forTourism", "annual", "expat", "cruise", "mountainTrip"]) {
        const { offers } = priceTrip(tripOf({ intent, currency: code, travellers: party(3) }))
        for (const { price } of offers) {
          const source = oracle(price.insurerCurrency)
          const insurerMinor = minorOf(price.insurerAmount, source.minorUnits)
          const expected = oracleConvert(source, oracle(code), insurerMinor)
          assert.strictEqual(BigInt(price.amountInCents), expected)
          assert.strictEqual(price.amount, Number(minorToDecimal(expected, minorUnits)))
          assert.strictEqual(price.currency, code)
        }
      }
    })
  }

  it("rank by the converted amount, ties by offer id", () => {
    fc.assert(
      fc.property(anyTrip, (trip) => {
        if (shippedTables.currencies.get(trip.currency) === undefined) return
        const keys = priceTrip(trip).offers.map(
          ({ id, price }) => [price.amountInCents, id] as const,
        )
        const sorted = keys.toSorted((left, right) => left[0] - right[0] || left[1] - right[1])
        assert.deepStrictEqual(keys, sorted)
      }),
      { numRuns: 500 },
    )
  })
})

describe("prices in an unsupported currency", () => {
  it("stay in the insurer's own currency, ranked by a common-currency premium", () => {
    for (const intent of intents) {
      const asked = priceTrip(tripOf({ intent, currency: "XAF", travellers: party(4) }))
      const euros = priceTrip(tripOf({ intent, travellers: party(4) }))
      for (const { price } of asked.offers) {
        assert.strictEqual(price.currency, price.insurerCurrency)
        assert.strictEqual(price.amount, price.insurerAmount)
      }
      const ids = asked.offers.map(({ id }) => id)
      assert.deepStrictEqual(
        ids,
        euros.offers.map(({ id }) => id),
      )
      assert.isAbove(new Set(asked.offers.map(({ price }) => price.currency)).size, 0)
    }
  })

  it("leave unpriced what depends on the trip price, and count it", () => {
    const trip = tripOf({ currency: "XAF", tripPrice: 900_000, shouldCoverCancellation: true })
    const asked = priceTrip(trip)
    assert.deepStrictEqual(asked.offers, [])
    assert.strictEqual(asked.unpricedCount, 3)
    assert.strictEqual(priceTrip({ ...trip, currency: "EUR", tripPrice: 1500 }).unpricedCount, 0)
  })
})

describe("cancellation", () => {
  it("adds its share of the trip price to the premium, fee included", () => {
    const without = priceTrip(tripOf({ tripPrice: 2000 }))
    const covered = priceTrip(tripOf({ tripPrice: 2000, shouldCoverCancellation: true }))
    const amount = (quote: typeof covered) =>
      quote.offers.find(({ id }) => id === 102)?.price.amountInCents ?? 0
    assert.strictEqual(amount(covered) - amount(without), Math.round(200_000 * 0.042 * 1.1))
  })

  it("prices cancellation-only products by the trip price, which no traveller count divides", () => {
    const priced = (tripPrice: number, size = 1) =>
      priceTrip(tripOf({ intent: "cancellation", tripPrice, travellers: party(size) })).offers.find(
        ({ id }) => id === 123,
      )?.price.amount
    assert.strictEqual(priced(2000), 85.8)
    assert.strictEqual(priced(4000), 171.6)
    assert.strictEqual(priced(4000, 4), 171.6)
    assert.strictEqual(priced(0), 20.9, "the minimum premium with the fee")
  })

  it("leaves products that need the trip price unpriced without it", () => {
    const quote = priceTrip(tripOf({ intent: "cancellation" }))
    assert.strictEqual(quote.unpricedCount, 2)
    assert.deepStrictEqual(
      quote.offers.map(({ id }) => id),
      [122, 124],
    )
  })

  it("reads the trip price in the trip's currency", () => {
    const trip = { intent: "cancellation", currency: "JPY" }
    const yen = priceTrip(tripOf({ ...trip, tripPrice: 178_906 })).offers
    const euros = priceTrip(tripOf({ intent: "cancellation", tripPrice: 1000 })).offers
    const insurer = (offers: typeof yen) => offers.find(({ id }) => id === 123)?.price.insurerAmount
    assert.strictEqual(insurer(yen), insurer(euros))
  })

  it("is unpriced when the trip price makes the premium exceed the safe integers", () => {
    const quote = priceTrip(tripOf({ intent: "cancellation", tripPrice: 1e300 }))
    assert.strictEqual(quote.unpricedCount, 2)
  })
})

describe("the handling fee", () => {
  it("multiplies the premium, uplift included, with one rounding", () => {
    const net = priceTrip(tripOf(), { ...standardTerms, standardFeeBps: 0 })
    const lifted = priceTrip(tripOf(), { ...standardTerms, upliftBps: 2345 })
    const amounts = new Map(net.offers.map(({ id, price }) => [id, price]))
    for (const { id, price } of lifted.offers) {
      const before = amounts.get(id)
      assert.isDefined(before)
      const cents = Number(minorOf(before.insurerAmount, 2))
      const expected = Math.floor((cents * 13_345 + 5_000) / 10_000)
      assert.strictEqual(Number(minorOf(price.insurerAmount, 2)), expected)
    }
  })
})

describe("duration", () => {
  it("never makes an offer cheaper, in any zone", () => {
    for (const intent of intents) {
      for (const country of ["ES", "TH", "US"]) {
        for (const size of [1, 12]) {
          let before = new Map<number, number>()
          for (let days = 1; days <= 366; days += 1) {
            const trip = tripOf({
              intent,
              arrivalCountries: [country],
              startDate: "2026-01-01",
              endDate: endAfter(days),
              travellers: party(size),
              tripPrice: 1000,
            })
            const { offers } = priceTrip(trip)
            const now = new Map(offers.map(({ id, price }) => [id, price.amountInCents]))
            for (const [id, amountMinor] of now) {
              assert.isAtLeast(amountMinor, before.get(id) ?? 0, `${intent} ${id} ${days} days`)
            }
            before = now
          }
        }
      }
    }
  })
})
