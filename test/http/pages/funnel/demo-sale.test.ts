import { describe, expect, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { Demo, housePartnerCode } from "../../../../http/ports/house.ts"
import { Keys } from "../../../../http/ports/keys.ts"
import { outcomeOf } from "../../../support/http-call.ts"
import { paths } from "../../../support/sample-trips.ts"
import { useOwnService } from "../../../support/service.ts"
import { headingOf, hidden, makeTraveller, type TravellersQuote } from "./traveller.ts"

const service = useOwnService({}, Layer.succeed(Demo, { partnerCode: "demo" }))
const traveller = makeTraveller(service)

const stageOf = async ({ subscriptionId }: TravellersQuote): Promise<string> =>
  (await traveller.subscription(subscriptionId)).stage

const salesOf = async ({ key }: TravellersQuote) => {
  const { body } = await service().call("GET", paths.sales, undefined, { key })
  return (body as { readonly sales: ReadonlyArray<Readonly<Record<string, unknown>>> }).sales
}

/** A quote that is presubscribed, and the page that stands in for its payment. */
const atPayment = async (wish: Parameters<typeof traveller.linked>[0] = {}) => {
  const quote = await traveller.linked(wish)
  await traveller.presubscribed(quote)
  return { quote, page: await traveller.get(quote.form) }
}

describe("the demo's payment", () => {
  it("says that nothing is charged, with the sum, before its button", async () => {
    const { page } = await atPayment()
    expect(headingOf(page)).toBe("Nothing is charged here")
    const sum = page.text.indexOf("<dd>€0</dd>")
    expect(sum).toBeGreaterThan(0)
    expect(page.text.indexOf("Finish without paying")).toBeGreaterThan(sum)
    expect(page.text).not.toMatch(/autocomplete="cc-|card-number/)
  })

  it("reports the sale under the partner's ref, and leads the quote to its end", async () => {
    const { page, quote } = await atPayment({ offerId: 1021 })
    const finished = await traveller.sendForm(quote.form, "finish", page)
    expect(finished.status).toBe(303)
    expect(await stageOf(quote)).toBe("subscribed")
    const amount = Number(hidden(page, "told").split(" ")[0])
    expect(amount).toBeGreaterThan(0)
    expect(await salesOf(quote)).toMatchObject([
      {
        externalOrderId: quote.subscriptionId,
        ref: quote.ref,
        status: "pending",
        amount,
        currency: "EUR",
      },
    ])
    const end = await traveller.get(quote.form)
    expect(headingOf(end)).toBe("Finished: nothing was charged")
    expect(end.text).toContain(quote.ref)
    expect(end.text).not.toContain(quote.key.secret)
    expect(
      await traveller.rows(
        `select details->>'to' as stage from audit
         where subject = '${quote.subscriptionId}' and action = 'subscription.advance'
         order by 1`,
      ),
    ).toEqual([{ stage: "paid" }, { stage: "presubscribed" }, { stage: "subscribed" }])
  })

  it("is one sale, however often its button is pressed", async () => {
    const { page, quote } = await atPayment()
    const press = () => traveller.sendForm(quote.form, "finish", page)
    const answers = await Promise.all([press(), press(), press(), press()])
    expect(answers.map(({ status }) => status)).toEqual([303, 303, 303, 303])
    expect((await press()).status).toBe(303)
    expect((await salesOf(quote)).length).toBe(1)
    const entries = await traveller.rows(
      `select kind from ledger_journal join sale on sale.id = sale_id
       where external_order_id = '${quote.subscriptionId}'`,
    )
    expect(entries).toEqual([{ kind: "booking" }])
  })

  it("reports nothing where the price is another one by now, and says so", async () => {
    const { page, quote } = await atPayment()
    const [amount = "", ...rest] = hidden(page, "told").split(" ")
    const told = [(Number(amount) + 1).toFixed(2), ...rest].join(" ")
    const asked = await traveller.sendForm(quote.form, "finish", { told })
    expect(asked.text).toContain("The price went from <s>")
    expect(await stageOf(quote)).toBe("presubscribed")
    expect(await salesOf(quote)).toEqual([])
    const bare = await traveller.sendForm(quote.form, "finish", { told: "" })
    expect(headingOf(bare)).toBe("Nothing is charged here")
    expect(await salesOf(quote)).toEqual([])
  })

  it("takes no amount from a form", async () => {
    const { page, quote } = await atPayment()
    await traveller.sendForm(quote.form, "finish", page, [
      ["amount", "99999"],
      ["ref", "usual-SOMEBODY"],
      ["externalOrderId", "mine"],
    ])
    const [sale] = await salesOf(quote)
    expect(sale).toMatchObject({ externalOrderId: quote.subscriptionId, ref: quote.ref })
    expect(sale?.["amount"]).toBeLessThan(1_000)
  })

  it("stays where it is for a partner without a live key, and takes it up later", async () => {
    const { page, quote } = await atPayment()
    const { keyId, partnerCode } = quote.key
    await service().run(Effect.flatMap(Keys, ({ revoke }) => revoke(keyId)))
    const refused = await traveller.sendForm(quote.form, "finish", page)
    expect(refused.status).toBe(409)
    expect(refused.text).toContain("no_live_key")
    expect(await stageOf(quote)).toBe("presubscribed")
    const key = await service().createKey({ mode: "live", partnerCode })
    expect((await traveller.sendForm(quote.form, "finish", page)).status).toBe(303)
    expect((await salesOf({ ...quote, key })).length).toBe(1)
  })

  it("is refused like any call of an account that is suspended", async () => {
    const { page, quote } = await atPayment()
    await traveller.rows(
      `update partner set status = 'suspended' where code = '${quote.key.partnerCode}'`,
    )
    const { keyId } = await service().createKey({ mode: "sandbox" })
    expect(keyId).toMatch(/^ak_test_/)
    const refused = await traveller.sendForm(quote.form, "finish", page)
    expect([refused.status, await stageOf(quote)]).toEqual([503, "presubscribed"])
    expect(refused.text).toContain("SCOPE_FORBIDDEN")
  })

  it("reports nothing for the house, which credits nobody", async () => {
    const key = await service().createKey({ mode: "live", partnerCode: housePartnerCode })
    const { page, quote } = await atPayment({ key })
    expect(page.text).toContain("No partner is credited for this trip")
    expect((await traveller.sendForm(quote.form, "finish", page)).status).toBe(303)
    expect(await stageOf(quote)).toBe("subscribed")
    expect(await salesOf(quote)).toEqual([])
  })
})

describe("a link of a sandbox key", () => {
  it("prefills what the contract names, opens no quote, and so sells nothing", async () => {
    const session = await traveller.session(service().key, "sandbox")
    const { url } = await traveller.link(201, service().key, session, {}, { offerId: 101 })
    const { pathname, search } = new URL(url)
    expect(`${pathname}${search}`).toBe(
      "/funnel/quote?residence=FR&destinations=ES&travellers=2&intent=forTourism&lang=en",
    )
    const { headers } = await traveller.get(pathname + search)
    expect(headers["location"]).toBe(`../compare${search}`)
    expect(headers["location"]).not.toMatch(/ref|quote=|offer|2027|35/)
  })
})

describe("the demo's page with the widget", () => {
  it("stands in the demo, and credits the demo's account", async () => {
    const key = await service().createKey({ partnerCode: "demo" })
    const [link] = await traveller.listLinks(key.partnerCode)
    const page = await traveller.get("/demo/widget?lang=fr")
    expect(page.status).toBe(200)
    expect(page.text).toContain(`data-ref="${link?.ref}"`)
    expect(page.text).toContain('data-lang="fr"')
    expect(outcomeOf(await traveller.get("/widget.js"))).toBe("200")
  })
})
