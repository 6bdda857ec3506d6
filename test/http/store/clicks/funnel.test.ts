import { createHash } from "node:crypto"
import { describe, expect, it } from "@effect/vitest"
import { type Answer, outcomeOf, send } from "../../../support/http-call.ts"
import { startService, useService } from "../../../support/service.ts"
import { linkRows } from "./link-rows.ts"

const service = useService()

const get = (path: string, port = service().port): Promise<Answer> =>
  send({ port, method: "GET", path })

/** The hash by which a page's policy names its only style. */
const styleHash = ({ text }: Answer): string => {
  const style = /<style>([\s\S]*?)<\/style>/.exec(text)?.[1] ?? ""
  return createHash("sha256").update(style).digest("base64")
}

describe("the pages that stand in for a funnel", () => {
  it.each(["quote", "offers", "presubscribe"])(
    "say so, and what they were opened with: %s",
    async (page) => {
      const answer = await get(`/funnel/${page}?quote=q1&lang=fr&lang=de&destinations=ES,PT`)
      expect(answer.status).toBe(200)
      expect(answer.text).toContain("stand-in: the traveller’s funnel would open here")
      for (const [name, value] of [
        ["quote", "q1"],
        ["lang", "fr"],
        ["lang", "de"],
        ["destinations", "ES,PT"],
      ]) {
        expect(answer.text).toContain(`<th scope="row">${name}</th><td>${value}</td>`)
      }
      expect(answer.headers).toMatchObject({
        "content-type": "text/html; charset=utf-8",
        "cache-control": "no-store",
        "content-security-policy": `default-src 'none'; style-src 'sha256-${styleHash(answer)}'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`,
        "referrer-policy": "no-referrer",
        "x-robots-tag": "noindex",
      })
    },
  )

  it("show markup as text, in names and in values", async () => {
    const markup = encodeURIComponent(`<img src=x onerror="alert('1')">`)
    const { text } = await get(`/funnel/quote?${markup}=${markup}`)
    expect(text).not.toContain("<img")
    const shown = "&lt;img src=x onerror=&quot;alert(&#39;1&#39;)&quot;&gt;"
    expect(text).toContain(`<th scope="row">${shown}</th><td>${shown}</td>`)
  })

  it.each([
    ["many fields", "a&".repeat(7_500)],
    ["many fields of one character more", "a=b&".repeat(3_700)],
    ["a long name", "n".repeat(15_000)],
    ["a long value", `a=${"v".repeat(15_000)}`],
    ["a long value of markup", `a=${"'".repeat(15_000)}`],
    ["a long value in other letters", `a=${encodeURIComponent("é".repeat(2_400))}`],
  ])("send back no more than little of a query, and say so: %s", async (_, query) => {
    const { status, text } = await get(`/funnel/quote?${query}`)
    expect(status).toBe(200)
    expect(text.length).toBeLessThan(6_000)
    expect(text).toMatch(/It has more fields than are shown here|…/)
  })

  it("open without a field, too", async () => {
    expect((await get("/funnel/offers")).text).toContain("without any field")
  })

  it.each(["/funnel", "/funnel/", "/funnel/paid", "/funnel/quote/"])(
    "are three: %s",
    async (path) => {
      expect(outcomeOf(await get(path))).toBe("404 NOT_FOUND")
    },
  )

  it("are where links lead", async () => {
    await linkRows(service()).addLink({ code: "standin1" })
    const { headers } = await get("/r/standin1?res=FR")
    const { baseUrl } = service()
    expect(headers["location"]).toBe(`${baseUrl}/funnel/quote?ref=usual-standin1&residence=FR`)
    expect((await get((headers["location"] ?? "").slice(baseUrl.length))).status).toBe(200)
  })

  it("are gone where a funnel is configured", async () => {
    const other = await startService({ FUNNEL_URL: "https://funnel.example/" })
    try {
      const answers = await Promise.all(
        ["quote", "offers", "presubscribe"].map((page) => get(`/funnel/${page}`, other.port)),
      )
      expect(answers.map(outcomeOf)).toEqual(Array(3).fill("404 NOT_FOUND"))
    } finally {
      await other.stop()
    }
  })
})
