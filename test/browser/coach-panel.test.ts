import { assert, it } from "@effect/vitest"
import type { BrowserContext, Page } from "playwright-core"
import { type TravellerLanguage } from "../../rules/messages/travellers/languages.ts"
import { axeFindings, openPage, overflowing } from "./support/chromium.ts"
import { comingTrip } from "../support/coming-trip.ts"
import { isLong } from "../support/long.ts"
import { describeInBrowser } from "./support/use-browser.ts"

const languages: ReadonlyArray<TravellerLanguage> = isLong
  ? ["bg", "de", "el", "fi", "fr", "hu", "mt", "pl", "tr"]
  : ["de", "el", "fi"]

const looks = [
  { width: 320, colorScheme: "light" },
  { width: 1280, colorScheme: "dark" },
] as const

describeInBrowser("the Coach's panel", ({ browser, url }) => {
  /** The offers for a trip, with what the Coach reads of a card, all of it unfolded. */
  const withCard = async (context: BrowserContext, language: TravellerLanguage): Promise<Page> => {
    const { page } = await openPage(
      context,
      url(`/compare?residence=FR&destinations=US&lang=${language}`),
    )
    await page.locator("#start").fill(comingTrip.start)
    await page.locator("#end").fill(comingTrip.end)
    await page.locator("#age-1").fill("34")
    await page.locator(".your-card summary").click()
    await page.locator("#network").selectOption("visa")
    await page.locator("#tier").selectOption("premium")
    await page.locator(".search .actions button").click()
    await page.waitForURL(/\/compare\//)
    await page.waitForLoadState("load")
    await page.locator(".coach summary").click()
    return page
  }

  it.each(languages.flatMap((language) => looks.map((look) => [language, look] as const)))(
    "speaks %s, and bars nobody at %o",
    async (language, { colorScheme, width }) => {
      const context = await browser().newContext({
        viewport: { width, height: 900 },
        colorScheme,
        reducedMotion: "reduce",
      })
      const page = await withCard(context, language)
      const panel = page.locator(".coach")
      assert.strictEqual(await page.locator("html").getAttribute("lang"), language)
      // Nothing in it is of another language than the page.
      assert.strictEqual(await panel.locator("[lang]").count(), 0)
      assert.isAbove((await panel.locator("h2").innerText()).length, 20)
      assert.isAbove(await panel.locator(".gaps > li").count(), 2)
      assert.isAbove(await panel.locator(".arguments > li").count(), 2)
      assert.strictEqual(await panel.locator(".disclosures > li").count(), 5)
      assert.notMatch(await panel.innerText(), /\b(?:the|your|usually|benchmark|booklet)\b/i)
      assert.deepStrictEqual([...(await axeFindings(page)), ...(await overflowing(page))], [])
      await context.close()
    },
    120_000,
  )

  it("weighs less than 40 kB with its page in Greek", async () => {
    const context = await browser().newContext({ viewport: { width: 1280, height: 900 } })
    const page = await withCard(context, "el")
    let bytes = 0
    page.on("response", (answer) => {
      bytes += Number(answer.headers()["content-length"] ?? 0)
    })
    await page.reload()
    assert.isBelow(bytes, 40_000)
    assert.isAbove(bytes, 5_000)
    await context.close()
  })
})
