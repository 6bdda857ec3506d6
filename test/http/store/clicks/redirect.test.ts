import { beforeAll, describe, expect, it } from "@effect/vitest"
import { type Answer, send } from "../../../support/http-call.ts"
import { useOwnService } from "../../../support/service.ts"
import { linkRows } from "./link-rows.ts"

const funnel = "https://funnel.example/go"
const service = useOwnService({ FUNNEL_URL: funnel })

const get = (path: string, method = "GET"): Promise<Answer> =>
  send({ port: service().port, method, path })

const locationOf = async (path: string): Promise<string | undefined> => {
  const answer = await get(path)
  expect(answer.status).toBe(302)
  return answer.headers["location"]
}

beforeAll(async () => {
  const { addLink, addQuote } = linkRows(service())
  await service().createKey({ partnerCode: "other" })
  await addLink({ code: "SPRING27" })
  await addLink({ code: "closed1", archived: true })
  await addLink({ code: "foreign1", partnerCode: "other" })
  await addQuote({ code: "SPRING27", quoteRef: "q1", offerIds: [7, 9] })
  await addQuote({ code: "SPRING27", quoteRef: "q_bare" })
  await addQuote({ code: "closed1", quoteRef: "q_closed", language: "de", offerIds: [7] })
  await addQuote({ code: "foreign1", quoteRef: "q_foreign", offerIds: [7] })
})

describe("where GET /r/<code> leads", () => {
  const bare = `${funnel}/quote?ref=usual-SPRING27`
  const list = `${funnel}/offers?quote=q1&lang=fr`

  it.each([
    ["", bare],
    ["?", bare],
    ["?res=FR&lang=en", `${bare}&residence=FR&lang=en`],
    ["?lang=en", `${bare}&lang=en`],
    ["?res=FR", `${bare}&residence=FR`],
    ["?quote=q1", list],
    ["?quote=q1&offer=7", `${funnel}/presubscribe?quote=q1&offer=7&lang=fr`],
    ["?offer=9&quote=q1", `${funnel}/presubscribe?quote=q1&offer=9&lang=fr`],
    ["?quote=q1&offer=7&lang=en&res=DE", `${funnel}/presubscribe?quote=q1&offer=7&lang=fr`],
    ["?quote=q_bare", `${funnel}/offers?quote=q_bare&lang=fr`],
  ])("%s", async (query, location) => {
    expect(await locationOf(`/r/SPRING27${query}`)).toBe(location)
    expect(await locationOf(`/r/SPRING27${query}`)).toBe(location)
  })

  it.each([
    ["an unknown subscription", "?quote=q9", bare],
    ["an unknown subscription with an offer", "?quote=q9&offer=7&res=FR", `${bare}&residence=FR`],
    ["a subscription of another link", "?quote=q_closed", bare],
    ["a subscription of another account", "?quote=q_foreign&offer=7", bare],
    ["an offer without a subscription", "?offer=7", bare],
    ["an offer that no link was made for", "?quote=q1&offer=8", list],
    [
      "an offer of a subscription without any",
      "?quote=q_bare&offer=7",
      `${funnel}/offers?quote=q_bare&lang=fr`,
    ],
    ["a subscription named twice", "?quote=q1&quote=q1", bare],
    ["a subscription in other case", "?quote=Q1", bare],
    ["an ill-formed subscription", "?quote=q1%00", bare],
    ["an ill-formed offer", "?quote=q1&offer=07", list],
    ["an offer beyond all numbers", "?quote=q1&offer=99999999999", list],
    ["an offer named twice", "?quote=q1&offer=7&offer=9", list],
    ["an unknown country", "?res=FRA&lang=en", `${bare}&lang=en`],
    ["a country in lower case", "?res=fr", bare],
    ["a country named twice", "?res=FR&res=FR", bare],
    ["an unknown language", "?res=FR&lang=xx", `${bare}&residence=FR`],
    ["a language named twice", "?lang=en&lang=en", bare],
    ["names in other case", "?QUOTE=q1&Res=FR", bare],
    ["a target of its own", "?url=https://evil.example&location=https://evil.example", bare],
  ])("ignores %s", async (_, query, location) => {
    expect(await locationOf(`/r/SPRING27${query}`)).toBe(location)
  })

  it("is the same for an archived link", async () => {
    expect(await locationOf("/r/closed1")).toBe(`${funnel}/quote?ref=usual-closed1`)
    expect(await locationOf("/r/closed1?quote=q_closed&offer=7")).toBe(
      `${funnel}/presubscribe?quote=q_closed&offer=7&lang=de`,
    )
  })

  it("follows a subscription whose language has changed, and an offer that is new to it", async () => {
    const { addQuote, query } = linkRows(service())
    await addQuote({ code: "SPRING27", quoteRef: "q_turn", offerIds: [7] })
    const path = "/r/SPRING27?quote=q_turn&offer=7"
    expect(await locationOf(path)).toBe(`${funnel}/presubscribe?quote=q_turn&offer=7&lang=fr`)
    expect(await locationOf("/r/SPRING27?quote=q_turn&offer=9")).toContain("/offers?")
    await query(
      (sql) => sql`
        update subscription set language = 'en', offer_ids = '{7,9}' where quote_ref = 'q_turn'`,
    )
    expect(await locationOf(path)).toBe(`${funnel}/presubscribe?quote=q_turn&offer=7&lang=en`)
    expect(await locationOf("/r/SPRING27?quote=q_turn&offer=9")).toBe(
      `${funnel}/presubscribe?quote=q_turn&offer=9&lang=en`,
    )
  })

  it("is the link itself as soon as there is one of that code", async () => {
    expect((await get("/r/later123")).status).toBe(404)
    await linkRows(service()).addLink({ code: "later123" })
    expect(await locationOf("/r/later123")).toBe(`${funnel}/quote?ref=usual-later123`)
  })
})

