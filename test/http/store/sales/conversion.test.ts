import * as Effect from "effect/Effect"
import * as SqlClient from "effect/sql/SqlClient"
import { describe, expect, it } from "vitest"
import { outcomeOf } from "../../../support/http-call.ts"
import { useService } from "../../../support/service.ts"
import { ledgerOf, makeLink, makeSeller, report, type Seller, setCommission } from "./sellers.ts"

const service = useService()

const seller = (wish = {}) => makeSeller(service(), wish)
const ledger = (of: Seller) => ledgerOf(service(), of)

const booking = "booking commission_expense pending 1000 EUR"
const validation = "validation pending payable 1000 EUR"

/** Reports one sale again and again; what each answer says of it, in a line. */
const story = async (of: Seller, ...reports: ReadonlyArray<Readonly<Record<string, unknown>>>) => {
  const lines: Array<string> = []
  for (const changes of reports) {
    const answer = await report(service(), of, changes)
    const sale = answer.body as Readonly<Record<string, unknown>>
    const word =
      sale["created"] === true ? "created" : sale["updated"] === true ? "updated" : "kept"
    lines.push(`${answer.status} ${word} ${sale["status"]} ${sale["amount"]} ${sale["commission"]}`)
  }
  return lines
}

describe("a reported sale", () => {
  it("is answered as it stands", async () => {
    const acme = await seller()
    const answer = await report(service(), acme, { amount: 110.55 })
    expect(answer.status).toBe(200)
    expect(answer.body).toEqual({
      ok: true,
      mode: "live",
      externalOrderId: "order-1",
      ref: acme.ref,
      status: "pending",
      amount: 110.55,
      commission: 10.05,
      currency: "EUR",
      created: true,
      updated: false,
    })
    expect(Object.keys(answer.body as object).join(" ")).toBe(
      "ok mode externalOrderId ref status amount commission currency created updated",
    )
    expect(await ledger(acme)).toEqual(["booking commission_expense pending 1005 EUR"])
  })

  it.each([
    ["pending", 10, [booking]],
    ["validated", 10, [booking, validation]],
    ["cancelled", 0, [booking, "reversal pending commission_expense 1000 EUR"]],
  ] as const)("can be %s from the first report on", async (status, earned, lines) => {
    const acme = await seller()
    expect(await story(acme, { status }, { status })).toEqual([
      `200 created ${status} 110 ${earned}`,
      `200 kept ${status} 110 ${earned}`,
    ])
    expect(await ledger(acme)).toEqual(lines)
  })

  it("is reversed from where its commission stands", async () => {
    const [early, late] = [await seller(), await seller()]
    expect(await story(early, {}, { status: "cancelled" })).toEqual([
      "200 created pending 110 10",
      "200 updated cancelled 110 0",
    ])
    expect(await ledger(early)).toEqual([booking, "reversal pending commission_expense 1000 EUR"])
    await story(late, {}, { status: "validated" }, { status: "cancelled" })
    expect(await ledger(late)).toEqual([
      booking,
      validation,
      "reversal payable commission_expense 1000 EUR",
    ])
  })

  it("stays as it is when a report goes back, whatever else that says", async () => {
    const acme = await seller()
    expect(
      await story(
        acme,
        { status: "validated" },
        { status: "pending", amount: 220 },
        { status: "cancelled" },
        { status: "cancelled", amount: 220 },
        { status: "pending" },
        { status: "validated", amount: 5 },
      ),
    ).toEqual([
      "200 created validated 110 10",
      "200 kept validated 110 10",
      "200 updated cancelled 110 0",
      "200 kept cancelled 110 0",
      "200 kept cancelled 110 0",
      "200 kept cancelled 110 0",
    ])
    expect(await ledger(acme)).toEqual([
      booking,
      validation,
      "reversal payable commission_expense 1000 EUR",
    ])
  })

  it("is adjusted by another amount, up and down, and then moved on", async () => {
    const acme = await seller()
    expect(
      await story(
        acme,
        {},
        { amount: 165 },
        { amount: 55 },
        { amount: 110, status: "validated" },
        { amount: 0, status: "validated" },
        { amount: 11, status: "cancelled" },
      ),
    ).toEqual([
      "200 created pending 110 10",
      "200 updated pending 165 15",
      "200 updated pending 55 5",
      "200 updated validated 110 10",
      "200 updated validated 0 0",
      "200 updated cancelled 11 0",
    ])
    expect(await ledger(acme)).toEqual([
      booking,
      "adjustment commission_expense pending 500 EUR",
      "adjustment pending commission_expense 1000 EUR",
      "adjustment commission_expense pending 500 EUR",
      validation,
      "adjustment payable commission_expense 1000 EUR",
      "adjustment commission_expense payable 100 EUR",
      "reversal payable commission_expense 100 EUR",
    ])
  })

  it("keeps the rates of its first report when the account's commission changes", async () => {
    const acme = await seller({ commissionBps: 1500 })
    expect(await story(acme, { amount: 115 })).toEqual(["200 created pending 115 15"])
    await setCommission(service(), acme, 5000)
    expect(await story(acme, { amount: 230 }, { externalOrderId: "next", amount: 150 })).toEqual([
      "200 updated pending 230 30",
      "200 created pending 150 50",
    ])
  })

  it("that earns nothing books nothing", async () => {
    const acme = await seller()
    expect(await story(acme, { amount: 0 }, { commission: 0, amount: 110 })).toEqual([
      "200 created pending 0 0",
      "200 updated pending 110 0",
    ])
    expect(await ledger(acme)).toEqual([])
  })

  it("is the account's own: order ids tell case apart, and accounts and modes from each other", async () => {
    const [acme, other] = [await seller(), await seller()]
    const sandboxKey = await service().createKey({ partnerCode: acme.partnerCode })
    const order = { externalOrderId: "A-1" }
    expect(await story(acme, order, { externalOrderId: "a-1" }, order)).toEqual([
      "200 created pending 110 10",
      "200 created pending 110 10",
      "200 kept pending 110 10",
    ])
    expect(await story(other, order)).toEqual(["200 created pending 110 10"])
    expect(await story({ ...acme, key: sandboxKey }, order)).toEqual(["200 created pending 110 10"])
  })

  it("takes the longest order id, of any characters", async () => {
    const acme = await seller()
    const externalOrderId = `${"😀".repeat(250)}'"\\\n\u202e`
    const answer = await report(service(), acme, { externalOrderId })
    expect(answer.body).toMatchObject({ externalOrderId, created: true })
    expect((await report(service(), acme, { externalOrderId })).body).toMatchObject({
      externalOrderId,
      created: false,
    })
  })

  it("still earns when its link is archived", async () => {
    const acme = await seller()
    await service().run(
      Effect.flatMap(
        SqlClient.SqlClient,
        (sql) =>
          sql`update tracked_link set archived_at = ${new Date()} where code = ${acme.linkCode}`,
      ),
    )
    expect(await story(acme, {})).toEqual(["200 created pending 110 10"])
    expect(await ledger(acme)).toEqual([booking])
  })

  it("consumes no daily quota and no scope, but one call of the minute", async () => {
    const acme = await seller()
    const key = await service().createKey({
      mode: "live",
      partnerCode: acme.partnerCode,
      scopes: ["coach"],
      limits: { reads: 0, writes: 0 },
    })
    expect(outcomeOf(await report(service(), { ...acme, key }))).toBe("200")
    expect(await service().quotaOf(key)).toMatchObject({
      reads_used: 0,
      writes_used: 0,
      burst_used: 1,
    })
  })
})

