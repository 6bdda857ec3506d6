import { describe, expect, it } from "@effect/vitest"
import type { QuoteResponse } from "../../../http/api/quotes.ts"
import { outcomeOf } from "../../support/http-call.ts"
import { paths, quoteBody } from "../../support/sample-trips.ts"
import { useService } from "../../support/service.ts"
import { shippedTables } from "../../support/tables.ts"

type Quote = QuoteResponse

const service = useService()

const get = (path: string) => service().call("GET", path, undefined, { key: null })

const iconPath = async (): Promise<string> => {
  const { body } = await service().call("POST", paths.quotes, quoteBody())
  const icon = (body as Quote).offers.find(({ iconUrl }) => iconUrl !== undefined)?.iconUrl ?? ""
  return new URL(icon).pathname
}

describe("icons", () => {
  it.each([
    ["", 128],
    ["?size=16", 16],
    ["?size=512", 512],
    ["?size=200", 200],
    ["?size=15", 16],
    ["?size=0", 16],
    ["?size=-5", 16],
    ["?size=513", 512],
    ["?size=99999999999999999999", 512],
    ["?size=", 128],
    ["?size=big", 128],
    ["?other=1", 128],
  ])("are drawn for the query %j at %i pixels", async (query, pixels) => {
    const answer = await get(`${await iconPath()}${query}`)
    expect(answer.status).toBe(200)
    expect(answer.text).toMatch(new RegExp(`<svg[^>]* width="${pixels}" height="${pixels}">`))
    expect(answer.text.match(/ width="/g)?.length).toBeGreaterThanOrEqual(1)
    expect(/<svg[^>]*>/.exec(answer.text)?.[0].match(/\bwidth=/g)).toHaveLength(1)
  })

  it("cannot run anything and are kept for long", async () => {
    const { headers } = await get(await iconPath())
    expect(headers["content-type"]).toBe("image/svg+xml; charset=utf-8")
    expect(headers["content-security-policy"]).toBe(
      "default-src 'none'; style-src 'unsafe-inline'; sandbox",
    )
    expect(headers["x-content-type-options"]).toBe("nosniff")
    expect(headers["cache-control"]).toBe("public, max-age=31536000, immutable")
  })

  it("have names that change with their content, and no other name", async () => {
    const path = await iconPath()
    expect(path).toMatch(/^\/icons\/[a-z-]+-[0-9a-f]{12}\.svg$/)
    expect(outcomeOf(await get(path.replace(/-[0-9a-f]{12}/, "")))).toBe("404 NOT_FOUND")
    expect(outcomeOf(await get(path.replace(/.{5}\.svg$/, "00000.svg")))).toBe("404 NOT_FOUND")
  })

  it("stand in for the insurer's logo exactly where an offer has one", async () => {
    const seen = { with: 0, without: 0 }
    for (const { aliasOf, intent } of shippedTables.intents.rows) {
      if (aliasOf !== null) continue
      const { body } = await service().call("POST", paths.quotes, quoteBody({ intent }))
      for (const offer of (body as Quote).offers) {
        if (offer.iconUrl === undefined) {
          seen.without += 1
          expect(Object.hasOwn(offer, "iconUrl")).toBe(false)
          expect(offer.insurer.logoUrl).toMatch(/\/icons\/lindengrove-/)
        } else {
          seen.with += 1
          expect(offer.insurer.logoUrl).toBe(offer.iconUrl)
        }
      }
    }
    expect(seen.with).toBeGreaterThan(0)
    expect(seen.without).toBeGreaterThan(0)
  })
})

describe("documents", () => {
  it("exist for exactly the offers that publish them", async () => {
    for (const { hasIpid, hasTerms, offerId } of shippedTables.sandboxOffers.rows) {
      const statuses = [
        (await get(`/documents/${offerId}/terms`)).status,
        (await get(`/documents/${offerId}/ipid`)).status,
        (await get(`/documents/${offerId}/other`)).status,
      ]
      expect([offerId, statuses]).toEqual([
        offerId,
        [hasTerms ? 200 : 404, hasIpid ? 200 : 404, 404],
      ])
    }
  })

  it("tell what is insured in the language asked for, or else preferred", async () => {
    const english = await get("/documents/101/ipid")
    expect(english.text).toContain('<html lang="en">')
    expect(english.headers["vary"]).toBe("Accept-Language, Accept-Encoding")
    expect(english.headers["content-security-policy"]).not.toContain("unsafe")
    const french = await get("/documents/101/ipid?lang=fr")
    expect(french.text).toContain("Qu’est-ce qui est assuré")
    expect(french.headers["content-language"]).toBe("fr")
    expect((await get("/documents/101/ipid?lang=xx")).text).toContain("What is insured?")
  })

  it("say that the insurer is fictional, and run no script", async () => {
    const { headers, text } = await get("/documents/101/terms")
    expect(text).toContain("fictional")
    expect(text).not.toContain("<script")
    expect(headers["content-security-policy"]).toContain("default-src 'none'")
  })
})
