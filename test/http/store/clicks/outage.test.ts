import { setTimeout as delay } from "node:timers/promises"
import { describe, expect, it } from "@effect/vitest"
import type { TestContext } from "vitest"
import { openDatabaseWay } from "../../../support/database-way.ts"
import { type Answer, outcomeOf, send } from "../../../support/http-call.ts"
import { createFreshDatabase, migratedDatabaseUrl } from "../../../support/postgres.ts"
import { paths, quoteBody } from "../../../support/sample-trips.ts"
import { startServerProcess } from "../../../support/server-process.ts"
import { startService, type TestService } from "../../../support/service.ts"
import type { Server } from "../../../support/spawned-server.ts"
import { linkRows } from "./link-rows.ts"

const funnel = "https://funnel.example"

/** A service whose way to its database can be taken away, with what its tests ask of it. */
const openOutage = async ({ onTestFinished }: TestContext) => {
  const database = await createFreshDatabase(migratedDatabaseUrl)
  onTestFinished(database.drop)
  const way = await openDatabaseWay(database.url)
  onTestFinished(way.stop)
  const service = await startService({ DATABASE_URL: way.url, FUNNEL_URL: funnel })
  onTestFinished(service.stop)
  const { addLink, addQuote, clicksOnce } = linkRows(service)
  for (const code of ["seen", "unseen", "back"]) {
    await addLink({ code: `${code}1` })
    await addQuote({ code: `${code}1`, quoteRef: `q_${code}`, offerIds: [7] })
    await addQuote({ code: `${code}1`, quoteRef: `q_${code}_2`, offerIds: [7] })
  }

  const get = (path: string, port = service.port): Promise<Answer> =>
    send({ port, method: "GET", path })

  const locations = async (paths: ReadonlyArray<string>, port = service.port) => {
    const answers = await Promise.all(paths.map((path) => get(path, port)))
    expect(answers.map(({ status }) => status)).toEqual(paths.map(() => 302))
    return answers.map(({ headers }) => headers["location"]?.slice(funnel.length))
  }

  /** Another process, which none of the links was made by. */
  const openSibling = async (): Promise<Server> => {
    const sibling = await startServerProcess(way.url, { FUNNEL_URL: funnel })
    onTestFinished(async () => void (await sibling.end("SIGTERM")))
    return sibling
  }

  /** Gives the database back, and waits until processes have let go of their dead connections. */
  const databaseIsBack = async (...siblings: ReadonlyArray<Server>) => {
    await way.lift()
    const deadline = Date.now() + 20_000
    for (const { port } of [service, ...siblings]) {
      while ((await get("/readyz", port)).status !== 200 && Date.now() < deadline) await delay(50)
    }
  }

  return { service, way, addLink, clicksOnce, get, locations, openSibling, databaseIsBack }
}

/** The paths of a fresh subscription's links: to its list of offers, and to two offers. */
const mint = async (service: TestService) => {
  const key = await service.createKey({ mode: "live" })
  const quoted = await service.call("POST", paths.quotes, quoteBody(), { key })
  const { sessionId } = quoted.body as { readonly sessionId: string }
  const made = async (top: Readonly<Record<string, unknown>>) => {
    const body = quoteBody({}, { sessionId, language: "fr", ...top })
    const answer = await service.call("POST", paths.links, body, { key })
    expect(outcomeOf(answer)).toMatch(/^20[01]$/)
    return (answer.body as { readonly url: string }).url.slice(service.baseUrl.length)
  }
  const [list, one, other] = [
    await made({}),
    await made({ offerId: 1001 }),
    await made({ offerId: 1002 }),
  ]
  const token = new URL(list, service.baseUrl).searchParams.get("quote") ?? ""
  const [quoteRef = ""] = token.split(".")
  return { list, one, other, quoteRef, code: /^\/r\/(\w+)/.exec(list)?.[1] ?? "" }
}

/** Takes the database away in one of both ways, from pooled connections too. */
const away = {
  "refuses connections": { kind: "down" },
  "does not answer": { kind: "black-hole" },
} as const

