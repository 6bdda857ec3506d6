import { assert, describe, it } from "@effect/vitest"
import { travellerLanguages } from "../../../../rules/messages/travellers/languages.ts"
import { send } from "../../../support/http-call.ts"
import { type TestService, useOwnService, useService } from "../../../support/service.ts"
import { shippedTables } from "../../../support/tables.ts"

const trip = "residence=FR&destinations=US&start=2097-07-01&end=2097-07-14&ages=34"

const asked = (service: () => TestService) => {
  const get = (path: string, headers = {}) =>
    send({ port: service().port, method: "GET", path, headers })
  const post = (path: string, body: string) =>
    send({
      port: service().port,
      method: "POST",
      path,
      headers: { "content-type": "application/x-www-form-urlencoded" },
      body,
    })
  return { get, post }
}

describe("search engines", () => {
  describe("unless the operator wants it", () => {
    const { get } = asked(useService())

    it("list no page of travellers", async () => {
      for (const path of ["/compare", "/compare?lang=de", `/compare?${trip}`]) {
        const { headers, text } = await get(path)
        assert.strictEqual(headers["x-robots-tag"], "noindex", path)
        assert.notMatch(text, /rel="(?:canonical|alternate)"/u)
      }
      const { headers, status, text } = await get("/robots.txt")
      assert.deepStrictEqual([status, headers["content-type"]], [200, "text/plain; charset=utf-8"])
      assert.strictEqual(
        text,
        "User-agent: *\nDisallow: /compare\nDisallow: /funnel/\nDisallow: /r/\n",
      )
    })
  })

  describe("where the operator wants it", () => {
    const { get, post } = asked(
      useOwnService({ INDEX_COMPARATOR: "true", BASE_URL: "https://compare.example" }),
    )

    it("list the first page in each language, and read there where it lies in all the others", async () => {
      const codes = travellerLanguages.map((language) => (language === "no" ? "nb" : language))
      const described = new Set<string>()
      for (const language of travellerLanguages) {
        const { headers, text } = await get(`/compare?lang=${language}&residence=FR`)
        assert.isUndefined(headers["x-robots-tag"])
        const head = text.slice(0, text.indexOf("</head>"))
        assert.include(
          head,
          `<link rel="canonical" href="https://compare.example/compare?lang=${language}"/>`,
        )
        const found = [...head.matchAll(/rel="alternate" hreflang="([^"]+)"/gu)].map(
          ([, code]) => code,
        )
        assert.deepStrictEqual(found, [...codes, "x-default"])
        const [, description = ""] = /name="description" content="([^"]+)"/u.exec(head) ?? []
        assert.isAbove(description.length, 80)
        assert.isBelow(description.length, 160)
        described.add(description)
      }
      assert.strictEqual(described.size, travellerLanguages.length)
      assert.match((await get("/robots.txt")).text, /^Allow: \/compare\$$/mu)
    })

    it("list no page that answers a traveller, and none in a frame", async () => {
      const led = await post("/compare", trip)
      const kept = new URL(led.headers["location"] ?? "", "http://x")
      const answers = [
        await get(kept.pathname + kept.search),
        await get("/compare/broken"),
        await get("/compare?lang=en", { "sec-fetch-dest": "iframe" }),
        await post("/compare", "residence=FR"),
      ]
      for (const { headers, text } of answers) {
        assert.strictEqual(headers["x-robots-tag"], "noindex")
        assert.notInclude(text, 'rel="canonical"')
      }
    })
  })

  it("find a title in each language that no other has", () => {
    const titles = shippedTables.travellerComparator.get("comparator.title")
    const shown = travellerLanguages.map((language) => titles?.[language])
    assert.strictEqual(new Set(shown).size, travellerLanguages.length)
  })
})
