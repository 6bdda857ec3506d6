import { describe, expect, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as SqlClient from "effect/sql/SqlClient"
import type { Answer } from "../../../support/http-call.ts"
import { layerTestMail, linksSent, openBrowser } from "../../../support/console-browser.ts"
import { useOwnService } from "../../../support/service.ts"

const service = useOwnService({ PROXIES_IN_FRONT: "1" }, layerTestMail)

const browser = () => openBrowser(service().port)

const newestLink = async () => (await linksSent(service().port))[0] ?? ""

let people = 0

const freshAddress = (): string => `person${(people += 1)}@acme.example`

/** A call through a proxy, from a network that nothing has come from. */
const fromElsewhere = () => ({ "x-forwarded-for": `10.2.${(people += 1)}.7` })

const session = "viatica-session"

/** All of an answer that a caller can compare; ids, times and marks differ by their nature. */
const comparable = ({ headers, status, text }: Answer) => {
  const { date: _, "set-cookie": mark, "x-request-id": __, ...others } = headers
  return { status, text, others, mark: mark?.replace(/=[\w-]{43};/, "=;") }
}

describe("addresses", () => {
  it("are answered alike, known or not, letter included", async () => {
    const known = freshAddress()
    await browser().signIn(known)
    const ask = (email: string) => browser().post("/console/sign-in", { email }, fromElsewhere())
    const [first, second] = [await ask(known), await ask(freshAddress())]
    expect(comparable(second)).toEqual(comparable(first))
    const { text } = await browser().get("/outbox")
    const letters = [...text.matchAll(/<article.*?<\/article>/gs)].map(([letter]) =>
      letter.replaceAll(/person\d+@|[\w-]{43}|\d\d:\d\d|datetime="[^"]*"/g, ""),
    )
    expect(letters[1]).toBe(letters[0])
  })

  it.each([
    "a@acme.example\r\nBcc: b@acme.example",
    "a@acme.example%0d%0aBcc:b@acme.example",
    "a@acme.example,b@acme.example",
    "a@acme.example\0",
    "<script>alert(1)</script>@acme.example",
    "clаire@acme.example",
    "claire@ɑcme.example",
    "\u212aate@acme.example",
    "a".repeat(5_000) + "@acme.example",
  ])("that are none bring no letter and no script: %j", async (email) => {
    const before = (await linksSent(service().port)).length
    const answer = await browser().post("/console/sign-in", { email }, fromElsewhere())
    expect(answer.status).toBe(400)
    expect(answer.text).not.toContain("<script>alert")
    expect(await linksSent(service().port)).toHaveLength(before)
  })

  it("are sent so many links, whoever asks, and a network so many", async () => {
    const email = freshAddress()
    const statuses: Array<number> = []
    for (let index = 0; index < 6; index += 1) {
      statuses.push((await browser().post("/console/sign-in", { email }, fromElsewhere())).status)
    }
    expect(statuses).toEqual([303, 303, 303, 303, 303, 429])
    // One network for all that counts, though each of them has an address of its own.
    const crowd = await Promise.all(
      Array.from({ length: 60 }, (_, index) =>
        browser().post(
          "/console/sign-in",
          { email: freshAddress() },
          { "x-forwarded-for": `198.51.100.${index + 1}` },
        ),
      ),
    )
    expect(crowd.filter(({ status }) => status === 303)).toHaveLength(50)
    expect(crowd.filter(({ status }) => status === 429)).toHaveLength(10)
    const rows = await service().run(
      Effect.flatMap(
        SqlClient.SqlClient,
        (sql) => sql`select 1 from sign_in_link where network = ${"198.51.100.0/24"}`,
      ),
    )
    expect(rows).toHaveLength(50)
  })
})

describe("links", () => {
  it("work once, and tell nothing of what they were", async () => {
    const claire = browser()
    await claire.post("/console/sign-in", { email: freshAddress() }, fromElsewhere())
    const link = await newestLink()
    await claire.post(link)
    const used = await browser().post(link)
    const never = await browser().post(`/console/sign-in/${"x".repeat(43)}`)
    expect(comparable(used)).toEqual(comparable(never))
    expect([used.status, used.headers["set-cookie"]]).toEqual([410, undefined])
  })

  it("that another browser asked for say so before they sign in", async () => {
    const mallory = browser()
    await mallory.post("/console/sign-in", { email: freshAddress() }, fromElsewhere())
    const opened = await browser().get(await newestLink())
    expect(opened.text).toContain("Is this your link?")
    expect(opened.text).toContain("not asked for in this browser")
  })

  it("begin no session from a form of another site", async () => {
    const mallory = browser()
    await mallory.post("/console/sign-in", { email: freshAddress() }, fromElsewhere())
    const link = await newestLink()
    const victim = browser()
    for (const headers of [
      { origin: "https://evil.example" },
      { origin: "null" },
      { "sec-fetch-site": "cross-site" },
      { "sec-fetch-site": "same-site" },
    ]) {
      const answer = await victim.post(link, {}, headers)
      expect([answer.status, answer.headers["set-cookie"]]).toEqual([403, undefined])
    }
    expect((await victim.post(link, {}, { "sec-fetch-site": "same-origin" })).status).toBe(303)
  })

  it("lead to pages of ours and nowhere else", async () => {
    const roads: Readonly<Record<string, string>> = {
      "/console/sales?state=pending": "/console/sales?state=pending",
      "https://evil.example/": "/console",
      "//evil.example": "/console",
      "/\\evil.example": "/console",
      "/console/../../evil": "/console",
      "/console\r\nset-cookie: a=b": "/console",
      "javascript:alert(1)": "/console",
      "/r/SPRING27": "/console",
      "/console/sign-out": "/console",
    }
    for (const [next, expected] of Object.entries(roads)) {
      const claire = browser()
      const email = freshAddress()
      await claire.post("/console/sign-in", { email, next }, fromElsewhere())
      const begun = await claire.post(await newestLink())
      expect(begun.headers["location"]).toBe(expected)
      const asked = await claire.get(`/console/sign-in?next=${encodeURIComponent(next)}`)
      expect(asked.text).toContain(`name="next" value="${expected}"`)
    }
  })
})

describe("sessions", () => {
  it("are never those that somebody else chose", async () => {
    const victim = browser()
    const planted = "A".repeat(43)
    victim.cookies.set(session, planted)
    await victim.signIn(freshAddress())
    expect(victim.cookies.get(session)).not.toBe(planted)
    const mallory = browser()
    mallory.cookies.set(session, planted)
    expect((await mallory.get("/console/welcome")).status).toBe(303)
  })

  it("end where the same browser signs in anew", async () => {
    const claire = browser()
    await claire.signIn(freshAddress())
    const before = claire.cookies.get(session) ?? ""
    await claire.signIn(freshAddress())
    const old = browser()
    old.cookies.set(session, before)
    expect((await old.get("/console/welcome")).status).toBe(303)
    expect((await claire.get("/console/welcome")).status).toBe(200)
  })

  it("are none where two cookies claim to be it", async () => {
    const claire = browser()
    await claire.signIn(freshAddress())
    const token = claire.cookies.get(session) ?? ""
    claire.cookies.clear()
    const cookie = `${session}=${token}; ${session}=${token}`
    expect((await claire.get("/console/welcome", { cookie })).status).toBe(303)
  })
})

describe("forms of a session", () => {
  it("are taken with its own token from its own pages alone", async () => {
    const claire = browser()
    await claire.signIn(freshAddress())
    const mallory = browser()
    await mallory.signIn(freshAddress())
    const csrf = await claire.csrf()
    const foreign = await mallory.csrf()
    const name = "Acme"
    const attempts: ReadonlyArray<readonly [Record<string, string>, Record<string, string>]> = [
      [{ name }, {}],
      [{ name, csrf: "" }, {}],
      [{ name, csrf: foreign }, {}],
      [{ name, csrf: csrf.slice(1) }, {}],
      [{ name, csrf: `${csrf}A` }, {}],
      [{ name, csrf }, { origin: "https://evil.example" }],
      [{ name, csrf }, { "sec-fetch-site": "cross-site" }],
      [{ name, csrf }, { "sec-fetch-site": "same-site" }],
    ]
    for (const [fields, headers] of attempts) {
      expect((await claire.post("/console/welcome", fields, headers)).status).toBe(403)
      expect((await claire.post("/console/sign-out", fields, headers)).status).toBe(403)
    }
    expect((await claire.get("/console/welcome")).status).toBe(200)
    expect((await claire.post("/console/welcome", { csrf, name })).status).toBe(303)
  })

  it("have at most 16 kB", async () => {
    const claire = browser()
    await claire.signIn(freshAddress())
    const csrf = await claire.csrf()
    const padded = (bytes: number) => {
      const start = `csrf=${csrf}&name=&x=`
      return `${start}${"x".repeat(bytes - start.length)}`
    }
    expect((await claire.post("/console/welcome", padded(16_384))).status).toBe(400)
    expect((await claire.post("/console/welcome", padded(16_385))).status).toBe(413)
  })

  it("show what others wrote as text", async () => {
    const script = `"><script>alert(1)</script>`
    const owner = browser()
    await owner.signIn(freshAddress())
    const bad = await owner.post("/console/welcome", {
      csrf: await owner.csrf(),
      name: script,
      code: script,
    })
    expect(bad.status).toBe(400)
    expect(bad.text).not.toContain("<script>alert")
    expect(bad.text).toContain("&quot;>&lt;script>alert(1)")
  })
})

it("no page of the console can be framed, kept or indexed, signed in or not", async () => {
  const claire = browser()
  await claire.signIn(freshAddress())
  for (const path of [
    "/console/sign-in",
    "/console/sign-in/out",
    `/console/sign-in/${"x".repeat(43)}`,
    "/console/welcome",
    "/outbox",
  ]) {
    const { headers } = await claire.get(path)
    expect(headers["content-security-policy"]).toContain("frame-ancestors 'none'")
    expect(headers["content-security-policy"]).not.toContain("unsafe")
    expect([headers["cache-control"], headers["x-robots-tag"]]).toEqual(["no-store", "noindex"])
  }
})