describe("a sale of the sandbox", () => {
  it("is kept and answered like a live one, and touches no ledger", async () => {
    const acme = await seller({ mode: "sandbox" })
    const first = await report(service(), acme)
    expect(first.body).toMatchObject({ mode: "sandbox", created: true, commission: 10 })
    expect(await story(acme, {}, { amount: 220 }, { status: "cancelled", amount: 220 })).toEqual([
      "200 kept pending 110 10",
      "200 updated pending 220 20",
      "200 updated cancelled 220 0",
    ])
    expect(await ledger(acme)).toEqual([])
  })
})

describe("a known sale", () => {
  it("keeps its link and its currency", async () => {
    const acme = await seller()
    const otherRef = await makeLink(service(), acme.partnerCode, `M${acme.linkCode}`)
    await report(service(), acme)
    const reports = await Promise.all([
      report(service(), acme, { ref: otherRef, status: "cancelled" }),
      report(service(), acme, { currency: "USD", status: "cancelled" }),
    ])
    expect(reports.map(outcomeOf)).toEqual(["400 BAD_CONVERSION", "400 BAD_CONVERSION"])
    expect(reports.map(({ body }) => (body as { readonly detail: string }).detail)).toEqual([
      `ref: the sale was reported with ${acme.ref}`,
      "currency: the sale was reported with EUR",
    ])
    expect(await story(acme, {})).toEqual(["200 kept pending 110 10"])
    expect(await ledger(acme)).toEqual([booking])
  })
})
