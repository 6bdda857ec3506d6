import { describe, expect, it } from "@effect/vitest"
import type { CardsResponse } from "../../../rules/coach/response.ts"
import { type Answer, outcomeOf, send } from "../../support/http-call.ts"
import { paths } from "../../support/sample-trips.ts"
import { useService } from "../../support/service.ts"

const service = useService()

const get = (path: string, headers = {}, method = "GET"): Promise<Answer> =>
  send({ port: service().port, method, path, headers })

const cards = async (query = ""): Promise<CardsResponse> =>
  (await service().call("GET", `${paths.cards}${query}`)).body as CardsResponse

describe("pictures", () => {
  it("are served under the addresses that the catalogue gives for every card and bank", async () => {
    const { banks } = await cards("?country=FR")
    expect(banks.length).toBeGreaterThan(10)
    for (const bank of banks) {
      const [first] = bank.cards
      expect(first?.imageUrl).toBe(`${service().baseUrl}/cards/${first?.catalogueId}.svg`)
      for (const url of [bank.logoUrl, first?.imageUrl]) {
        const { headers, status, text } = await get(new URL(url ?? "").pathname)
        expect([url, status, headers["content-type"]]).toEqual([
          url,
          200,
          "image/svg+xml; charset=utf-8",
        ])
        expect(text).toContain(bank.name.split(" ")[0])
      }
    }
  })

  it("have the same addresses on every page of the catalogue", async () => {
    const all = (await cards()).banks.filter(({ country }) => country === "US")
    expect((await cards("?country=US")).banks).toEqual(all)
  })

  it("are pictures and nothing else, shown by any page and kept for a day", async () => {
    const { headers } = await get("/cards/1.svg")
    expect(headers["content-security-policy"]).toContain("default-src 'none'")
    expect(headers["cross-origin-resource-policy"]).toBe("cross-origin")
    expect(headers["cache-control"]).toBe("public, max-age=86400")
    expect(headers["etag"]).toMatch(/^W\/"[0-9a-f]{16}"$/)
  })

  it("are not sent again to who has them, in whatever coding", async () => {
    const { headers } = await get("/cards/1.svg")
    const etag = headers["etag"] ?? ""
    for (const known of [etag, etag.slice(2), `"other", ${etag}`, "*"]) {
      const again = await get("/cards/1.svg", { "if-none-match": known, "accept-encoding": "br" })
      expect([known, again.status, again.text]).toEqual([known, 304, ""])
      expect(again.headers).toMatchObject({ etag, vary: "Accept-Encoding" })
      expect(again.headers["content-length"]).toBeUndefined()
    }
    const other = await get("/cards/2.svg", { "if-none-match": etag })
    expect(other.status).toBe(200)
  })

  it.each([
    "/cards/999999.svg",
    "/cards/1",
    "/cards/01.svg",
    "/cards/.svg",
    "/banks/nobody.svg",
    "/banks/BNP-Paribas.svg",
    "/banks/__proto__.svg",
  ])("%s is nowhere", async (path) => {
    expect(outcomeOf(await get(path))).toBe("404 NOT_FOUND")
  })
})
