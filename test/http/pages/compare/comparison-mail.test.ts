import { describe, expect, it } from "@effect/vitest"
import { prepareDisclosures } from "../../../../rules/documents/disclosures.ts"
import { travellerLanguages } from "../../../../rules/messages/travellers/languages.ts"
import { limitOf } from "../../../../rules/reference/limits.ts"
import { keepLetters } from "../../../support/kept-letters.ts"
import { type Answer, send } from "../../../support/http-call.ts"
import { useOwnService, useService } from "../../../support/service.ts"
import { shippedTables } from "../../../support/tables.ts"
import { comingTrip } from "../../../support/coming-trip.ts"

const { layer, newest } = keepLetters()
const service = useOwnService({ PROXIES_IN_FRONT: "1" }, layer)
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
  start: comingTrip.start,
  end: comingTrip.end,
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

/** What a page says, without its tags. */
const unescaped = (html: string): string =>
  html
    .replaceAll(/<[^>]*>/g, " ")
    .replaceAll("&lt;", "<")
    .replaceAll("&quot;", '"')
    .replaceAll("&amp;", "&")
    .replaceAll(/[ \n]+/g, " ")

const disclosuresAt = prepareDisclosures(shippedTables)

let readers = 0

/** A comparison by email, in words with and without looks, and its page without line breaks. */
const mailed = async (fields: Readonly<Record<string, string>>) => {
  const { headers } = await post("/compare", { ...trip, ...fields })
  const page = await get(headers["location"] ?? "")
  const [, part = ""] = /name="comparison" value="([\w-]+)"/.exec(page.text) ?? []
  readers += 1
  const email = `reader${readers}@held.example`
  await post("/compare/send", { comparison: part, email, lang: fields["lang"] ?? "en" })
  await post((await newestTo(email)).path, {})
  const { html = "", text } = await newest(email)
  return {
    page: page.text,
    letter: { text, told: unescaped(html.replace(/<style>[^]*?<\/style>/, "")) },
  }
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
    expect(second.subject).toMatch(/^Your comparison – \d+ offers: United States, from €[\d.]+$/)
    expect(second.text.match(/: €/g)).toHaveLength(3)
    const led = await get(second.path)
    expect(led.status).toBe(303)
    expect((await get(led.headers["location"] ?? "")).text).toContain('id="age-1"')
  })

  it("is refused in words: no address, no comparison, too many, from another site, without mail", async () => {
    const { part } = await compared()
    const bad = await post("/compare/send", { comparison: part, email: "nobody", lang: "en" })
    expect([bad.status, bad.text.includes("Enter an email address")]).toEqual([422, true])
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

  it("is as well a page, which says the same, loads nothing and leads to the comparison and to who made it alone", async () => {
    for (const lang of travellerLanguages) {
      const { part } = await compared(lang)
      const email = `looks@${lang}.example`
      await post("/compare/send", { comparison: part, email, lang })
      const asked = await newest(email)
      await post((await newestTo(email)).path, {})
      const sent = await newest(email)
      for (const { html = "", subject, text } of [asked, sent]) {
        expect(html, lang).toContain(`<html lang="${lang}">`)
        expect(Buffer.byteLength(html), lang).toBeLessThan(14_000)
        expect(html, lang).not.toMatch(
          /<img|<script|<link|<form|\bsrc=|url\(|@import|https?:[^"]*\.(?:gif|png)/i,
        )
        const told = unescaped(html.replace(/<style>[^]*?<\/style>/, ""))
        expect(told, lang).not.toMatch(/[{}]|undefined|\[object|NaN/)
        expect(told, lang).toContain(subject)
        // Where both tell of an offer, they tell alike.
        for (const line of text.split("\n").filter((each) => /^\S.*: .*€/u.test(each))) {
          const [name = "", price = ""] = line.split(/: (?=[^:]*$)/u)
          expect(told, lang).toContain(name)
          expect(told, lang).toContain(price)
        }
        const addresses = new Set(
          [...html.matchAll(/href="([^"]*)"/g)].map(([, href = ""]) => unescaped(href)),
        )
        const about = [...addresses].filter((address) => address.includes("/compare/about"))
        expect(about, lang).toEqual(
          html === sent.html
            ? [`http://127.0.0.1:${service().port}/compare/about?lang=${lang}&residence=FR`]
            : [],
        )
        expect(addresses.size - about.length, lang).toBe(1)
        for (const address of addresses) expect(text, lang).toContain(address)
      }
    }
  })

  it.each(["FR", "GB", "SG", "DE"])(
    "tells a resident of %s what the law asks for beside offers, in the words of the page",
    async (residence) => {
      const { letter, page } = await mailed({ residence, lang: "fr" })
      const told = [...page.matchAll(/<(\w+)[^>]*data-disclosure="[^"]+"[^>]*>([^]*?)<\/\1>/g)].map(
        ([, , content = ""]) => unescaped(content).trim(),
      )
      const places = ["before_list", "offer", "footer"] as const
      const texts = places.flatMap((place) => disclosuresAt(residence, place))
      expect(new Set(told).size).toBe(texts.length)
      for (const words of told) {
        expect(letter.told).toContain(words)
        for (const sentence of words.split(/ (?=\S+\.\S+\/\S+$)/u)) {
          expect(letter.text).toContain(sentence)
        }
      }
    },
  )

  it.each([
    ["by bank, network and range", { network: "visa", tier: "premium", bank: "BNP Paribas" }],
    ["by its first digits", { bin: "497010" }],
    ["and is not known", { bin: "999999" }],
    ["and is of a country without cards", { residence: "DE", network: "visa", tier: "mid" }],
  ])("tells of the card that was named %s, in the words of the page", async (_how, card) => {
    const { letter, page } = await mailed({ lang: "fr", ...card })
    const [, panel = ""] = /<section class="card coach"[^>]*>([^]*?)<\/section>/.exec(page) ?? []
    const shown = panel
      .replaceAll(/<details>[^]*?<\/details>|<a [^]*?<\/a>|<p>\s*<span>[^]*?<\/p>/g, "")
      .match(/(?<=>)[^<>]*\p{L}[^<>]*(?=<)/gu)
    const lines = (shown ?? []).map((line) => unescaped(line).trim())
    expect(lines.length).toBeGreaterThan(1)
    for (const line of lines) {
      expect(letter.told).toContain(line)
      expect(letter.text).toContain(line)
    }
  })

  it("says about how much a ceiling is in the currency of the trip, and of which day the rates are", async () => {
    for (const lang of travellerLanguages) {
      const { letter, page } = await mailed({ lang, currency: "GBP" })
      const amounts = letter.text.match(/≈[^),\n]*/gu) ?? []
      expect(amounts.length, lang).toBeGreaterThan(0)
      expect(letter.told.match(/≈[^),\n]*/gu), lang).toEqual(amounts)
      for (const amount of amounts) expect(page, lang).toContain(amount)
      const [, small = ""] = /<p class="small-print[^>]*>([^]*?)<\/p>/.exec(page) ?? []
      expect(letter.told, lang).toContain(unescaped(small).trim())
      expect(letter.text, lang).toContain(unescaped(small).trim())
    }
  })
})
