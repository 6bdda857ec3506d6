import { createServer, type Server } from "node:http"
import type { AddressInfo } from "node:net"
import { afterAll, assert, beforeAll, it } from "@effect/vitest"
import type { BrowserContext, Page } from "playwright-core"
import { axeFindings, looksAt, openPage, overflowing, sizes } from "./support/chromium.ts"
import { describeInBrowser } from "./support/use-browser.ts"
import { comingTrip } from "../support/coming-trip.ts"

/** A page of another origin with a frame in it, as a widget has one. */
const framing = (address: string) => `<!doctype html><html lang="en"><title>Partner</title>
<body><iframe title="Compare" width="700" height="300" src="${address}"
sandbox="allow-scripts allow-forms allow-same-origin allow-popups allow-popups-to-escape-sandbox"></iframe>
<script>
window.told = []
addEventListener("message", ({ data }) => window.told.push(data))
</script></body></html>`

describeInBrowser("the comparator", ({ browser, url }) => {
  let partner: Server | undefined
  let partnerUrl = ""
  beforeAll(async () => {
    const serving = createServer((_, answer) => {
      answer.setHeader("content-type", "text/html")
      answer.end(framing(url("/compare?residence=FR&destinations=US&lang=en")))
    })
    partner = serving
    await new Promise<void>((resume) => void serving.listen(0, "127.0.0.1", resume))
    partnerUrl = `http://localhost:${(serving.address() as AddressInfo).port}/`
  })
  afterAll(() => partner?.close())

  const fill = async (page: Page | ReturnType<Page["frameLocator"]>): Promise<void> => {
    await page.locator("#start").fill(comingTrip.start)
    await page.locator("#end").fill(comingTrip.end)
    await page.locator("#age-1").fill("34")
  }

  const send = async (page: Page): Promise<void> => {
    await page.locator(".search .actions button").click()
    await page.waitForURL(/\/compare(?:$|\/)/)
    await page.waitForLoadState("load")
  }

  const opened = async (context: BrowserContext, language = "en"): Promise<Page> => {
    const { page } = await openPage(
      context,
      url(`/compare?residence=FR&destinations=US&lang=${language}`),
    )
    return page
  }

  const compared = async (context: BrowserContext, language = "en"): Promise<Page> => {
    const page = await opened(context, language)
    await fill(page)
    await page.locator(".your-card summary").click()
    await page.locator("#network").selectOption("visa")
    await page.locator("#tier").selectOption("mid")
    await send(page)
    return page
  }

  it.each(
    looksAt(sizes, "compare").map(
      ({ colorScheme, viewport }) => [viewport.width, colorScheme, viewport] as const,
    ),
  )(
    "bars nobody at %i pixels, %s: faults, and offers with everything unfolded",
    async (_, colorScheme, viewport) => {
      const context = await browser().newContext({ viewport, colorScheme, reducedMotion: "reduce" })
      const found: Array<string> = []
      const look = async (page: Page) => {
        found.push(...(await axeFindings(page)), ...(await overflowing(page)))
      }
      const form = await opened(context, "fr")
      await send(form)
      assert.strictEqual(await form.locator("[aria-invalid]").count(), 3)
      await look(form)
      const about = await openPage(context, url("/compare/about?lang=fr&residence=FR"))
      await look(about.page)
      const page = await compared(context, "fr")
      // The form among the offers has been looked at by itself.
      await page.evaluate(
        "document.querySelectorAll('details:not(.change)').forEach((fold) => { fold.open = true })",
      )
      await look(page)
      await page.locator("[data-pin]:visible").nth(0).click()
      await page.locator("[data-pin]:visible").nth(1).click()
      await page.locator("[data-pinned]").click()
      await page.locator(".pinned").waitFor()
      await look(page)
      assert.deepStrictEqual(found, [])
      await context.close()
    },
    180_000,
  )

  it("takes a country as it is typed, and asks about what it does not know, with and without script", async () => {
    for (const javaScriptEnabled of [true, false]) {
      const context = await browser().newContext({ javaScriptEnabled })
      const { page } = await openPage(context, url("/compare?lang=fr"))
      await page.locator("#residence").fill("deutschland")
      await page.locator("#destination-1").fill("etats unis")
      await page.locator("button[data-more=destinations]").click()
      await page.locator("#destination-2").fill("Coree")
      await fill(page)
      await send(page)
      assert.strictEqual(await page.locator("#residence").inputValue(), "Allemagne")
      assert.strictEqual(await page.locator("#destination-1").inputValue(), "États-Unis")
      assert.strictEqual(await page.locator("#destination-2").getAttribute("aria-invalid"), "true")
      assert.include(await page.locator("[data-faults]").innerText(), "Coree")
      const answers = page.locator(".field:has(#destination-2) .answers button")
      assert.deepStrictEqual(await answers.allInnerTexts(), ["Corée du Nord", "Corée du Sud"])
      await answers.last().click()
      await page.waitForURL(/\/compare\//)
      const told = await page.locator(".trip").innerText()
      for (const name of ["États-Unis", "Corée du Sud", "Allemagne"]) assert.include(told, name)
      await context.close()
    }
  })

  it("takes travellers and destinations out of their lists, with and without script", async () => {
    for (const javaScriptEnabled of [true, false]) {
      const context = await browser().newContext({ javaScriptEnabled })
      const { page } = await openPage(
        context,
        url("/compare?lang=en&residence=FR&destinations=US,CA,MX&travellers=3"),
      )
      for (const [index, age] of ["34", "8", "12 × 30"].entries()) {
        await page.locator(`#age-${index + 1}`).fill(age)
      }
      await page.getByRole("button", { name: "Remove destination 2" }).click()
      await page.getByRole("button", { name: "Remove traveller 1" }).click()
      const values = (name: string) =>
        page
          .locator(`.search [name=${name}]`)
          .evaluateAll((fields) =>
            fields.map((each) => `${each.id} ${(each as HTMLInputElement).value}`),
          )
      assert.deepStrictEqual(await values("destinations"), [
        "destination-1 United States",
        "destination-2 Mexico",
      ])
      // Sent and shown again, a group stands as it was typed.
      assert.deepStrictEqual(
        (await values("ages")).map((each) => each.replace(/^age-\d /, "")).toSorted(),
        ["12 × 30", "8"],
      )
      assert.deepStrictEqual(
        await page
          .getByRole("button", { name: /^Remove traveller/ })
          .evaluateAll((buttons) =>
            buttons.map((each) => `${each.ariaLabel} ${each.getAttribute("value")}`),
          ),
        ["Remove traveller 1 ages 0", "Remove traveller 2 ages 1"],
      )
      await page.getByRole("button", { name: "Remove destination 1" }).click()
      assert.strictEqual(
        await page.getByRole("button", { name: /^Remove destination/ }).count(),
        0,
        "the last one stays",
      )
      await page.locator("#start").fill(comingTrip.start)
      await page.locator("#end").fill(comingTrip.end)
      await send(page)
      const told = await page.locator(".trip").innerText()
      assert.include(told, "Mexico")
      assert.match(told, /13 travellers, aged (?:12 × 30 and 8|8 and 12 × 30)/)
      await context.close()
    }
  })

  it("keeps order, filters and pins through reload, back and another language, and shifts nothing", async () => {
    const context = await browser().newContext({ viewport: { width: 1280, height: 900 } })
    const page = await compared(context)
    const pressed = () =>
      page
        .locator("[aria-pressed=true]:visible")
        .evaluateAll((buttons) =>
          buttons.map((each) => JSON.stringify({ ...(each as HTMLElement).dataset })),
        )
    await page.locator("[data-order=care]").click()
    await page.locator("[data-filter=care]").click()
    await page.locator("[data-filter=baggage]").click()
    await page.locator("thead [data-pin]:visible").nth(2).click()
    await page.locator("thead [data-pin]:visible").nth(0).click()
    const before = await pressed()
    const heads = () => page.locator("thead [data-column]:visible .who").allTextContents()
    const order = await heads()
    assert.lengthOf(before, 5)
    await page.reload()
    assert.deepStrictEqual([await pressed(), await heads()], [before, order])
    await page.locator("[data-pinned]").click()
    await page.locator(".pinned").waitFor()
    assert.strictEqual(await page.locator("thead [data-column]").count(), 2)
    const differing = page.getByRole("button", { name: "Only what differs" })
    const rows = () => page.locator("tbody [data-row]").count()
    const all = await rows()
    await differing.click()
    await page.locator(".pinned").waitFor()
    assert.strictEqual(await differing.getAttribute("aria-pressed"), "true")
    assert.isAbove(await rows(), 0)
    assert.strictEqual(await rows(), await page.locator("tbody .differs").count())
    assert.isBelow(await rows(), all)
    assert.include(await page.locator("main").innerText(), "The same in all: ")
    await differing.click()
    await page.locator(".pinned").waitFor()
    assert.strictEqual(await rows(), all)
    await page.goBack()
    await page.goBack()
    await page.goBack()
    assert.deepStrictEqual([await pressed(), await heads()], [before, order])
    await page.locator("#lang").selectOption("fr")
    await page.locator(".languages button").click()
    assert.strictEqual(await page.locator("html").getAttribute("lang"), "fr")
    assert.deepStrictEqual(await pressed(), before)
    const shifts = await page.evaluate(
      "new Promise((tell) => new PerformanceObserver((list) => tell(list.getEntries().length)).observe({ type: 'layout-shift', buffered: true }) ?? setTimeout(() => tell(0), 500))",
    )
    assert.strictEqual(shifts, 0)
    assert.deepStrictEqual(await context.cookies(), [])
    await context.close()
  })

  it("opens on another device with the form filled in, and weighs less than 40 kB", async () => {
    const context = await browser().newContext({ viewport: { width: 1280, height: 900 } })
    const page = await compared(context)
    const address = (await page.locator("#comparison-address").textContent()) ?? ""
    const other = await browser().newContext({ viewport: { width: 320, height: 700 } })
    let bytes = 0
    const visitor = await other.newPage()
    visitor.on("response", (answer) => {
      bytes += Number(answer.headers()["content-length"] ?? 0)
    })
    await visitor.goto(url(new URL(address).pathname + new URL(address).search))
    assert.strictEqual(await visitor.locator("#start").inputValue(), comingTrip.start)
    assert.strictEqual(await visitor.locator("#age-1").inputValue(), "34")
    assert.strictEqual(await visitor.locator("#network").inputValue(), "visa")
    assert.isBelow(bytes, 40_000)
    assert.isAbove(bytes, 5_000)
    await other.close()
    await context.close()
  })

  it("prints all offers with all covers, their heads again on each sheet, and where the terms are", async () => {
    const context = await browser().newContext({ viewport: { width: 1047, height: 720 } })
    const page = await compared(context)
    await page.locator("[data-filter=care]").click()
    await page.emulateMedia({ media: "print" })
    const count = await page.locator("thead [data-column]").count()
    assert.isAbove(count, 5)
    assert.strictEqual(await page.locator("thead [data-column]:visible").count(), count)
    assert.strictEqual(
      await page.locator(".offers thead").evaluate((head) => getComputedStyle(head).display),
      "table-header-group",
    )
    const terms = await page.locator(".on-paper").innerText()
    assert.match(terms, /https?:\/\/\S+\/documents\/\d+\/terms/)
    assert.match(terms, /https?:\/\/\S+\/compare\/[\w-]+/)
    for (const hidden of [".choosing", ".keep", "header.top", ".take", ".offer-cards"]) {
      assert.strictEqual(await page.locator(`${hidden}:visible`).count(), 0, hidden)
    }
    assert.deepStrictEqual(await overflowing(page), [])
    await context.close()
  })

  it("filters, turns pages and adds travellers in place, by the keyboard", async () => {
    const context = await browser().newContext({ viewport: { width: 1280, height: 900 } })
    const page = await compared(context)
    const shown = () =>
      page
        .locator("thead [data-column]")
        .evaluateAll((heads) =>
          heads.flatMap((head) =>
            (head as HTMLElement).hidden ? [] : (head.textContent ?? "").trim().slice(0, 12),
          ),
        )
    const first = await shown()
    assert.strictEqual(first.length, 5)
    await page.locator(".filters:not(.below) [data-step=next]").focus()
    await page.keyboard.press("Enter")
    const second = await shown()
    assert.notDeepEqual(second, first)
    assert.match((await page.locator("[data-announce]").textContent()) ?? "", /6 to \d+ of \d+/)
    await page.locator("[data-filter=care]").press("Space")
    assert.strictEqual(
      await page.locator("[data-filter=care]").getAttribute("aria-pressed"),
      "true",
    )
    const careful = await page.locator("td.first, td[data-column]:not([hidden]) .reached").count()
    assert.isAbove(careful, 0)
    await page.locator(".change > summary").click()
    await page.locator("[data-more=ages]").press("Enter")
    assert.strictEqual(await page.evaluate("document.activeElement.id"), "age-2")
    await context.close()
  })

  it("explains a guarantee by keyboard, touch and without script, and gives the focus back", async () => {
    const look = async (page: Page, isNarrow: boolean, open: () => Promise<void>) => {
      const panel = page.locator("#about-hospitalFeesAbroad")
      assert.isFalse(await panel.isVisible())
      await open()
      assert.isTrue(await panel.isVisible())
      assert.match((await panel.textContent()) ?? "", /Pays doctors.+Example.+appendix.+Close/su)
      const box = await panel.boundingBox()
      const height = page.viewportSize()?.height ?? 0
      // A sheet at the foot of narrow windows, a panel in the middle of wide ones.
      assert.strictEqual(Math.round((box?.y ?? 0) + (box?.height ?? 0)) >= height - 1, isNarrow)
    }
    const wide = await browser().newContext({ viewport: { width: 1280, height: 900 } })
    const page = await compared(wide)
    const sign = page.locator("tbody .explain").first()
    await look(page, false, () => sign.press("Enter"))
    assert.deepStrictEqual(await axeFindings(page), [])
    await page.keyboard.press("Escape")
    assert.isFalse(await page.locator("#about-hospitalFeesAbroad").isVisible())
    assert.isTrue(await page.evaluate("document.activeElement.matches('tbody .explain')"))
    await wide.close()
    const narrow = { viewport: { width: 390, height: 800 }, hasTouch: true }
    const bare = await browser().newContext({ ...narrow, javaScriptEnabled: false })
    const phone = await opened(bare)
    await fill(phone)
    await send(phone)
    await look(phone, true, () => phone.locator(".offer-cards .explain").first().tap())
    await bare.close()
  })

  it("says what is not covered, the traveller's own figures beside it, in both views", async () => {
    for (const [width, place] of [
      [1280, "tbody .left"],
      [390, ".offer-cards .left"],
    ] as const) {
      const context = await browser().newContext({ viewport: { width, height: 900 } })
      const page = await compared(context)
      const lists = await page.locator(`${place}:visible`).allTextContents()
      assert.isAbove(lists.length, 3)
      for (const list of lists) assert.match(list, /(?:over|than) .*\(you: \d/su)
      await context.close()
    }
  })

  it("works without script: rows, offers, filters, pages, languages", async () => {
    const context = await browser().newContext({
      viewport: { width: 1280, height: 900 },
      javaScriptEnabled: false,
    })
    const page = await opened(context)
    await fill(page)
    await page.locator("[data-more=ages]").click()
    await page.locator("#age-2").fill("31")
    assert.strictEqual(await page.locator("#age-1").inputValue(), "34")
    await send(page)
    const range = () => page.locator(".filters:not(.below) [data-range]").textContent()
    assert.match((await range()) ?? "", /^1 to 5 of/)
    await page.locator(".filters:not(.below) [data-step=next]").click()
    assert.match((await range()) ?? "", /^6 to/)
    await page.locator("#lang").selectOption("fr")
    await page.locator(".languages button").click()
    assert.match((await range()) ?? "", /^6 à/)
    assert.strictEqual(await page.locator("html").getAttribute("lang"), "fr")
    await context.close()
  })

  it("in a frame of another origin tells its height and nothing else, and opens a choice beside it", async () => {
    const context = await browser().newContext({ viewport: { width: 900, height: 700 } })
    const { complaints, page } = await openPage(context, partnerUrl)
    const frame = page.frameLocator("iframe")
    await fill(frame)
    await frame.locator(".search .lines .button.main").click()
    await frame.locator(".offers-part").waitFor()
    const told = (await page.evaluate("window.told")) as ReadonlyArray<object>
    assert.isNotEmpty(told)
    for (const message of told) {
      assert.deepStrictEqual(Object.keys(message).sort(), ["px", "viatica"])
      assert.deepInclude(message, { viatica: "height" })
    }
    const beside = context.waitForEvent("page")
    const choose = frame.locator("[name=offer] >> visible=true").first()
    assert.match((await choose.getAttribute("aria-label")) ?? "", /\(opens in a new window\)$/)
    await choose.click()
    const funnel = await beside
    await funnel.waitForURL("**/funnel/presubscribe?**")
    assert.strictEqual(await funnel.evaluate("window.opener"), null)
    assert.deepStrictEqual(complaints, [])
    await context.close()
  })

  it("leads a choice to the funnel under another name of the machine than links have", async () => {
    const context = await browser().newContext({ viewport: { width: 1280, height: 900 } })
    const other = url("/compare?residence=FR&destinations=US&lang=en").replace(
      "127.0.0.1",
      "localhost",
    )
    const { complaints, page } = await openPage(context, other)
    await fill(page)
    await send(page)
    await page.locator("button[name=offer]:visible").first().click()
    await page.waitForURL(/\/funnel\/presubscribe/)
    assert.strictEqual(await page.locator("#name-1").count(), 1)
    assert.deepStrictEqual(complaints, [])
    await context.close()
  })
})
