import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import { bodyBytes } from "../../../../http/api/answer.ts"
import type { IncomingCall } from "../../../../http/api/incoming.ts"
import { makeFrontRoutes } from "../../../../http/pages/front/front-routes.ts"
import { makeAssets } from "../../../../http/pages/kit/assets.ts"
import { preparePages } from "../../../../http/pages/kit/page.ts"
import { offerLine, priceSample } from "../../../../http/pages/samples.ts"
import { makeStanding } from "../../../../http/pages/standing.ts"
import type { Hindrance } from "../../../../http/ports/hindrance.ts"
import type { Incident, IncidentState } from "../../../../http/ports/incidents.ts"
import type { CheckedDay } from "../../../../http/ports/status-history.ts"
import type { TablesStatus } from "../../../../http/ports/table-bundle.ts"
import { prepareLive } from "../../../../rules/pricing/live.ts"
import { apiVersion } from "../../../../http/config/version.ts"
import { send } from "../../../support/http-call.ts"
import { readPage } from "../../../support/page-check.ts"
import { useService } from "../../../support/service.ts"
import { shippedTables } from "../../../support/tables.ts"
import { frenchMistakes, gluedWords } from "../docs/page-text.ts"

const service = useService()

const get = (path: string, headers: Readonly<Record<string, string>> = {}) =>
  send({ port: service().port, method: "GET", path, headers })

/** Pages of who is signed in. */
const othersPages = /^\/console\b/

