import { beforeAll, describe, expect, it } from "vitest"
import * as Effect from "effect/Effect"
import * as SqlClient from "effect/sql/SqlClient"
import { Sales } from "../../../../http/ports/sales.ts"
import type { LedgerPage, LedgerQuery, LedgerRow } from "../../../../http/ports/usage.ts"
import { TrackedLinks } from "../../../../http/ports/tracked-links.ts"
import { bilanBody, paths, quoteBody } from "../../../support/sample-trips.ts"
import { useService } from "../../../support/service.ts"
import { linkRows } from "../clicks/link-rows.ts"
import { makeLink, makeSeller, report, type Seller } from "../sales/sellers.ts"
import { seenUsage } from "./seen-usage.ts"

const service = useService()

let seller: Seller
let other: Seller
let secondRef: string
let secondCode: string

/** A seller with two links, and sales of each standing in two currencies, one of them in the sandbox. */
beforeAll(async () => {
  seller = await makeSeller(service(), { commissionBps: 1_500 })
  other = await makeSeller(service())
  secondCode = `S${crypto.randomUUID().slice(0, 8)}`
  secondRef = await makeLink(service(), seller.partnerCode, secondCode)
  await report(service(), other, { externalOrderId: "theirs" })
  await report(service(), seller, { externalOrderId: "A-1" })
  await report(service(), seller, { externalOrderId: "A-2", amount: 55.5, status: "validated" })
  await report(service(), seller, { externalOrderId: "A-3" })
  await report(service(), seller, { externalOrderId: "A-3", status: "cancelled" })
  await report(service(), seller, {
    externalOrderId: "A-4",
    ref: secondRef,
    currency: "JPY",
    amount: 11_000,
  })
  const sandbox = await service().createKey({ partnerCode: seller.partnerCode })
  await report(
    service(),
    { ...seller, key: sandbox },
    { externalOrderId: "rehearsed", amount: 220 },
  )
})

const none = { sales: 0, amountMinor: 0n, commissionMinor: 0n }

const seen = (mode: "live" | "sandbox" = "live") => seenUsage(service(), seller.partnerCode, mode)

const summary = (mode: "live" | "sandbox" = "live") =>
  seen(mode).asked((usage, owner) => usage.salesSummary(owner))

describe("the sum of an account's sales", () => {
  it("is what the ledger owes for them, by currency and standing", async () => {
    const totals = await summary()
    const balances = await service().run(
      Effect.flatMap(Sales, (sales) => sales.balances(seller.partnerCode)),
    )
    expect(
      totals.map(({ currency, minorUnits, payable, pending }) => ({
        currency,
        minorUnits,
        pendingMinor: pending.commissionMinor,
        payableMinor: payable.commissionMinor,
      })),
    ).toEqual(balances)
    expect(totals.map(({ currency }) => currency)).toEqual(["EUR", "JPY"])
    expect(totals[0]).toMatchObject({
      payable: { sales: 1, amountMinor: 5_550n },
      pending: { sales: 1, amountMinor: 11_000n },
      cancelled: { sales: 1, amountMinor: 11_000n, commissionMinor: 0n },
    })
    expect(totals[1]).toMatchObject({ payable: none, cancelled: none, pending: { sales: 1 } })
  })

  it("is another one in the sandbox", async () => {
    expect(await summary("sandbox")).toMatchObject([
      {
        currency: "EUR",
        payable: none,
        cancelled: none,
        pending: { sales: 1, amountMinor: 22_000n },
      },
    ])
  })
})

