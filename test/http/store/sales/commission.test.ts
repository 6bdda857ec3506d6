import { beforeAll, describe, expect, it } from "vitest"
import { outcomeOf } from "../../../support/http-call.ts"
import { useService } from "../../../support/service.ts"
import { paths } from "../../../support/sample-trips.ts"
import { ledgerOf, makeSeller, report, saleBody, type Seller } from "./sellers.ts"

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

  it("of an adjusted sale keeps the caps that were declared, until others are", async () => {
    const order = { externalOrderId: "adjusted", contractVersion: "3.2" }
    expect(await earned(uplifted, { ...order, amount: 115, partnerFeeAmount: 5 })).toBe(15)
    expect(await earned(uplifted, { ...order, amount: 115 })).toBe(15)
    // 200 of premium: 20 of base rate, and of 10 of uplift the 5 that were declared.
    expect(await earned(uplifted, { ...order, amount: 230 })).toBe(25)
    expect(await earned(uplifted, { ...order, contractVersion: "3.1", amount: 460 })).toBe(45)
    expect(await earned(uplifted, { ...order, amount: 460, partnerFeeAmount: 7 })).toBe(47)
    expect(await earned(uplifted, { ...order, amount: 460, commission: 30 })).toBe(30)
    expect(await earned(uplifted, { ...order, amount: 920 })).toBe(30)
    expect(await earned(uplifted, { ...order, amount: 920, commission: 90 })).toBe(87)
  })

  it("has no uplift once 3.2 leaves it out of a sale for which none was ever declared", async () => {
    const order = { externalOrderId: "silent" }
    expect(await earned(uplifted, { ...order, amount: 115 })).toBe(15)
    expect(await earned(uplifted, { ...order, amount: 230 })).toBe(30)
    expect(await earned(uplifted, { ...order, amount: 230, contractVersion: "3.2" })).toBe(20)
    expect(await earned(uplifted, { ...order, amount: 460 })).toBe(40)
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

  it("reach up to fifteen digits, and no further", async () => {
    const seller = await makeSeller(service())
    const largest = 999_999_999_999_999
    const order = { currency: "JPY", externalOrderId: "large" }
    expect(await earned(seller, { ...order, amount: largest })).toBe(90_909_090_909_091)
    const refused = await report(service(), seller, { ...order, amount: largest + 1 })
    expect(outcomeOf(refused)).toBe("400 BAD_CONVERSION")
  })

  it.each([
    ["100.000000000000000001", "amount: at most 2 decimals in this currency"],
    ["70368744177664.01", "amount: at most 9999999999999.99 in this currency"],
    ["1e-400", "amount: at most 2 decimals in this currency"],
  ])("are read as they are written: %s is refused", async (literal, detail) => {
    const body = JSON.stringify(saleBody(uplifted, { amount: 0 }))
    const sent = body.replace('"amount":0', `"amount":${literal}`)
    const answer = await service().call("POST", paths.conversion, sent, { key: uplifted.key })
    expect(outcomeOf(answer)).toBe("400 BAD_CONVERSION")
    expect(answer.body).toMatchObject({ detail })
  })

  it("are answered to the cent, whatever their size", async () => {
    const seller = await makeSeller(service())
    const body = JSON.stringify(saleBody(seller, { amount: 0 }))
    const sent = body.replace('"amount":0', '"amount":9999999999999.990')
    const answer = await service().call("POST", paths.conversion, sent, { key: seller.key })
    expect(answer.text).toContain('"amount":9999999999999.99,"commission":909090909090.91,')
  })
})
