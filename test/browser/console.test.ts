import { assert, beforeAll, it } from "@effect/vitest"
import type { BrowserContext } from "playwright-core"
import { type ConsoleSession, signIn } from "../support/console-session.ts"
import { faultsOf, openPage } from "./support/chromium.ts"
import { describeInBrowser } from "./support/use-browser.ts"
import { sampleTripIn } from "../../rules/trip/sample-trip.ts"

const pages = [
  "/console?lang=en&mode=sandbox",
  "/console?lang=fr&mode=live",
  "/console/keys?lang=en&mode=live",
  "/console/usage?lang=en&mode=sandbox",
  "/console/calls?lang=fr&mode=sandbox",
  "/console/links?lang=en&mode=live",
  "/console/sales?lang=en&mode=live",
  "/console/events?lang=en&mode=live",
  "/console/events?lang=fr&mode=sandbox",
  "/console/commission?lang=fr&mode=live",
  "/console/widget?lang=en&mode=live",
  "/console/people?lang=en&mode=live",
]

const operatorPages = [
  "/console/operator?lang=en",
  "/console/operator/partners/browsed?lang=fr",
  "/console/operator/audit?lang=en",
]

const trip = sampleTripIn(2027)

/** Tables of a page that are wider than what they stand in. */
const cutTables = `Array.from(document.querySelectorAll("main table"))
  .filter((table) => table.getClientRects().length > 0)
  .filter(({ offsetWidth, parentElement }) => offsetWidth > parentElement.clientWidth + 1)
  .map((table) => (table.caption?.textContent ?? table.className).trim())`

describeInBrowser("the console", ({ browser, service, url }) => {
  let owner: ConsoleSession
  let operator: ConsoleSession

  const as = (session: () => ConsoleSession) => (context: BrowserContext) =>
    context.addCookies([{ ...session().cookie, url: url("/") }])

  const opened = async (path: string, javaScriptEnabled = true) => {
    const context = await browser().newContext({ javaScriptEnabled })
    await as(() => owner)(context)
    return { context, ...(await openPage(context, url(path))) }
  }

  beforeAll(async () => {
    const partnerCode = "browsed"
    owner = await signIn(service(), {
      email: "owner@browsed.example",
      partnerCode,
      partnerName: `<script>alert("x")</script> & Sons`,
    })
    operator = await signIn(service(), { email: "op@browsed.example", isOperator: true })
    const sandbox = await service().createKey({ partnerCode })
    const live = await service().createKey({ partnerCode, mode: "live" })
    await owner.post("/console/keys/review", { calls: "60000", sales: "9", purpose: "A page" })
    const form = await owner.fieldOf("/console/links", "form")
    await owner.post("/console/links/create", { code: "BROWSED27", form })
    await owner.post("/console/people/invite", { email: "new@browsed.example", role: "reader" })
    const quotes = "/api/v1/travel/quotes"
    await service().call("POST", quotes, { trip }, { key: sandbox })
    await service().call("POST", quotes, { trip: {} }, { key: sandbox })
    for (const status of ["pending", "validated", "cancelled"]) {
      const report = { ref: "browsed-BROWSED27", externalOrderId: `<b>${status}`, status }
      const sale = { contractVersion: "3.1", amount: 92.05, currency: "EUR", ...report }
      await service().call("POST", "/api/postback/conversion", sale, { key: live })
    }
  })

  it.each(pages)("bars nobody in any size or scheme: %s", { timeout: 180_000 }, async (path) => {
    assert.deepStrictEqual(
      await faultsOf(
        browser(),
        url(path),
        as(() => owner),
      ),
      [],
    )
  })

  it.each(operatorPages)(
    "bars no operator in any size or scheme: %s",
    { timeout: 180_000 },
    async (path) => {
      assert.deepStrictEqual(
        await faultsOf(
          browser(),
          url(path),
          as(() => operator),
        ),
        [],
      )
    },
  )

  it("cuts off no cell of a table, as wide or as narrow as a window may be", async () => {
    const found: Array<string> = []
    for (const [session, paths] of [
      [() => owner, pages],
      [() => operator, operatorPages],
    ] as const) {
      const context = await browser().newContext()
      await as(session)(context)
      for (const path of paths) {
        const { page } = await openPage(context, url(path))
        for (const width of [320, 1280]) {
          await page.setViewportSize({ width, height: 900 })
          const cut = (await page.evaluate(cutTables)) as ReadonlyArray<string>
          found.push(...cut.map((table) => `${path} at ${width} px: ${table}`))
        }
        await page.close()
      }
      await context.close()
    }
    assert.deepStrictEqual(found, [])
  })

  it("shows another rate as the slider moves, and sets what is shown", async () => {
    const { complaints, context, page } = await opened("/console/commission?lang=en&mode=live")
    await page.focus("#slider")
    for (let presses = 0; presses < 5; presses += 1) await page.keyboard.press("ArrowRight")
    assert.match((await page.textContent("#headline")) ?? "", /^At 15\s%, a sale of €[\d.]+ pays/)
    assert.strictEqual(await page.inputValue("#rate"), "15")
    await page.click("#set")
    assert.include(page.url(), "done=commission")
    assert.strictEqual(await page.inputValue("#rate"), "15")
    assert.deepStrictEqual(complaints, [])
    await context.close()
  })

  it("sets a rate without a script, by a field and a button", async () => {
    const { context, page } = await opened("/console/commission?lang=en&mode=live", false)
    assert.isFalse(await page.isVisible("#slider"))
    await page.fill("#rate", "12.5")
    await page.click("form[method=get] button")
    assert.match((await page.textContent("#headline")) ?? "", /^At 12\.5\s%/)
    await page.click("#set")
    assert.include(page.url(), "done=commission")
    await context.close()
  })

  it("renews a secret by keyboard alone, without a script, and shows it once", async () => {
    const { context, page } = await opened("/console/keys?lang=en&mode=live", false)
    const renewal = page.locator("details", { has: page.locator("form[action*=rotate]") }).first()
    await renewal.locator("summary").focus()
    await page.keyboard.press("Enter")
    await page.keyboard.press("Tab")
    await page.keyboard.press("Enter")
    await page.waitForURL(/done=rotated/)
    assert.match((await page.textContent("#new-secret")) ?? "", /^vsk_/)
    await page.reload()
    assert.strictEqual(await page.locator("#new-secret").count(), 0)
    await context.close()
  })

  it("keeps texts in its charts at 12 pixels where it is narrow, over 14 days", async () => {
    const { context, page } = await opened("/console/usage?lang=en&mode=sandbox")
    await page.setViewportSize({ width: 320, height: 640 })
    const chart = page.locator(".plot.narrow").first()
    assert.isTrue(await chart.isVisible())
    assert.isFalse(await page.locator(".plot.roomy").first().isVisible())
    const sizes = await chart
      .locator("text")
      .evaluateAll((texts) => texts.map((text) => getComputedStyle(text).fontSize))
    assert.deepStrictEqual([...new Set(sizes)], ["12px"])
    await context.close()
  })
})
