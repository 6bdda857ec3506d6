import { createServer, type Server } from "node:http"
import type { AddressInfo } from "node:net"
import { afterAll, assert, beforeAll, describe, it } from "@effect/vitest"
import type { Browser, BrowserContext, Frame, Page } from "playwright-core"
import { signRequest } from "../../http/platform/sign-request.ts"
import { createFreshDatabase } from "../support/postgres.ts"
import { send } from "../support/http-call.ts"
import { paths, quoteBody } from "../support/sample-trips.ts"
import { chromiumPath, startChromium } from "./support/chromium.ts"
import { type DemoServer, startDemo } from "./support/demo-server.ts"

const partner = { name: "Slow Rails", code: "slowrails", email: "ines@slowrails.example" }

/** A page of a partner on an origin of its own, with the tag that the console gave. */
const hostPage = async (
  tag: string,
): Promise<{ readonly url: string; readonly server: Server }> => {
  const server = createServer((_, response) => {
    response.setHeader("content-type", "text/html; charset=utf-8")
    response.end(
      `<!doctype html><html lang="en"><title>Slow Rails</title><h1>Slow Rails</h1>${tag}`,
    )
  })
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve))
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`, server }
}

interface Credentials {
  readonly keyId: string
  readonly secret: string
}

describe.skipIf(chromiumPath() === undefined)("the road of a partner", () => {
  let browser: Browser
  let demo: DemoServer
  let database: Awaited<ReturnType<typeof createFreshDatabase>>
  let host: Server | undefined
  let own: BrowserContext

  beforeAll(async () => {
    database = await createFreshDatabase()
    demo = await startDemo(database.url)
    browser = await startChromium()
    own = await browser.newContext({ locale: "en-GB", viewport: { width: 1280, height: 900 } })
  })
  afterAll(async () => {
    host?.close()
    await browser?.close()
    await demo?.end()
    await database?.drop()
  })

  const call = async (
    { keyId, secret }: Credentials,
    method: string,
    path: string,
    body?: object,
  ) => {
    const text = body === undefined ? undefined : JSON.stringify(body)
    const headers = signRequest({
      keyId,
      secret,
      method,
      path,
      ...(text === undefined ? {} : { body: text }),
      nowSeconds: Math.floor(Date.now() / 1000),
    })
    return send({
      port: Number(new URL(demo.url).port),
      method,
      path,
      headers,
      ...(text === undefined ? {} : { body: text }),
    })
  }

  const open = async (context: BrowserContext, path: string): Promise<Page> => {
    const page = await context.newPage()
    await page.goto(new URL(path, demo.url).href)
    return page
  }

  /** Presses a button that makes a key, and reads what is shown once. */
  const takeKey = async (page: Page, button: RegExp): Promise<Credentials> => {
    await page.getByRole("button", { name: button }).first().click()
    const keyId = await page.locator("#new-key-id").textContent()
    const secret = await page.locator("#new-secret").textContent()
    return { keyId: keyId ?? "", secret: secret ?? "" }
  }

  const signUp = async (): Promise<Page> => {
    const page = await open(own, "/")
    await page.getByRole("link", { name: "Get a sandbox key" }).first().click()
    await page.getByLabel("E-mail address").fill(partner.email)
    await page.getByRole("button", { name: "Send me the link" }).click()
    const outbox = await open(own, "/outbox")
    const link = outbox.locator("article", { hasText: partner.email }).locator("pre a").first()
    await page.goto((await link.getAttribute("href")) ?? "")
    await page.locator("main form button").first().click()
    await page.locator("#name").fill(partner.name)
    await page.locator("#code").fill(partner.code)
    await page.locator("main form button").first().click()
    return page
  }

  const approve = async (): Promise<void> => {
    const operator = /as an operator\s+(\S+)/.exec(demo.printed())?.[1] ?? ""
    const context = await browser.newContext({ locale: "en-GB" })
    const page = await open(context, operator)
    await page.locator("main form button").first().click()
    await page.goto(new URL("/console/operator", demo.url).href)
    await page
      .locator("article", { hasText: partner.name })
      .getByRole("button", { name: /^Approve/ })
      .click()
    await page.getByRole("status").first().waitFor()
    await context.close()
  }

  const fillTrip = async (frame: Frame): Promise<void> => {
    await frame.locator("[name=residence]").fill("FR")
    await frame.locator("[name=destinations]").first().fill("US")
    await frame.locator("[name=start]").fill("2097-07-01")
    await frame.locator("[name=end]").fill("2097-07-14")
    await frame.locator("[name=ages]").first().fill("34")
    await frame.getByRole("button", { name: /^Compare/ }).click()
  }

  it("leads from an address to a sale in the ledger", { timeout: 180_000 }, async () => {
    const page = await signUp()
    await page.goto(new URL("/console/keys?mode=sandbox", demo.url).href)
    const sandbox = await takeKey(page, /sandbox key/i)
    assert.match(sandbox.keyId, /^ak_test_/)

    const quotes = []
    for (let count = 0; count < 10; count += 1) {
      quotes.push(await call(sandbox, "POST", paths.quotes, quoteBody()))
    }
    assert.deepStrictEqual([...new Set(quotes.map(({ status }) => status))], [200])
    const { sessionId, trip } = (quotes[0]?.body ?? {}) as {
      readonly sessionId: string
      readonly trip: object
    }
    const link = await call(sandbox, "POST", paths.links, { sessionId, trip })
    assert.include([200, 201], link.status, link.text)

    await page.goto(new URL("/console/keys", demo.url).href)
    await page.locator("#calls").fill("9000")
    await page.locator("#sales").fill("40")
    await page.locator("#purpose").fill("Prices beside articles on slow trains")
    await page.getByRole("button", { name: /^Ask for review/ }).click()
    await approve()

    await page.goto(new URL("/console/keys?mode=live", demo.url).href)
    const live = await takeKey(page, /live key/i)
    assert.match(live.keyId, /^ak_live_/)
    const meta = await call(live, "GET", paths.meta)
    assert.strictEqual(meta.status, 200)

    await page.goto(new URL("/console/widget", demo.url).href)
    const tag = (await page.locator("#tag").textContent()) ?? ""
    assert.include(tag, `data-ref="${partner.code}-`)
    const hosted = await hostPage(tag)
    host = hosted.server
    const article = await own.newPage()
    await article.goto(hosted.url)
    const element = await article.locator("iframe").elementHandle()
    const frame = await element?.contentFrame()
    if (frame === null || frame === undefined) throw new Error("the widget shows no frame")
    await fillTrip(frame)
    const opened = article.waitForEvent("popup")
    await frame.locator("button[name=offer]").first().click()
    const funnel = await opened
    await funnel.waitForURL(/\/funnel\/presubscribe/)
    for (const name of await funnel.locator("input[name=name]:visible").all()) {
      await name.fill("Camille Roux")
    }
    await funnel
      .getByRole("button", { name: /^(Review|Continue|Go on)/ })
      .first()
      .click()
    await funnel.locator("#read").check()
    await funnel
      .getByRole("button", { name: /^Pre-subscribe/ })
      .first()
      .click()
    const total = (await funnel.locator("main").textContent()) ?? ""
    assert.include(total, "0")
    await funnel.getByRole("button", { name: /^Finish without paying/ }).click()
    await funnel.waitForLoadState()

    await page.goto(new URL("/console/sales?mode=live", demo.url).href)
    const shown = (await page.locator("main").textContent()) ?? ""
    assert.match(shown, /Pending/)
    const csv = await own.request.get(new URL("/console/sales.csv?mode=live", demo.url).href)
    const lines = (await csv.text()).trim().split(/\r?\n/)
    assert.strictEqual(lines.length, 2)
    assert.include(lines[1] ?? "", `${partner.code}-`)

    const sales = await call(live, "GET", "/api/v1/sales")
    const { sales: listed } = sales.body as {
      readonly sales: ReadonlyArray<{ readonly ref: string }>
    }
    assert.strictEqual(listed.length, 1)
    assert.isTrue(listed[0]?.ref.startsWith(`${partner.code}-`))
  })
})
