import { assert, it } from "@effect/vitest"
import { faultsOf, openPage } from "./support/chromium.ts"
import { describeInBrowser } from "./support/use-browser.ts"

describeInBrowser("the front door", ({ browser, url }) => {
  it.each(["/", "/?lang=fr", "/status", "/status?lang=fr"])(
    "bars nobody in any size or scheme: %s",
    async (path) => {
      assert.deepStrictEqual(await faultsOf(browser(), url(path)), [])
    },
  )

  it("leads by the keyboard past its menu to its content", async () => {
    const context = await browser().newContext()
    const { page } = await openPage(context, url("/"))
    await page.keyboard.press("Tab")
    assert.strictEqual(await page.evaluate("document.activeElement.className"), "skip")
    await page.keyboard.press("Enter")
    assert.strictEqual(new URL(page.url()).hash, "#main")
    await page.keyboard.press("Tab")
    assert.match(
      String(await page.evaluate("document.activeElement.getAttribute('href')")),
      /^\/console\/sign-in/,
    )
    await context.close()
  })

  it("is whole without scripts", async () => {
    const context = await browser().newContext({ javaScriptEnabled: false })
    const page = await context.newPage()
    await page.goto(url("/"))
    assert.isTrue(await page.locator("h1").isVisible())
    assert.strictEqual(await page.locator(".offers tbody tr").count(), 3)
    await context.close()
  })
})
