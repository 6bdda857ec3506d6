import { assert, it } from "@effect/vitest"
import type { BrowserContext, Page } from "playwright-core"
import { axeFindings, looksAt, openPage, overflowing, sizes } from "./support/chromium.ts"
import { describeInBrowser } from "./support/use-browser.ts"

describeInBrowser("what is typed on the comparator", ({ browser, url }) => {
  /** The form with dates that are over, a half year for an age, and a price that can be read in two ways. */
  const typed = async (
    context: BrowserContext,
    { language, price, query = "residence=FR&destinations=US" }: Readonly<Record<string, string>>,
  ): Promise<Page> => {
    const { page } = await openPage(context, url(`/compare?${query}&lang=${language}`))
    await page.locator("#start").fill("2020-07-01")
    await page.locator("#end").fill("2020-07-14")
    await page.locator("#age-1").fill("3,5")
    await page.locator("#price").fill(price ?? "")
    return page
  }

  const send = async (page: Page): Promise<void> => {
    await page.locator(".search .actions button").click()
    await page.waitForLoadState("load")
  }

  it.each(
    looksAt(sizes, "typed").map(
      ({ colorScheme, viewport }) => [viewport.width, colorScheme, viewport] as const,
    ),
  )(
    "is asked about at %i pixels, %s, and bars nobody, and nothing moves",
    async (_, colorScheme, viewport) => {
      const context = await browser().newContext({ viewport, colorScheme, reducedMotion: "reduce" })
      for (const language of ["de", "fi"]) {
        const page = await typed(context, { language, price: "3,200" })
        await send(page)
        assert.strictEqual(await page.locator(".question").count(), 3)
        const moved = await page.evaluate<number>(`new Promise((resume) => {
          let moved = 0
          new PerformanceObserver((list) => {
            for (const entry of list.getEntries()) if (!entry.hadRecentInput) moved += entry.value
          }).observe({ type: "layout-shift", buffered: true })
          setTimeout(() => resume(moved), 200)
        })`)
        assert.strictEqual(moved, 0)
        assert.deepStrictEqual([...(await axeFindings(page)), ...(await overflowing(page))], [])
      }
      await context.close()
    },
    120_000,
  )

  it("leads to a summary of what is wrong, and a field that is mended loses its red at once", async () => {
    const context = await browser().newContext({ viewport: { width: 1280, height: 900 } })
    const page = await typed(context, { language: "en", price: "3.200" })
    await send(page)
    assert.match(await page.title(), /^Error: /)
    assert.strictEqual(await page.evaluate("'faults' in document.activeElement.dataset"), true)
    const lines = page.locator("[data-faults] li")
    assert.strictEqual(await lines.count(), 3)
    assert.notMatch(await page.locator("main").innerText(), /[A-Z]{3,}_[A-Z]/)
    await page.locator("[data-faults] a[href='#age-1']").press("Enter")
    assert.strictEqual(await page.evaluate("document.activeElement.id"), "age-1")
    await page.locator("#age-1").fill("3")
    assert.strictEqual(await page.locator("#age-1").getAttribute("aria-invalid"), null)
    assert.strictEqual(await page.locator("[data-faults] li.mended").count(), 1)
    assert.strictEqual(await page.locator(".field.wrong").count(), 2)
    await context.close()
  })

  it("is settled by the answers, one after the other, without script, and is told to the end", async () => {
    const context = await browser().newContext({
      viewport: { width: 1280, height: 900 },
      javaScriptEnabled: false,
    })
    const page = await typed(context, { language: "en", price: "3.200" })
    await send(page)
    const answer = async (label: string | RegExp): Promise<void> => {
      await page.locator(".question").getByRole("button", { name: label }).click()
      await page.waitForLoadState("load")
    }
    await answer(/^1 – 14 July 20\d\d$/)
    await answer("2 travellers, aged 3 and 5")
    await answer("€3,200")
    assert.strictEqual(await page.locator("[data-faults] li").count(), 1)
    await answer("Add cancellation cover")
    assert.match(await page.locator(".trip").innerText(), /Insured trip price: €3,200$/m)
    await page.locator("[name=offer] >> visible=true").first().click()
    await page.locator("#name-1").fill("Camille Roux")
    await page.locator("#name-2").fill("Alix Roux")
    await page.locator("[name=step][value=review] >> visible=true").click()
    assert.include(await page.locator("main").innerText(), "Insured trip price: €3,200")
    await page.locator("[name=step][value=presubscribe] >> visible=true").click()
    assert.match(await page.title(), /^Error: /)
    await page.locator("#read").check()
    await page.locator("[name=step][value=presubscribe] >> visible=true").click()
    assert.include(await page.locator("main").innerText(), "Insured trip price: €3,200")
    await context.close()
  })

  it("has the currency of the residence: chosen as the residence is, and by the service without script", async () => {
    const context = await browser().newContext({ viewport: { width: 1280, height: 900 } })
    const { page } = await openPage(context, url("/compare?lang=en"))
    assert.strictEqual(await page.locator("#currency").inputValue(), "")
    for (const [residence, currency] of [
      ["US", "USD"],
      ["GB", "GBP"],
      ["JP", "JPY"],
      ["FR", "EUR"],
    ] as const) {
      await page.locator("#residence").fill(residence)
      assert.strictEqual(await page.locator("#currency").inputValue(), currency)
    }
    await page.locator("#price").fill("900")
    await page.locator("#residence").fill("US")
    assert.strictEqual(await page.locator("#currency").inputValue(), "EUR")
    await context.close()
    const plain = await browser().newContext({ javaScriptEnabled: false })
    const still = (await openPage(plain, url("/compare?lang=en&destinations=FR"))).page
    await still.locator("#residence").fill("JP")
    await send(still)
    assert.strictEqual(await still.locator("#currency").inputValue(), "JPY")
    await plain.close()
  })

  it("of an annual cover says when it ends", async () => {
    const context = await browser().newContext({ viewport: { width: 320, height: 640 } })
    const { page } = await openPage(context, url("/compare?residence=FR&destinations=US&lang=en"))
    await page.locator("#start").fill("2098-07-01")
    await page.locator("#end").fill("2098-07-14")
    await page.locator("#age-1").fill("34")
    await page.locator("#annual").check()
    await send(page)
    assert.include(await page.locator(".trip").innerText(), "annual cover until 30 June 2099")
    await context.close()
  })
})
