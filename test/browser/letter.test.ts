import { assert, it } from "@effect/vitest"
import { axeFindings, overflowing } from "./support/chromium.ts"
import { describeInBrowser } from "./support/use-browser.ts"
import { comingTrip } from "../support/coming-trip.ts"
import { keepLetters } from "../support/kept-letters.ts"
import { isLong } from "../support/long.ts"
import { useOwnService } from "../support/service.ts"

const { layer, newest } = keepLetters()

describeInBrowser(
  "the letter with a comparison",
  ({ browser, url }) => {
    it("bars nobody, narrow or wide, light or dark, with its styles or without", async () => {
      const context = await browser().newContext()
      const page = await context.newPage()
      const found: Array<string> = []
      for (const language of isLong ? ["en", "fr", "de", "fi", "el"] : ["fr", "el"]) {
        await page.goto(url(`/compare?residence=FR&destinations=US&lang=${language}`))
        await page.locator("#start").fill(comingTrip.start)
        await page.locator("#end").fill(comingTrip.end)
        await page.locator("#age-1").fill("34")
        await page.locator(".search .actions button").click()
        await page.waitForURL(/\/compare\//)
        const to = `reader@${language}.example`
        await page.locator(".keep summary").click()
        await page.locator("#email").fill(to)
        await page.locator(".mail button").click()
        const asked = await newest(to)
        const [link = ""] = /https?:\S+/.exec(asked.text) ?? []
        await page.goto(url(new URL(link).pathname + new URL(link).search))
        await page.locator("main form[method=post] button").first().click()
        await page.waitForLoadState()
        const sent = await newest(to)
        assert.notStrictEqual(sent.subject, asked.subject)
        for (const { html = "" } of [asked, sent]) {
          for (const [width, colorScheme] of [
            [320, "light"],
            [700, "dark"],
          ] as const) {
            const letter = await context.newPage()
            await letter.setViewportSize({ width, height: 800 })
            await letter.emulateMedia({ colorScheme })
            for (const written of [html, html.replace(/<style>[^]*?<\/style>/, "")]) {
              await letter.setContent(written)
              const faults = [...(await overflowing(letter))]
              // Without its styles it stays light, whatever the reader's scheme is.
              if (written === html) faults.push(...(await axeFindings(letter)))
              found.push(...faults.map((fault) => `${language} ${width} ${fault}`))
            }
            await letter.close()
          }
        }
      }
      assert.deepStrictEqual(found, [])
      await context.close()
    }, 120_000)
  },
  () => useOwnService({}, layer),
)
