import { describe, expect, it } from "vitest"
import type { SalesResponse } from "../../../http/api/sales.ts"
import { outcomeOf } from "../../support/http-call.ts"
import { paths } from "../../support/sample-trips.ts"
import { useService } from "../../support/service.ts"
import { makeSeller, report, type Seller } from "../store/sales/sellers.ts"

const service = useService()

const list = ({ key }: Pick<Seller, "key">, query = "") =>
  service().call("GET", `${paths.sales}${query}`, undefined, { key })

describe("GET /api/v1/sales", () => {
  it("lists what was reported, with amounts in the currency's main unit", async () => {
    const acme = await makeSeller(service())
    await report(service(), acme, { amount: 110.55 })
    const answer = await list(acme)
    expect(outcomeOf(answer)).toBe("200")
    const { sales, ...rest } = answer.body as typeof SalesResponse.Type
    expect(rest).toEqual({ ok: true, mode: "live", nextCursor: null })
    expect(sales).toMatchObject([
      {
        externalOrderId: "order-1",
        ref: acme.ref,
        status: "pending",
        amount: 110.55,
        commission: 10.05,
        currency: "EUR",
        validatedAt: null,
        correctedAt: null,
      },
    ])
    const [sale] = sales
    expect(Date.parse(sale?.validatesAt ?? "") - Date.parse(sale?.bookedAt ?? "")).toBe(
      14 * 86_400_000,
    )
  })

  it("leads from page to page, and shows nobody another's sales", async () => {
    const [acme, other] = [await makeSeller(service()), await makeSeller(service())]
    for (const externalOrderId of ["a", "b", "c"]) {
      await report(service(), acme, { externalOrderId })
    }
    const first = (await list(acme, "?limit=2")).body as typeof SalesResponse.Type
    expect(first.sales.map((sale) => sale.externalOrderId)).toEqual(["a", "b"])
    const cursor = `?limit=2&cursor=${first.nextCursor}`
    const second = (await list(acme, cursor)).body as typeof SalesResponse.Type
    expect(second).toMatchObject({ sales: [{ externalOrderId: "c" }], nextCursor: null })
    expect((await list(other, cursor)).body).toMatchObject({ sales: [], nextCursor: null })
  })

  it("refuses what it cannot read, by the parameter", async () => {
    const acme = await makeSeller(service())
    const refused = await list(acme, "?from=soon")
    expect(outcomeOf(refused)).toBe("400 BAD_REQUEST")
    expect(refused.body).toMatchObject({ detail: expect.stringMatching(/^from: a day/) })
  })

  it("lists rehearsals to a sandbox key", async () => {
    const acme = await makeSeller(service(), { mode: "sandbox" })
    await report(service(), acme)
    const { mode, sales } = (await list(acme)).body as typeof SalesResponse.Type
    expect([mode, sales.length]).toEqual(["sandbox", 1])
  })
})
