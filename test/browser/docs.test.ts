import { assert, it } from "@effect/vitest"
import type { Page } from "playwright-core"
import { faultsOf, openPage } from "./support/chromium.ts"
import { describeInBrowser } from "./support/use-browser.ts"

const focused = (page: Page, what: string): Promise<string> =>
  page.evaluate(`String(document.activeElement?.${what})`)

describeInBrowser("the documentation", ({ browser, url }) => {
  it.each([
    "/docs",
    "/docs?lang=fr",
    "/docs/guides/errors",
    "/docs/guides/signing",
    "/docs/guides/sessions?lang=fr",
    "/docs/guides/widget",
    "/docs/reference",
    "/docs/reference/bilan",
    "/docs/reference/links?lang=fr",
    "/docs/search?q=quota",
  ])("bars nobody in any size or scheme: %s", async (path) => {
    assert.deepStrictEqual(await faultsOf(browser(), url(path)), [])
  })

  it("searches by the keyboard alone: slash, words, arrows, Enter, Escape", async () => {
    const context = await browser().newContext()
    const { complaints, page } = await openPage(context, url("/docs"))
    await page.keyboard.press("/")
    assert.strictEqual(await focused(page, "id"), "find")
    assert.strictEqual(await page.locator("#find").inputValue(), "")
    await page.keyboard.type("retry-after")
    await page.locator("#found a").first().waitFor()
    await page.keyboard.press("ArrowDown")
    const href = await focused(page, "getAttribute('href')")
    assert.match(href, /^\/docs\//)
    await page.keyboard.press("ArrowUp")
    assert.strictEqual(await focused(page, "id"), "find")
    await page.keyboard.press("Escape")
    assert.isTrue(await page.locator("#found").isHidden())
    await page.keyboard.type("/")
    assert.strictEqual(await page.locator("#find").inputValue(), "retry-after/")
    await page.keyboard.press("Backspace")
    await page.locator("#found a").first().waitFor()
    await page.keyboard.press("ArrowDown")
    await page.keyboard.press("Enter")
    await page.waitForURL((at) => at.pathname + at.hash === href)
    assert.deepStrictEqual(complaints, [])
    await context.close()
  })

  it("says when a search finds nothing, and keeps the language of the address", async () => {
    const context = await browser().newContext()
    const { page } = await openPage(context, url("/docs?lang=fr"))
    await page.fill("#find", "zzzzzz")
    await page.locator("#found p").waitFor()
    assert.match((await page.locator("#found").textContent()) ?? "", /Aucune page/)
    await page.fill("#find", "arrondis")
    await page.locator("#found a").first().waitFor()
    assert.match((await page.locator("#found a").first().getAttribute("href")) ?? "", /lang=fr/)
    await context.close()
  })

  it("loads the index of the search when somebody turns to it, not before", async () => {
    const context = await browser().newContext()
    const page = await context.newPage()
    const asked: Array<string> = []
    page.on("request", (request) => asked.push(new URL(request.url()).pathname))
    await page.goto(url("/docs"), { waitUntil: "networkidle" })
    assert.notInclude(asked, "/docs/search-en.json")
    await page.focus("#find")
    await page.waitForResponse((response) => response.url().includes("search-en.json"))
    await context.close()
  })

  it("weighs under 300 kB before somebody does anything, and far less on the way", async () => {
    const context = await browser().newContext()
    const page = await context.newPage()
    const client = await context.newCDPSession(page)
    await client.send("Network.enable")
    let [plain, encoded] = [0, 0]
    client.on("Network.dataReceived", ({ dataLength }) => {
      plain += dataLength
    })
    client.on("Network.loadingFinished", ({ encodedDataLength }) => {
      encoded += encodedDataLength
    })
    await page.goto(url("/docs"), { waitUntil: "networkidle" })
    assert.isAbove(plain, 20_000)
    assert.isBelow(plain, 300_000)
    assert.isBelow(encoded, 60_000)
    await context.close()
  })

  it("shows one language of examples at a time, and keeps the choice for other pages", async () => {
    const context = await browser().newContext({ permissions: ["clipboard-read"] })
    const { page } = await openPage(context, url("/docs"))
    const examples = await page.locator(".tabs").count()
    assert.isAbove(examples, 4)
    assert.strictEqual(await page.locator(".panel:visible").count(), examples)
    await page.focus("#client-of-typescript")
    await page.keyboard.press("ArrowRight")
    assert.strictEqual(await page.locator('[data-language="python"]:visible').count(), examples)
    assert.isFalse(await page.locator("#price-typescript-code").isVisible())
    await page.goto(url("/docs/reference/quotes"))
    assert.isTrue(await page.locator("#call-python-code").isVisible())
    await context.close()
  })

  it("copies an example byte for byte", async () => {
    const context = await browser().newContext({
      permissions: ["clipboard-read", "clipboard-write"],
    })
    const { page } = await openPage(context, url("/docs"))
    await page.locator("#client-of-curl").check()
    await page.locator('[data-copy="client-of-curl-code"]').click()
    const copied = await page.evaluate("navigator.clipboard.readText()")
    assert.strictEqual(copied, await page.locator("#client-of-curl-code").textContent())
    assert.match(String(copied), /^viatica\(\) \{ # viatica METHOD/)
    await context.close()
  })

  it("is read without scripts: menu, tabs and search", async () => {
    const context = await browser().newContext({ javaScriptEnabled: false })
    const page = await context.newPage()
    await page.goto(url("/docs"))
    await page.locator("#price-go").check()
    assert.isTrue(await page.locator("#price-go-code").isVisible())
    assert.isFalse(await page.locator("[data-copy]").first().isVisible())
    await page.fill("#find", "rate_limited")
    await page.keyboard.press("Enter")
    await page.waitForURL(/\/docs\/search\?q=rate_limited/)
    assert.isAbove(await page.locator(".results a").count(), 0)
    await context.close()
  })

  it("folds its menu away on a narrow screen, where the keyboard opens it", async () => {
    const context = await browser().newContext({ viewport: { width: 390, height: 844 } })
    const { page } = await openPage(context, url("/docs"))
    const link = page.locator('.side a[href="/docs/guides/quotas"]')
    assert.isFalse(await link.isVisible())
    await page.focus(".side summary")
    await page.keyboard.press("Enter")
    assert.isTrue(await link.isVisible())
    await link.click()
    await page.waitForURL(/quotas/)
    await context.close()
  })
})