describe("the front door", () => {
  it("is a page for browsers and for whoever does not say", async () => {
    const browser = "text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8"
    for (const accept of [browser, "*/*", "application/json;q=0.5, text/html", "image/png"]) {
      const { headers, status } = await get("/", { accept })
      assert.deepStrictEqual([status, headers["content-type"]], [200, "text/html; charset=utf-8"])
    }
    assert.match((await get("/")).text, /^<!doctype html>/)
  })

  it("is JSON for whoever prefers it, with addresses that lead on", async () => {
    const { body, headers } = await get("/", { accept: "text/html;q=0.4, application/json" })
    const base = service().baseUrl
    assert.deepInclude(body, {
      name: "Viatica",
      version: apiVersion,
      docs: `${base}/docs`,
      openapi: `${base}/openapi.json`,
    })
    assert.strictEqual(headers["content-type"], "application/json; charset=utf-8")
  })

  it("is Markdown for programs that name it and prefer it, and so is the status", async () => {
    for (const [path, says] of [
      ["/", "# Price a trip"],
      ["/status", "# "],
    ] as const) {
      const { headers, status, text } = await get(path, {
        accept: "text/markdown, text/html;q=0.5",
      })
      assert.deepStrictEqual(
        [status, headers["content-type"], headers["vary"], headers["content-language"]],
        [200, "text/markdown; charset=utf-8", "Accept, Accept-Language, Accept-Encoding", "en"],
      )
      assert.isTrue(text.startsWith(says), text.slice(0, 80))
      const prose = text.replaceAll(/^```[\s\S]*?^```$/gm, "")
      assert.notMatch(prose, /<\/?[a-z]|undefined|\[object/)
      assert.include(text, `[All pages](${service().baseUrl}/llms.txt)`)
      const french = await get(`${path}?lang=fr`, { accept: "text/markdown" })
      assert.include(french.text, `[Toutes les pages](${service().baseUrl}/llms.txt)`)
      const browser = await get(path, { accept: "text/html, text/markdown;q=0.5" })
      assert.strictEqual(browser.headers["content-type"], "text/html; charset=utf-8")
    }
  })

  it("tells caches what it varies by, in both forms", async () => {
    for (const accept of ["text/html", "application/json"]) {
      const { headers } = await get("/", { accept })
      assert.strictEqual(headers["vary"], "Accept, Accept-Language, Accept-Encoding")
    }
  })

  it("speaks the language of the address, else that of the browser, else English", async () => {
    const asked = async (path: string, language: string) =>
      (await get(path, { "accept-language": language })).headers["content-language"]
    assert.strictEqual(await asked("/?lang=fr", "en"), "fr")
    assert.strictEqual(await asked("/", "fr-CA, en;q=0.5"), "fr")
    assert.strictEqual(await asked("/?lang=xx", "de"), "en")
  })

  it("prices its trip by the engine, over the tables in force", async () => {
    const links = { iconUrl: (file: string) => file, documentUrl: () => "" }
    const { offers } = priceSample(prepareLive(shippedTables), shippedTables, links)
    assert.isAbove(offers.length, 3)
    for (const language of ["en", "fr"]) {
      const { text } = await get(`/?lang=${language}`)
      for (const offer of offers.slice(0, 3)) {
        const { insurer, name, price } = offerLine(offer, language)
        for (const part of [insurer, name, price]) assert.include(text, part)
      }
      assert.notInclude(text, offers[3] === undefined ? "" : offerLine(offers[3], language).price)
    }
  })

  it("has no link that leads nowhere, and keeps the language that the address names", async () => {
    for (const path of ["/", "/?lang=fr", "/status"]) {
      const { links, unbalanced } = readPage((await get(path)).text)
      assert.deepStrictEqual(unbalanced, [])
      assert.deepStrictEqual(gluedWords((await get(path)).text), [])
      const own = links.filter((link) => link.startsWith("/") && !othersPages.test(link))
      assert.isAbove(own.length, 5)
      for (const link of own) {
        const { status } = await get(link.replaceAll("&amp;", "&").replace(/#.*/, ""))
        assert.deepStrictEqual([link, status], [link, 200])
      }
      if (path.includes("lang")) {
        const pages = own.filter((link) => !/^\/(?:assets|openapi)/.test(link))
        for (const link of pages) assert.match(link, /[?&]lang=(?:fr|en)/)
      }
    }
  })

  it("keeps the rules of French typography", async () => {
    for (const path of ["/?lang=fr", "/status?lang=fr"]) {
      assert.deepStrictEqual(frenchMistakes((await get(path)).text), [])
    }
  })
})

describe("the front door and the status page over other facts", () => {
  const bundle = {
    tables: shippedTables,
    hash: "abc123def456",
    manifest: { schemaVersion: 1, effectiveFrom: "2026-01-01", effectiveUntil: null },
    folder: "/nowhere",
    releases: [
      {
        name: "spring-rates",
        effectiveFrom: "2027-03-01",
        state: "waiting" as const,
        digest: "",
        mistakes: [],
      },
    ],
  }
  const tables: TablesStatus = {
    inForce: bundle,
    loadedAtMs: 0,
    waiting: undefined,
    refused: { atMs: 0, count: 2, mistakes: ["fees.csv:2: <b>not a number</b>"] },
  }

  const pageOf = (
    pattern: string,
    query: string,
    hindrance?: Hindrance,
    history: ReadonlyArray<CheckedDay> | undefined = [],
    incidents: ReadonlyArray<Incident> | undefined = [],
  ) => {
    const limits = shippedTables.limits
    const changed = {
      ...shippedTables,
      limits: {
        ...limits,
        get: (...key: ReadonlyArray<string | number>) => {
          const row = limits.get(...key)
          return row?.name === "sandbox_reads_per_day" ? { ...row, value: 7_301 } : row
        },
      },
    }
    const routes = makeFrontRoutes({
      makePage: preparePages(makeAssets()),
      baseUrl: "https://viatica.example",
      tables: changed,
      hash: bundle.hash,
      icons: { path: (file) => `/icons/${file}` },
      live: () => prepareLive(shippedTables),
      history: Effect.succeed(history),
      incidents: Effect.succeed(incidents),
      standing: makeStanding({
        readiness: Effect.succeed(hindrance),
        tables: () => tables,
        rates: () => ({
          source: "tables",
          days: { oldest: "2020-01-01", newest: "2020-01-02" },
          staleDays: 5,
          lastRefusal: "it is late",
        }),
        processes: () => undefined,
        isDraining: () => false,
      }),
    })
    const route = routes.find((route) => route.pattern === pattern)
    const call: IncomingCall = {
      method: "GET",
      path: pattern,
      query,
      headerValues: () => [],
      peer: () => "192.0.2.1",
      readBody: () => Effect.succeed(new Uint8Array()),
    }
    return Effect.map(route?.answer(call, "") ?? Effect.undefined, (answer) =>
      new TextDecoder().decode(bodyBytes(answer?.body ?? new Uint8Array())),
    )
  }

  it.effect("follow the tables: a limit that changes there changes on the page", () =>
    Effect.map(pageOf("/", ""), (page) => {
      assert.include(page, "7301 reads")
      assert.include(page, "https://viatica.example/widget.js")
    }),
  )

  it.effect("say plainly that calls are not taken, and why", () =>
    Effect.gen(function* () {
      const hindrance: Hindrance = { database: "disk full" }
      for (const pattern of ["/", "/status"]) {
        assert.include(yield* pageOf(pattern, "", hindrance), "the disk of the database is full")
        assert.include(yield* pageOf(pattern, "lang=fr", hindrance), "est plein")
        assert.notInclude(yield* pageOf(pattern, ""), "disk")
      }
    }),
  )

  it.effect("tell the last 90 days: what failed, and what nobody knows", () =>
    Effect.gen(function* () {
      const today = "1970-01-01"
      const page = yield* pageOf("/status", "", undefined, [
        { part: "calls", day: "1969-01-01", checked: 288, failed: 288 },
        { part: "calls", day: today, checked: 12, failed: 3 },
        { part: "events", day: today, checked: 288, failed: 0 },
      ])
      assert.include(page, "1 day with failed checks")
      assert.include(page, "89 days unknown: nothing was checked")
      assert.include(page, "0 days without a failed check")
      assert.include(page, ": checks failed within about 15 minutes.")
      assert.include(page, "1 day without a failed check")
      assert.include(page, "90 days unknown: nothing was checked")
      assert.strictEqual(page.match(/<i class="(?:sound|disturbed|unknown)"><\/i>/g)?.length, 360)
      const french = yield* pageOf("/status", "lang=fr")
      assert.match(french, /90\sjours inconnus\s: rien n’a été vérifié/)
    }),
  )

  it.effect("tell incidents: those that go on above all else, the last word on each on top", () =>
    Effect.gen(function* () {
      const note = (state: IncidentState, atMs: number, en: string, fr: string | null = null) => ({
        state,
        atMs,
        text: { en, fr },
      })
      const over: Incident = {
        number: 1,
        title: { en: "Links <late>", fr: "Liens en retard" },
        beganMs: 0,
        notes: [
          note("investigating", 60_000, "We look.\n\nMore soon."),
          note("resolved", 120_000, "All is well.", "Tout va bien."),
        ],
      }
      const open = { ...over, number: 2, notes: over.notes.slice(0, 1) }
      const [none, done, both] = [
        yield* pageOf("/status", ""),
        yield* pageOf("/status", "", undefined, [], [over]),
        yield* pageOf("/status", "", undefined, [], [over, open]),
      ]
      assert.include(none, "No incident in the last 90 days.")
      const at = (page: string, text: string): number => {
        assert.include(page, text)
        return page.indexOf(text)
      }
      assert.include(done, "Links &lt;late")
      assert.isAbove(at(done, 'id="incident-1"'), at(done, "The last 90 days"))
      assert.isBelow(at(done, "All is well."), at(done, "<p>More soon.</p>"))
      assert.isBelow(at(both, 'id="incident-2"'), at(both, "The last 90 days"))
      assert.isBelow(at(both, 'id="incident-2"'), at(both, 'id="incident-1"'))
      assert.include(both, "An incident is open</h1>")
      assert.notInclude(done, "An incident is open")
      const french = yield* pageOf("/status", "lang=fr", undefined, [], [over])
      for (const text of ["Liens en retard", "Tout va bien.", '<p lang="en">We look.</p>']) {
        assert.include(french, text)
      }
    }),
  )

  it.effect("hand incidents out as a feed, each as new as the last word on it", () =>
    Effect.gen(function* () {
      const incident: Incident = {
        number: 7,
        title: { en: "A & B", fr: null },
        beganMs: 0,
        notes: [{ state: "watching", atMs: 3_600_000, text: { en: "It holds.", fr: null } }],
      }
      const feed = yield* pageOf("/status.atom", "", undefined, [], [incident])
      for (const text of [
        "<title>Watching: A &amp; B</title>",
        "<id>https://viatica.example/status?lang=en#incident-7</id>",
        "<published>1970-01-01T00:00:00.000Z</published>",
        "<updated>1970-01-01T01:00:00.000Z</updated>",
        "It holds.",
      ]) {
        assert.include(feed, text)
      }
      const french = yield* pageOf("/status.atom", "lang=fr", undefined, [], [incident])
      assert.include(french, "Sous surveillance\u00a0: A &amp; B")
      assert.include(yield* pageOf("/status.atom", "", undefined, [], []), "</feed>")
    }),
  )

  it.effect("tell releases, refused tables and old rates, as text", () =>
    Effect.map(pageOf("/status", ""), (page) => {
      assert.include(page, "abc123def456")
      assert.include(page, "spring-rates")
      assert.include(page, "1 March 2027")
      assert.include(page, "waits for its day")
      assert.include(page, "Rates of 2 January 2020")
      assert.include(page, "refused for 2 mistakes")
      assert.include(page, "&lt;b>not a number")
      assert.notInclude(page, "<b>not a number")
    }),
  )
})
