import { describe, expect, it } from "@effect/vitest"
import { travellerLanguages } from "../../../../rules/messages/travellers/languages.ts"
import { outcomeOf } from "../../../support/http-call.ts"
import { startService, useService } from "../../../support/service.ts"
import { linkRows } from "../../store/clicks/link-rows.ts"
import { headingOf, makeTraveller, names } from "./traveller.ts"

const service = useService()
const traveller = makeTraveller(service)

describe("a link into the funnel", () => {
  it("opens its offer with its trip, of which the address tells nothing", async () => {
    const quote = await traveller.linked()
    expect(quote.form).toBe(`/funnel/presubscribe?quote=${quote.quoteRef}&offer=1001&lang=en`)
    const page = await traveller.get(quote.form)
    expect(page.status).toBe(200)
    expect(headingOf(page)).toMatch(/^€\d+\.\d\d for 2 travellers: who travels\?$/)
    expect(page.text).toMatch(/Spain · 1\s?–\s?14 July 2027 · Leisure trip · Residence: France/)
    expect(page.text).toContain("Traveller 2 (8 years): full name")
    expect(page.text).toContain("Escapade Essentielle")
  })

  it("rates at the terms of the partner that it credits", async () => {
    const [plain, dearer] = [await traveller.linked(), await traveller.linked()]
    await traveller.rows(
      `update partner set commission_bps = base_rate_bps + 2000 where code = '${dearer.key.partnerCode}'`,
    )
    const priceOf = async (form: string): Promise<number> =>
      Number(/€(\d+\.\d\d)/.exec(headingOf(await traveller.get(form)))?.[1])
    const [low, high] = [await priceOf(plain.form), await priceOf(dearer.form)]
    expect(high / low).toBeCloseTo(1.3 / 1.1, 3)
  })

  it("lists offers, cheapest first, where none is named", async () => {
    const { quoteRef } = await traveller.linked()
    const page = await traveller.get(`/funnel/offers?quote=${quoteRef}&lang=fr`)
    expect(page.status).toBe(200)
    const prices = [...page.text.matchAll(/<b class="price">([\d\s,]+)\s€/g)].map(([, price]) =>
      Number((price ?? "").replace(/\s/g, "").replace(",", ".")),
    )
    expect(prices.length).toBeGreaterThan(5)
    expect(prices).toEqual([...prices].sort((left, right) => left - right))
    expect(page.text).toContain(`href="./presubscribe?quote=${quoteRef}&amp;offer=`)
    // Each says what it leaves to the traveller, and what it leaves out, as the comparator does.
    expect(page.text.match(/>Ce qui n’est pas couvert</g)).toHaveLength(prices.length)
    expect(page.text).toMatch(/<small class="help">franchise \d/)
    expect(page.text).toMatch(/Voyages de plus de \d+ jours \(vous/)
    // What may be bought beside is no cover that is refused.
    expect(page.text).toMatch(/class="option">[^]*?<b>en option<\/b>/i)
    const bare = await traveller.get(`/funnel/presubscribe?quote=${quoteRef}`)
    expect([bare.status, bare.headers["location"]]).toEqual([
      303,
      `./offers?quote=${quoteRef}&lang=en`,
    ])
  })

  it("falls back to the list where the offer has no price for the trip", async () => {
    const travellers = Array.from({ length: 11 }, () => ({ age: 30 }))
    const quote = await traveller.linked({ trip: { travellers } })
    const page = await traveller.get(quote.form)
    expect(page.status).toBe(200)
    expect(headingOf(page)).toBe("This offer no longer has a price")
    expect(page.text).toContain("Escapade Essentielle has no price for this trip now.")
    expect(page.text).toContain('<b class="price">')
  })

  it("speaks the language of its address, else the quote's own", async () => {
    const { form } = await traveller.linked({ language: "fr" })
    expect(headingOf(await traveller.get(form))).toContain("pour 2 voyageurs")
    const other = form.replace("lang=fr", "lang=xx")
    expect((await traveller.get(other)).headers["content-language"]).toBe("fr")
    for (const language of travellerLanguages) {
      const page = await traveller.get(form.replace("lang=fr", `lang=${language}`))
      expect([page.status, page.headers["content-language"]]).toEqual([200, language])
    }
  })
})

describe("what was made up", () => {
  it.each([
    ["a quote that there is not", () => "quote=AAAAAAAAAAAAAAAAAAAAAA&offer=1001"],
    ["no quote", () => "offer=1001"],
    ["a quote with a signature, as partners' links carry", (ref: string) => `quote=${ref}.AAAA`],
    ["two quotes", (ref: string) => `quote=${ref}&quote=${ref}&offer=1001`],
    ["an offer that no catalogue holds", (ref: string) => `quote=${ref}&offer=999999`],
    ["an offer of the sandbox", (ref: string) => `quote=${ref}&offer=101`],
    ["an offer that is no number", (ref: string) => `quote=${ref}&offer=1001%27--`],
    ["markup", () => `quote=${encodeURIComponent("<script>alert(1)</script>")}`],
  ])("is a plain 404: %s", async (_, queryOf) => {
    const { quoteRef } = await traveller.linked()
    for (const page of ["presubscribe", "offers"]) {
      const query = queryOf(quoteRef)
      if (page === "offers" && query.includes("offer=") && !query.includes("&quote")) continue
      const answer = await traveller.get(`/funnel/${page}?${query}`)
      expect([query, answer.status]).toEqual([query, 404])
      expect(answer.text).not.toContain("<script>alert")
      expect(answer.text).not.toContain(quoteRef)
    }
  })

  it("is a subscription's id, too: a traveller has the quote", async () => {
    const { quoteRef, subscriptionId } = await traveller.linked()
    const answer = await traveller.get(`/funnel/presubscribe?quote=${subscriptionId}&offer=1001`)
    expect(answer.status).toBe(404)
    expect(answer.text).not.toContain(quoteRef)
  })
})

describe("every page of the funnel", () => {
  it("is framed, kept, listed and passed on by nobody, and sets no cookie", async () => {
    const quote = await traveller.linked()
    const review = await traveller.sendForm(quote.form, "review", await traveller.get(quote.form))
    const pages = [
      await traveller.get(quote.form),
      await traveller.get(`/funnel/offers?quote=${quote.quoteRef}`),
      review,
      await traveller.get("/funnel/offers?quote=nothing"),
    ]
    for (const { headers } of pages) {
      expect(headers["content-security-policy"]).toContain("frame-ancestors 'none'")
      expect(headers["content-security-policy"]).toContain("form-action 'self'")
      expect(headers).toMatchObject({
        "cache-control": "no-store",
        "referrer-policy": "no-referrer",
        "x-robots-tag": "noindex",
      })
      expect(headers["set-cookie"]).toBeUndefined()
    }
    expect(review.text).toContain(names[0])
  })

  it.each(["/funnel", "/funnel/", "/funnel/paid", "/funnel/quote/"])(
    "is one of three: %s",
    async (path) => {
      expect(outcomeOf(await traveller.get(path))).toBe("404 NOT_FOUND")
    },
  )

  it("is gone where another funnel is configured", async () => {
    const other = await startService({ FUNNEL_URL: "https://funnel.example/" })
    try {
      const there = makeTraveller(() => other)
      for (const page of ["quote", "offers", "presubscribe"]) {
        expect(outcomeOf(await there.get(`/funnel/${page}`))).toBe("404 NOT_FOUND")
      }
    } finally {
      await other.stop()
    }
  })
})

describe("the quote form", () => {
  const leadsTo = async (query: string): Promise<string | undefined> => {
    const { headers, status } = await traveller.get(`/funnel/quote?${query}`)
    expect([status, headers["cache-control"]]).toEqual([302, "no-store"])
    return headers["location"]
  }

  it("is the comparator, filled in with what a sandbox link says", async () => {
    const query = "residence=FR&destinations=ES,PT&travellers=2&intent=forTourism&lang=en"
    expect(await leadsTo(query)).toBe(`../compare?${query}`)
  })

  it("keeps the ref of a tracked link", async () => {
    await linkRows(service()).addLink({ code: "quoteform1" })
    const { headers } = await traveller.get("/r/quoteform1?res=FR")
    const { pathname, search } = new URL(headers["location"] ?? "")
    expect(pathname).toBe("/funnel/quote")
    expect(await leadsTo(search.slice(1))).toBe("../compare?ref=usual-quoteform1&residence=FR")
  })

  it.each([
    "startDate=2027-07-01&age=34&name=Camille&mail=a%40b.example&price=3200",
    "residence=France&destinations=ES,&travellers=0&intent=toRob&lang=xx&ref=Acme",
    "residence=FR&residence=DE",
    `destinations=${"ES,".repeat(20)}PT`,
    "travellers=51",
    "ref=https%3A%2F%2Fevil.example%2F-abcd&lang=%0d%0aset-cookie:a=b",
  ])("passes on nothing that it does not know, and leads nowhere else: %s", async (query) => {
    expect(await leadsTo(query)).toBe("../compare")
  })
})
