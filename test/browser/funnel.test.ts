import { assert, it } from "@effect/vitest"
import * as Layer from "effect/Layer"
import type { Page } from "playwright-core"
import { Demo } from "../../http/ports/house.ts"
import { travellerLanguages } from "../../rules/messages/travellers/languages.ts"
import { makeTraveller } from "../http/pages/funnel/traveller.ts"
import { isLong } from "../support/long.ts"
import { useOwnService } from "../support/service.ts"
import {
  axeFindings,
  cutWords,
  inContext,
  isExamined,
  looksAt,
  openPage,
  overflowing,
  sizes,
} from "./support/chromium.ts"
import { describeInBrowser } from "./support/use-browser.ts"

/** The button of the page that goes on: beside it, or in the bar at its foot. */
const onward = (page: Page, label: RegExp) =>
  page.locator("button:visible", { hasText: label }).last()

/** Sends the page's form, and waits for what answers it. */
const goOn = async (page: Page, label: RegExp, heading: RegExp): Promise<void> => {
  await onward(page, label).click()
  await page.locator("h1", { hasText: heading }).waitFor()
}

const writeNames = async (page: Page): Promise<void> => {
  await page.locator("#name-1").fill("Camille Roux")
  await page.locator("#name-2").fill("Sacha Roux")
}

/** Withdraws from the contract of a receipt: the page, where wanted what refuses, and the acknowledgement. */
const withdraw = async (
  page: Page,
  look: (place: string) => Promise<void>,
  refusal?: "refused first",
): Promise<void> => {
  await page.locator("[data-withdrawal=open] a").click()
  await page.locator("#name").waitFor()
  await look("withdraw")
  if (refusal !== undefined) {
    await page.locator("main form button").last().click()
    await page.locator("[data-faults]").waitFor()
    await look("withdraw, refused")
  }
  await page.locator("#name").fill("Camille Roux")
  await page.locator("main form button").last().click()
  await page.locator("[data-withdrawal=declared]").waitFor()
  await look("withdrawn")
}

/** The whole way, looked at wherever it stops. */
const walk = async (page: Page, look: (place: string) => Promise<void>): Promise<void> => {
  await look("names")
  await writeNames(page)
  await goOn(page, /Review the cover/, /Review, then/)
  const told = (await page.locator("main").textContent()) ?? ""
  for (const words of [/What is not covered/, /Your limits/, /\(you: \d/, /excess|no excess/]) {
    assert.match(told, words)
  }
  await look("review")
  await page.locator("#read").check()
  await goOn(page, /Pre-subscribe/, /Nothing is charged here/)
  await look("payment")
  await goOn(page, /Finish without paying/, /Finished/)
  await look("end")
}

describeInBrowser(
  "the funnel",
  ({ browser, service, url }) => {
    const traveller = makeTraveller(service)

    it("bars nobody on its way, in any of its looks", async () => {
      const faults: Array<string> = []
      const looks = looksAt(sizes, "funnel")
      for (const each of looks) {
        const { colorScheme, viewport } = each
        const { form, quoteRef } = await traveller.linked({ offerId: 1021 })
        await inContext(browser(), { viewport, colorScheme }, async (context) => {
          const list = await openPage(context, url(`/funnel/offers?quote=${quoteRef}&lang=en`))
          const { complaints, page } = await openPage(context, url(form))
          const look = async (place: string, at: Page = page): Promise<void> => {
            const examined = isExamined(looks, each, place) ? await axeFindings(at) : []
            const found = [...examined, ...(await overflowing(at))]
            faults.push(
              ...found.map((fault) => `${viewport.width} ${colorScheme} ${place}: ${fault}`),
            )
          }
          await look("offers", list.page)
          await walk(page, look)
          await withdraw(page, look)
          faults.push(...complaints, ...list.complaints)
        })
      }
      assert.deepStrictEqual(faults, [])
    })

    it("cuts no word from the review to the receipt in half, and runs over no edge, in any language", async () => {
      const faults: Array<string> = []
      // Those with the longest words, where not all are looked at.
      for (const lang of isLong ? travellerLanguages : (["bg", "de", "el", "fi", "is"] as const)) {
        const { form } = await traveller.linked()
        await inContext(browser(), {}, async (context) => {
          const { page } = await openPage(context, url(form.replace(/lang=\w+/, `lang=${lang}`)))
          await writeNames(page)
          await page.locator("#name-2").press("Enter")
          await page.locator("#read").waitFor()
          const look = async (place: string): Promise<void> => {
            for (const width of [320, 768, 1280]) {
              await page.setViewportSize({ width, height: 900 })
              const found = [...(await cutWords(page)), ...(await overflowing(page))]
              faults.push(...found.map((fault) => `${lang} ${place} ${width}: ${fault}`))
            }
          }
          await look("review")
          await page.locator("#read").check()
          await page.locator("button[name=step][value=presubscribe]:visible").last().click()
          await page.locator("button[name=step][value=finish]").waitFor()
          await look("payment")
          await page.locator("button[name=step][value=finish]").click()
          await page.locator(".receipt").waitFor()
          await look("receipt")
          await withdraw(page, look, "refused first")
          await page.locator(".told-foot a").click()
          await page.locator(".about").waitFor()
          await look("about")
        })
      }
      assert.deepStrictEqual(faults, [])
    })

    it("is walked without a script, and leaves no cookie", async () => {
      const { form, subscriptionId } = await traveller.linked()
      await inContext(browser(), { javaScriptEnabled: false }, async (context) => {
        const { page } = await openPage(context, url(form))
        await walk(page, async () => {})
        assert.deepStrictEqual(await context.cookies(), [])
      })
      assert.strictEqual((await traveller.subscription(subscriptionId)).stage, "subscribed")
    })

    it("is walked by keyboard, and keeps the names when the language changes", async () => {
      const { form } = await traveller.linked()
      await inContext(browser(), { viewport: { width: 320, height: 640 } }, async (context) => {
        const { page } = await openPage(context, url(form))
        await page.keyboard.press("Tab")
        await page.keyboard.press("Enter")
        await page.locator("#name-1").focus()
        await page.keyboard.type("Camille Roux")
        await page.keyboard.press("Tab")
        await page.keyboard.type("Sacha Roux")
        await page.keyboard.press("Enter")
        await page.locator("h1", { hasText: /Review, then/ }).waitFor()
        await page.locator(".segments button", { hasText: "FR" }).press("Enter")
        await page.locator("h1", { hasText: /Relisez, puis/ }).waitFor()
        assert.include(await page.locator("main").textContent(), "Camille Roux")
        assert.include(page.url(), "lang=fr")
        assert.notInclude(page.url(), "Camille")
        await page.locator("#read").press("Space")
        await page.locator(".price-bar button").press("Enter")
        await page.locator("h1", { hasText: /Rien n’est débité/ }).waitFor()
      })
    })
  },
  () => useOwnService({}, Layer.succeed(Demo, { partnerCode: "demo" })),
)
