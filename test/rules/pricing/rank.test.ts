import { assert, describe, it } from "@effect/vitest"
import * as fc from "fast-check"
import { compare, fromInteger } from "../../../core/money/rational.ts"
import { conversionPlan } from "../../../rules/currency/convert.ts"
import { rankOffers } from "../../../rules/pricing/settle.ts"
import { shippedTables } from "../../support/tables.ts"
import { convertPrice, prepareInsurerAmount } from "../../../rules/pricing/price.ts"
import { factorPercentSum, ratePremium } from "../../../rules/pricing/rate.ts"

const currencies = shippedTables.currencies.rows
const entry = fc.record({
  offerId: fc.integer({ min: 1, max: 40 }),
  paid: fc.record({
    amountMinor: fc.integer({ min: 1, max: 2_000 }),
    currency: fc.constantFrom(...currencies),
  }),
})

describe("rankOffers()", () => {
  it("keeps every offer and orders all pairs by their euros, then by id", () => {
    fc.assert(
      fc.property(fc.array(entry, { maxLength: 12 }), (offers) => {
        const ranked = rankOffers(offers)
        assert.sameMembers([...ranked], offers)
        const oneCurrency = new Set(offers.map(({ paid }) => paid.currency.code)).size < 2
        for (const [index, offer] of ranked.entries()) {
          const next = ranked[index + 1]
          if (next === undefined) continue
          const euros = [offer, next].map(({ paid }) => ({
            numerator: BigInt(paid.amountMinor) * paid.currency.eurRate.denominator,
            denominator: 10n ** BigInt(paid.currency.minorUnits) * paid.currency.eurRate.numerator,
          }))
          const [left = fromInteger(0n), right = fromInteger(0n)] = euros
          const order = compare(left, right)
          assert.isTrue(order < 0 || (order === 0 && offer.offerId <= next.offerId))
          if (oneCurrency) assert.isAtMost(offer.paid.amountMinor, next.paid.amountMinor)
        }
      }),
    )
  })

  it("does not depend on the order in which offers come", () => {
    const unique = fc.uniqueArray(entry, { maxLength: 12, selector: ({ offerId }) => offerId })
    fc.assert(
      fc.property(unique, (offers) => {
        assert.deepStrictEqual(rankOffers(offers.toReversed()), rankOffers(offers))
      }),
    )
  })

  it("breaks a tie in one currency by offer id", () => {
    const [currency] = currencies
    assert.isDefined(currency)
    const offers = [7, 3, 5].map((offerId) => ({ offerId, paid: { amountMinor: 100, currency } }))
    assert.deepStrictEqual(
      rankOffers(offers).map(({ offerId }) => offerId),
      [3, 5, 7],
    )
  })

  it("breaks a tie by offer id, across currencies of one value too", () => {
    const lev = shippedTables.currencies.get("BGN")
    const mark = shippedTables.currencies.get("BAM")
    assert(lev !== undefined && mark !== undefined)
    const offers = [
      { offerId: 9, paid: { amountMinor: 500, currency: lev } },
      { offerId: 4, paid: { amountMinor: 500, currency: mark } },
    ]
    assert.deepStrictEqual(
      rankOffers(offers).map(({ offerId }) => offerId),
      [4, 9],
    )
  })
})

describe("an insurer's price", () => {
  const euro = { code: "EUR", minorUnits: 2 }
  it("rounds the fee half up, once", () => {
    const premium = { numerator: 1005n, denominator: 100n }
    assert.strictEqual(prepareInsurerAmount(1000, euro)(premium), 1106)
    assert.strictEqual(prepareInsurerAmount(0, euro)({ numerator: 5n, denominator: 1000n }), 1)
    assert.isUndefined(prepareInsurerAmount(0, euro)({ numerator: 49n, denominator: 10_000n }))
    assert.strictEqual(prepareInsurerAmount(1000, { code: "JPY", minorUnits: 0 })(premium), 11)
  })

  it("is none beyond the safe integers, before and after conversion", () => {
    assert.isUndefined(prepareInsurerAmount(0, euro)({ numerator: 10n ** 20n, denominator: 1n }))
    const insurer = { amountMinor: Number.MAX_SAFE_INTEGER, currency: euro }
    const source = { ...euro, eurRate: fromInteger(1n), marginBps: 0 }
    const target = { ...source, code: "USD", eurRate: fromInteger(2n) }
    const plan = conversionPlan(source, target)
    assert.isDefined(plan)
    assert.isUndefined(convertPrice(insurer, { plan, currency: { code: "USD", minorUnits: 2 } }))
    assert.deepStrictEqual(convertPrice(insurer, undefined), { paid: insurer, insurer })
  })
})

describe("a premium", () => {
  const euros = (cents: bigint) => ({ numerator: cents, denominator: 100n })
  const facts = {
    perContract: euros(0n),
    heads: [
      {
        rate: { perPerson: euros(600n), perPersonPerDay: euros(125n) },
        factorPercentSum: 250,
      },
    ],
    days: 10,
    years: 1,
    surchargePercent: 20,
    minimumPremium: euros(100n),
  }

  it("multiplies base rate, age factors and surcharges, and adds the cancellation share", () => {
    assert.strictEqual(compare(ratePremium(facts), euros(5550n)), 0)
    const cancellation = { tripPrice: euros(100_000n), shareBps: 420 }
    assert.strictEqual(compare(ratePremium({ ...facts, cancellation }), euros(9750n)), 0)
  })

  it("adds the rates of several ages, and the flat part of the party once", () => {
    const elder = {
      rate: { perPerson: euros(1_000n), perPersonPerDay: euros(200n) },
      factorPercentSum: 200,
    }
    const mixed = { ...facts, perContract: euros(500n), heads: [...facts.heads, elder] }
    assert.strictEqual(compare(ratePremium(mixed), euros(5_550n + 7_200n + 600n)), 0)
    assert.strictEqual(compare(ratePremium({ ...mixed, heads: [] }), euros(600n)), 0)
  })

  it("is never below the minimum", () => {
    const minimumPremium = euros(9999n)
    assert.strictEqual(compare(ratePremium({ ...facts, minimumPremium }), minimumPremium), 0)
  })

  it("is that of a year for each year begun, its minimum too", () => {
    assert.strictEqual(compare(ratePremium({ ...facts, years: 3 }), euros(16_650n)), 0)
    const minimumPremium = euros(9999n)
    assert.strictEqual(
      compare(ratePremium({ ...facts, minimumPremium, years: 2 }), euros(19_998n)),
      0,
    )
  })

  it("has no age factor where the scale has a hole", () => {
    assert.isUndefined(factorPercentSum([100, undefined], [0, 1]))
    assert.strictEqual(factorPercentSum(undefined, [7, 8]), 200)
  })
})
