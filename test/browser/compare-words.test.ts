import { assert, it } from "@effect/vitest"
import type { Page } from "playwright-core"
import { travellerLanguages } from "../../rules/messages/travellers/languages.ts"
import { isLong } from "../support/long.ts"
import { cutWords, openPage, overflowing } from "./support/chromium.ts"
import { comparisonAddress } from "./support/comparison-address.ts"
import { describeInBrowser } from "./support/use-browser.ts"

/** Those with the longest words and another script, where not all languages are looked at. */
const looked = isLong ? travellerLanguages : (["bg", "de", "el", "fi", "lv"] as const)

const widths = [320, 768, 1280] as const

describeInBrowser("the words of the comparator", ({ browser, url }) => {
  const looks = async (
    lang: string,
    look: (page: Page, place: string) => Promise<void>,
  ): Promise<void> => {
    const context = await browser().newContext({ reducedMotion: "reduce" })
    const { page } = await openPage(context, url(`/compare?lang=${lang}`))
    await look(page, "form")
    await page.locator(".search .actions button").click()
    await page.locator("[aria-invalid]").first().waitFor()
    await look(page, "faults")
    await page.goto(
      await comparisonAddress(page, url("/"), {
        lang,
        network: "visa",
        tier: "mid",
        price: "3200",
        cancellation: "yes",
      }),
    )
    await look(page, "offers")
    await page.evaluate(
      "document.querySelectorAll('details').forEach((fold) => { fold.open = true })",
    )
    await look(page, "unfolded")
    await page.emulateMedia({ media: "print" })
    await page.setViewportSize({ width: 1047, height: 720 })
    await look(page, "print")
    await page.emulateMedia({ media: "screen" })
    await page.setViewportSize({ width: 1280, height: 900 })
    await page.locator("[data-pin]:visible").nth(0).click()
    await page.locator("[data-pin]:visible").nth(1).click()
    await page.locator("[data-pinned]:visible").first().click()
    await page.locator(".pinned").waitFor()
    await look(page, "pinned")
    await context.close()
  }

  it.each(looked)(
    "are cut nowhere in %s, and nothing runs over an edge",
    async (lang) => {
      const faults: Array<string> = []
      await looks(lang, async (page, place) => {
        for (const width of place === "print" ? [1047] : widths) {
          await page.setViewportSize({ width, height: 900 })
          const found = [...(await cutWords(page)), ...(await overflowing(page))]
          faults.push(...new Set(found.map((fault) => `${place} ${width}: ${fault}`)))
        }
      })
      assert.deepStrictEqual(faults, [])
    },
    120_000,
  )
})