describe("the links of an account", () => {
  it("are told with clicks, subscriptions by stage, and sales", async () => {
    const { addQuote, query } = linkRows(service())
    for (const quoteRef of ["u1", "u2", "u3"]) await addQuote({ code: secondCode, quoteRef })
    await query((sql) => sql`update subscription set stage = 'paid' where quote_ref = 'u3'`)
    await query(
      (sql) => sql`insert into link_clicks (link_id, day, clicks)
        select id, day, 4 from tracked_link, unnest(array[20000, 20001]) as day
        where code = ${secondCode}`,
    )
    await service().run(
      Effect.flatMap(TrackedLinks, (links) =>
        links.archive({ partnerCode: seller.partnerCode, code: seller.linkCode }),
      ),
    )
    const all = { search: "", after: null, limit: 10, isUsedOnly: false }
    const page = await seen().asked((usage, owner) => usage.links(owner, all))
    expect(page).toMatchObject({ next: null, isLater: false })
    const links = page.links.toReversed()
    // The newest come first; the first one came with the account.
    expect(
      links.map(({ archived, clicks, code, totals }) => [code, archived, clicks, totals.length]),
    ).toEqual([
      [expect.any(String), false, 0, 0],
      [seller.linkCode, true, 0, 1],
      [secondCode, false, 8, 1],
    ])
    expect(links.map(({ subscriptions }) => subscriptions)).toEqual([
      { quoting: 0, presubscribed: 0, paid: 0, subscribed: 0 },
      { quoting: 0, presubscribed: 0, paid: 0, subscribed: 0 },
      { quoting: 2, presubscribed: 0, paid: 1, subscribed: 0 },
    ])
    expect(links[2]?.totals).toMatchObject([{ currency: "JPY", pending: { sales: 1 } }])
    expect(links[1]?.ref).toBe(seller.ref)
  })
})

describe("the ledger of an account", () => {
  const pages = async (limit: number) => {
    const found: Array<LedgerRow> = []
    let after: bigint | null = null
    do {
      const query: LedgerQuery = { after, limit }
      const page: LedgerPage = await seen().asked((usage, owner) => usage.ledger(owner, query))
      expect(page.entries.length).toBeLessThanOrEqual(limit)
      found.push(...page.entries)
      after = page.next
    } while (after !== null)
    return found
  }

  it("is told entry by entry, the same for whatever length of a page", async () => {
    const rows = await pages(100)
    expect(
      rows.map((row) =>
        [row.externalOrderId, row.kind, row.account, Number(row.amountMinor)].join(" "),
      ),
    ).toEqual([
      "A-1 booking commission_expense -1435",
      "A-1 booking pending 1435",
      "A-2 booking commission_expense -724",
      "A-2 booking pending 724",
      "A-2 validation pending -724",
      "A-2 validation payable 724",
      "A-3 booking commission_expense -1435",
      "A-3 booking pending 1435",
      "A-3 reversal pending -1435",
      "A-3 reversal commission_expense 1435",
      "A-4 booking commission_expense -1435",
      "A-4 booking pending 1435",
    ])
    expect(rows[0]).toMatchObject({ ref: seller.ref, currency: "EUR", minorUnits: 2 })
    expect(rows.at(-1)).toMatchObject({ ref: secondRef, currency: "JPY", minorUnits: 0 })
    for (const limit of [1, 5, 12]) expect(await pages(limit)).toEqual(rows)
  })

  it("is empty in the sandbox", async () => {
    const query = { after: null, limit: 10 }
    const page = await seen("sandbox").asked((usage, owner) => usage.ledger(owner, query))
    expect(page).toEqual({ entries: [], next: null })
  })
})

describe("what keys have used today", () => {
  it("is what the quota says, none of yesterday, of keys that are in use", async () => {
    const { call, createKey, run } = service()
    const key = await createKey({ limits: "usual" })
    const { partnerCode } = key
    const idle = await createKey({ partnerCode, limits: "usual" })
    const revoked = await createKey({ partnerCode })
    await call("POST", paths.quotes, quoteBody(), { key })
    await call("POST", paths.bilan, bilanBody(), { key })
    const statement = (text: string) =>
      run(Effect.flatMap(SqlClient.SqlClient, (sql) => sql.unsafe(text)))
    await statement(`update api_key set revoked_at = now() where key_id = '${revoked.keyId}'`)
    await statement(`update quota set day = 19000, reads_used = 9, writes_used = 9
      where key_id = '${idle.keyId}'`)
    const keys = await seenUsage(service(), partnerCode, "sandbox").asked((usage, owner) =>
      usage.today(owner),
    )
    expect(keys.map(({ keyId, reads, writes }) => [keyId, reads, writes])).toEqual([
      [key.keyId, { limit: 200, used: 2 }, { limit: 50, used: 0 }],
      [idle.keyId, { limit: 200, used: 0 }, { limit: 50, used: 0 }],
    ])
    expect(keys[0]?.lifetime).toEqual({ prices: 1, links: 0, bilans: 1 })
    expect(keys[0]?.window.dayEndsInSeconds).toBeLessThanOrEqual(86_400)
    expect(keys[0]?.burst.limit).toBe(60)
  })
})