// They wait for deadlines, each of a service of its own, all at the same time.
describe.concurrent.each(Object.keys(away) as ReadonlyArray<keyof typeof away>)(
  "a database that %s",
  (how) => {
    it("leaves a link that was seen its form, also where an address proves no quote", async (test) => {
      const { locations, way } = await openOutage(test)
      const seen = ["/r/seen1", "/r/seen1?res=FR&lang=fr"]
      const before = await locations(seen)
      const old = ["/r/seen1?quote=q_seen", "/r/seen1?quote=q_seen&offer=7&res=FR"]
      expect(await locations(old)).toEqual([
        "/offers?quote=q_seen&lang=fr",
        "/presubscribe?quote=q_seen&offer=7&lang=fr",
      ])
      await way.begin(away[how])
      expect(await locations(seen)).toEqual(before)
      expect(await locations(old)).toEqual([
        "/quote?ref=usual-seen1",
        "/quote?ref=usual-seen1&residence=FR",
      ])
    })

    it("leaves a fresh link its quote, on a process that never saw it, and costs no click", async (test) => {
      const { clicksOnce, databaseIsBack, get, locations, openSibling, service, way } =
        await openOutage(test)
      const sibling = await openSibling()
      const { code, list, one, other, quoteRef } = await mint(service)
      await way.begin(away[how])
      for (const port of [sibling.port, service.port]) {
        expect(await locations([list, one, other], port)).toEqual([
          `/offers?quote=${quoteRef}&lang=fr`,
          `/presubscribe?quote=${quoteRef}&offer=1001&lang=fr`,
          `/presubscribe?quote=${quoteRef}&offer=1002&lang=fr`,
        ])
      }
      const forged = [
        one.replace("offer=1001", "offer=1002"),
        one.replace(/&offer=.*$/, ""),
        list.replace(`/r/${code}`, "/r/unseen1"),
        list.replace(/\.[^&]*/, ""),
        list.replace(/.$/, (end) => (end === "A" ? "Q" : "A")),
      ]
      for (const path of forged) expect((await get(path, sibling.port)).status).toBe(503)
      await databaseIsBack(sibling)
      expect(await locations([list, one, other], sibling.port)).toEqual([
        `/offers?quote=${quoteRef}&lang=fr`,
        `/presubscribe?quote=${quoteRef}&offer=1001&lang=fr`,
        `/presubscribe?quote=${quoteRef}&offer=1002&lang=fr`,
      ])
      expect(await clicksOnce(code, 9)).toBe(9)
    })

    it("hides links that were not seen behind a page that asks to come back", async (test) => {
      const { get, way } = await openOutage(test)
      await way.begin(away[how])
      for (const path of ["/r/unseen1", "/r/unseen1?quote=q_unseen&offer=7", "/r/nobody99"]) {
        const answer = await get(path)
        expect(answer.status).toBe(503)
        expect(answer.headers).toMatchObject({
          "retry-after": "5",
          "content-type": "text/html; charset=utf-8",
          "cache-control": "no-store",
        })
        expect(answer.headers["location"]).toBeUndefined()
        expect(answer.text).not.toContain("unseen")
      }
      expect((await get("/r/abc")).status).toBe(404)
    })

    it("costs no click of a link that was seen", async (test) => {
      const { addLink, clicksOnce, databaseIsBack, get, locations, way } = await openOutage(test)
      const code = `counted${how.length}`
      await addLink({ code })
      await get(`/r/${code}`)
      // Nothing of it is under way any more, so that the rest of its clicks are counted exactly.
      expect(await clicksOnce(code, 1)).toBe(1)
      await way.begin(away[how])
      await locations(Array.from({ length: 20 }, () => `/r/${code}?res=FR`))
      await databaseIsBack()
      expect(await clicksOnce(code, 21)).toBe(21)
    })
  },
)

describe.concurrent("a database whose answers are lost", () => {
  it("costs no click, however often clicks were sent in vain", async (test) => {
    const { addLink, clicksOnce, databaseIsBack, get, locations, way } = await openOutage(test)
    const clicks = async (count: number) =>
      locations(Array.from({ length: count }, () => "/r/muted1?res=FR"))
    await addLink({ code: "muted1" })
    await get("/r/muted1")
    expect(await clicksOnce("muted1", 1)).toBe(1)
    await way.begin({ kind: "half-open" })
    await clicks(20)
    await delay(5_000)
    await clicks(4)
    await databaseIsBack()
    expect(await clicksOnce("muted1", 25)).toBeGreaterThanOrEqual(25)
  })
})

describe.concurrent("a database that is back", () => {
  it("is asked again for what could not be had", async (test) => {
    const { databaseIsBack, get, locations, way } = await openOutage(test)
    await way.begin({ kind: "reset" })
    expect((await get("/r/back1?quote=q_back")).status).toBe(503)
    await databaseIsBack()
    expect(await locations(["/r/back1?quote=q_back"])).toEqual(["/offers?quote=q_back&lang=fr"])
  })
})
