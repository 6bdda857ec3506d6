import { describe, expect, it } from "@effect/vitest"
import { travellerLanguages } from "../../../../rules/messages/travellers/languages.ts"
import { limitOf } from "../../../../rules/reference/limits.ts"
import { layerTestMail } from "../../../support/console-browser.ts"
import { type Answer, send } from "../../../support/http-call.ts"
import { useOwnService, useService } from "../../../support/service.ts"
import { shippedTables } from "../../../support/tables.ts"

const service = useOwnService({ PROXIES_IN_FRONT: "1" }, layerTestMail)
const mailless = useService()

let visitors = 0

const visitor = () => {
  visitors += 1
  return { "x-forwarded-for": `198.51.100.${visitors}` }
}

const get = (path: string, port = service().port): Promise<Answer> =>
  send({ port, method: "GET", path, headers: visitor() })

const post = (
  path: string,
  fields: Readonly<Record<string, string>>,
  headers: Readonly<Record<string, string>> = visitor(),
): Promise<Answer> =>
  send({
    port: service().port,
    method: "POST",
    path,
    headers: { "content-type": "application/x-www-form-urlencoded", ...headers },
    body: new URLSearchParams(fields).toString(),
  })

const trip = {
  residence: "FR",
  destinations: "US",
  start: "2027-07-01",
  end: "2027-07-14",
  ages: "34,31",
}

/** The page of a comparison, and what its form holds for others. */
const compared = async (lang = "en") => {
  const { headers } = await post("/compare", { ...trip, lang })
  const { text } = await get(headers["location"] ?? "")
  const [, part = ""] = /name="comparison" value="([\w-]+)"/.exec(text) ?? []
  return { text, part }
}

/** The newest email to an address in the outbox, and the path of the address of ours in it. */
const newestTo = async (to: string) => {
  const { text } = await get("/outbox?lang=en")
  const found = text.split("<article").find((each) => each.includes(`<b>${to}</b>`)) ?? ""
  const [, subject] = /<h2>([^<]*)<\/h2>/.exec(found) ?? []
  const [, href = ""] = /href="https?:\/\/[^/"]+(\/compare\/[^"]+)"/.exec(found) ?? []
  return { subject, text: found.replaceAll(/<[^>]*>/g, ""), path: href }
}

describe("a comparison by email", () => {
  it("comes after a link was opened and its button pressed, and holds what the page does", async () => {
    const { part } = await compared()
    const to = "camille@example.com"
    const asked = await post("/compare/send", {
      comparison: part,
      email: " Camille@Example.com",
      lang: "en",
    })
    expect(asked.status).toBe(200)
    expect(asked.text).toContain(`We have written to ${to}.`)
    const first = await newestTo(to)
    expect(first.subject).toBe("Confirm, and we send you your comparison")
    // The sealed address and the time of day may hold any digits.
    const told = first.text.replaceAll(/https?:\/\/\S+|\d\d:\d\d UTC/g, "")
    expect(told).not.toMatch(/United States|34|€/)
    expect(first.path).toMatch(/^\/compare\/send\/[\w-]+\?lang=en$/)
    const opened = await get(first.path)
    expect(opened.text).toContain(`Send the comparison to ${to}?`)
    expect(opened.headers["referrer-policy"]).toBe("no-referrer")
    // Programs that look through mail open links: that sends nothing.
    await get(first.path)
    expect((await newestTo(to)).subject).toBe(first.subject)
    const sent = await post(first.path, {})
    expect(sent.text).toContain(`It is on its way to ${to}.`)
    const second = await newestTo(to)
    expect(second.subject).toMatch(/^\d+ offers: United States$/)
    expect(second.text.match(/: €/g)).toHaveLength(3)
    const led = await get(second.path)
    expect(led.status).toBe(303)
    expect((await get(led.headers["location"] ?? "")).text).toContain('id="age-1"')
  })

  it("is refused in words: no address, no comparison, too many, from another site, without mail", async () => {
    const { part } = await compared()
    const bad = await post("/compare/send", { comparison: part, email: "nobody", lang: "en" })
    expect([bad.status, bad.text.includes("Give an email address")]).toEqual([422, true])
    expect(bad.text).toContain('value="nobody"')
    const none = await post("/compare/send", {
      comparison: "abc",
      email: "a@b.example",
      lang: "en",
    })
    expect(none.status).toBe(404)
    const elsewhere = await post(
      "/compare/send",
      { comparison: part, email: "foreign@b.example", lang: "en" },
      { ...visitor(), "sec-fetch-site": "cross-site" },
    )
    expect(elsewhere.text).toContain('value="foreign@b.example"')
    expect((await newestTo("foreign@b.example")).subject).toBeUndefined()
    const over = await get("/compare/send/abc?lang=en")
    expect([over.status, over.text.includes("This link no longer works")]).toEqual([410, true])
    expect((await post("/compare/send/abc?lang=en", {})).status).toBe(410)
    const { text } = await send({
      port: mailless().port,
      method: "POST",
      path: "/compare",
      body: new URLSearchParams({ ...trip, lang: "en" }).toString(),
    }).then(({ headers }) => get(headers["location"] ?? "", mailless().port))
    expect(text).not.toContain("/compare/send")
    expect(text).toContain('id="comparison-address"')
  })

  it.each([
    ["mailbox", "comparison_emails_per_mailbox_day"],
    ["network", "comparison_emails_per_network_day"],
  ] as const)("is bounded by %s", async (by, limit) => {
    const { part } = await compared()
    const most = limitOf(shippedTables, limit)
    const one = visitor()
    const statuses: Array<number> = []
    for (let turn = 0; turn <= most; turn += 1) {
      const email = by === "mailbox" ? `often+${turn}@one.example` : `a${turn}@network.example`
      const asked = await post(
        "/compare/send",
        { comparison: part, email, lang: "en" },
        by === "mailbox" ? visitor() : one,
      )
      statuses.push(asked.status)
    }
    expect(statuses.slice(0, -1).every((status) => status === 200)).toBe(true)
    expect(statuses.at(-1)).toBe(429)
  })

  it("is told in every language", async () => {
    for (const lang of travellerLanguages) {
      const { part } = await compared(lang)
      const email = `reader@${lang}.example`
      await post("/compare/send", { comparison: part, email, lang })
      const asked = await newestTo(email)
      expect(asked.path, lang).toContain(`?lang=${lang}`)
      const sent = await post(asked.path, {})
      expect(sent.status, lang).toBe(200)
      expect((await newestTo(email)).text, lang).toContain(`?lang=${lang}`)
    }
  })
})
