import { beforeAll, describe, expect, it } from "vitest"
import { outcomeOf } from "../../support/http-call.ts"
import { useService } from "../../support/service.ts"
import { ledgerOf, makeSeller, report, type Seller } from "./sellers.ts"

const service = useService()

/** 115 EUR with an uplift of 500 bps: a premium of 100, 10 of base rate and 5 of uplift. */
let uplifted: Seller
let orders = 0

beforeAll(async () => {
  uplifted = await makeSeller(service(), { commissionBps: 1500 })
})

const earned = async (seller: Seller, changes: Readonly<Record<string, unknown>>) => {
  orders += 1
  const answer = await report(service(), seller, { externalOrderId: `order ${orders}`, ...changes })
  expect(outcomeOf(answer)).toBe("200")
  return (answer.body as { readonly commission: number }).commission
}

const versions = { "3.1": { contractVersion: "3.1" }, "3.2": { contractVersion: "3.2" }, none: {} }

describe("a commission", () => {
  it.each<["3.1" | "3.2" | "none", string, Readonly<Record<string, unknown>>, number]>([
    ["none", "no partnerFeeAmount", {}, 15],
    ["none", "a lower partnerFeeAmount", { partnerFeeAmount: 1 }, 15],
    ["3.1", "no partnerFeeAmount", {}, 15],
    ["3.1", "a lower partnerFeeAmount", { partnerFeeAmount: 1 }, 15],
    ["3.1", "a partnerFeeAmount that is none", { partnerFeeAmount: "much" }, 15],
    ["3.2", "no partnerFeeAmount", {}, 10],
    ["3.2", "a partnerFeeAmount of null", { partnerFeeAmount: null }, 10],
    ["3.2", "a partnerFeeAmount of 0", { partnerFeeAmount: 0 }, 10],
    ["3.2", "a lower partnerFeeAmount", { partnerFeeAmount: 4.99 }, 14.99],
    ["3.2", "the computed partnerFeeAmount", { partnerFeeAmount: 5 }, 15],
    ["3.2", "a higher partnerFeeAmount", { partnerFeeAmount: 5.01 }, 15],
    ["3.2", "a lower commission", { partnerFeeAmount: 5, commission: 12.34 }, 12.34],
    ["3.1", "a higher commission", { commission: 15.01 }, 15],
    ["3.1", "a commission of 0", { commission: 0 }, 0],
  ])("under %s with %s", async (version, _, changes, commission) => {
    const body = { amount: 115, ...versions[version], ...changes }
    expect(await earned(uplifted, body)).toBe(commission)
  })

  it("of an adjusted sale follows the report that changes its amount", async () => {
    const order = { externalOrderId: "adjusted", contractVersion: "3.2" }
    expect(await earned(uplifted, { ...order, amount: 115, partnerFeeAmount: 5 })).toBe(15)
    expect(await earned(uplifted, { ...order, amount: 115 })).toBe(15)
    expect(await earned(uplifted, { ...order, amount: 230 })).toBe(20)
  })

  it("refuses a partnerFeeAmount under 3.2 that is no amount", async () => {
    for (const partnerFeeAmount of ["1", -1, 0.001]) {
      const answer = await report(service(), uplifted, { contractVersion: "3.2", partnerFeeAmount })
      expect(outcomeOf(answer)).toBe("400 BAD_CONVERSION")
    }
  })
})

describe("amounts", () => {
  it.each([
    ["JPY", 11_000, 11_000.5, 1_000],
    ["XAF", 11_000, 11_000.5, 1_000],
    ["EUR", 110.11, 110.111, 10.01],
    ["KWD", 110.111, 110.1111, 10.01],
  ])("have at most the decimals of %s", async (currency, amount, tooFine, commission) => {
    const seller = await makeSeller(service())
    expect(await earned(seller, { currency, amount })).toBe(commission)
    const refused = await report(service(), seller, { currency, amount: tooFine })
    expect(outcomeOf(refused)).toBe("400 BAD_CONVERSION")
    expect((refused.body as { readonly detail: string }).detail).toMatch(/^amount: at most \d/)
    expect(await ledgerOf(service(), seller)).toHaveLength(1)
  })

  it("reach up to the largest that is exact", async () => {
    const seller = await makeSeller(service())
    const largest = Number.MAX_SAFE_INTEGER
    const order = { currency: "JPY", externalOrderId: "large" }
    expect(await earned(seller, { ...order, amount: largest })).toBe(818_836_295_885_545)
    const refused = await report(service(), seller, { ...order, amount: largest + 1 })
    expect(outcomeOf(refused)).toBe("400 BAD_CONVERSION")
  })
})