describe("the answer of /r/<code>", () => {
  it("is a redirect that nobody keeps, lists or names as a referrer", async () => {
    const answer = await get("/r/SPRING27?quote=q1")
    expect(answer.headers).toMatchObject({
      "cache-control": "no-store",
      "referrer-policy": "no-referrer",
      "x-robots-tag": "noindex",
      "x-content-type-options": "nosniff",
    })
    expect(answer.text).not.toContain("q1")
  })

  it.each([
    ["an unknown code", "/r/nobody99"],
    ["a code in other case", "/r/spring27"],
    ["too short a code", "/r/abc"],
    ["too long a code", `/r/${"a".repeat(33)}`],
    ["no code", "/r/"],
    ["a path below a code", "/r/SPRING27/more"],
    ["a slash after a code", "/r/SPRING27/"],
    ["a code that is escaped", "/r/SPRING%327"],
    ["a line break", "/r/SPRING27%0d%0aset-cookie:x=1"],
    ["markup", "/r/%3Cscript%3Ealert(1)%3C/script%3E?quote=%3Cscript%3E"],
    ["a statement", "/r/x'%20or%20true--"],
  ])("is one and the same page for %s", async (_, path) => {
    const answer = await get(path)
    const usual = await get("/r/nobody99")
    expect(answer.status).toBe(404)
    expect(answer.headers["content-type"]).toBe("text/html; charset=utf-8")
    expect(answer.headers["cache-control"]).toBe("no-store")
    expect(answer.headers["content-security-policy"]).toContain("default-src 'none'")
    expect(answer.headers["location"]).toBeUndefined()
    expect(answer.headers["set-cookie"]).toBeUndefined()
    expect(answer.text).toBe(usual.text)
  })

  it.each([
    "?quote=q1%0d%0aset-cookie:x=1",
    "?lang=fr%0d%0aset-cookie:x=1",
    "?res=FR%0aLocation:%20https://evil.example",
    "?offer=7%0d%0a%0d%0a%3Chtml%3E&quote=q1",
    "?quote=%3Cscript%3E",
  ])("lets nothing of the query into its headers or its body: %s", async (query) => {
    const answer = await get(`/r/SPRING27${query}`)
    expect(answer.status).toBe(302)
    expect(answer.headers["set-cookie"]).toBeUndefined()
    expect(answer.headers["location"]).toMatch(/^https:\/\/funnel\.example\/go\/[!-~]+$/)
    expect(`${answer.headers["location"]}${answer.text}`).not.toMatch(/evil|script|cookie|html/)
  })

  it.each(["POST", "PUT", "DELETE", "OPTIONS"])("refuses %s", async (method) => {
    const answer = await get("/r/SPRING27", method)
    expect([answer.status, answer.headers["allow"]]).toEqual([405, "GET, HEAD"])
  })
})

describe("the clicks of a link", () => {
  it("are counted for GET and not for HEAD, and not for pages that say there is none", async () => {
    const { addLink, clicksOnce } = linkRows(service())
    await addLink({ code: "counted1" })
    const heads = await Promise.all([1, 2, 3].map(() => get("/r/counted1", "HEAD")))
    for (const head of heads) {
      expect([head.status, head.headers["location"], head.text]).toEqual([
        302,
        `${funnel}/quote?ref=usual-counted1`,
        "",
      ])
    }
    await get("/r/counted1/")
    for (const query of ["", "?quote=unknown", "?res=FR&lang=fr"]) await get(`/r/counted1${query}`)
    // Heads came first, so that they would be written with these or before.
    expect(await clicksOnce("counted1", 3)).toBe(3)
  })
})
