import { assert, it } from "@effect/vitest"
import * as Layer from "effect/Layer"
import type { Browser, Page } from "playwright-core"
import { Demo } from "../../http/ports/house.ts"
import { faultsOf, openPage } from "./support/chromium.ts"
import { type HostPage, serveHostPage } from "./support/host-page.ts"
import { describeInBrowser } from "./support/use-browser.ts"
import { keptHeights, widgetTag } from "../../http/pages/widget/widget-tag.ts"
import { travellerLanguages } from "../../rules/messages/travellers/languages.ts"
import { eventually } from "../support/eventually.ts"
import { isLong } from "../support/long.ts"
import { useOwnService } from "../support/service.ts"

/** How long a browser may take over what it is asked. */
const waitMs = 20_000

/** How late a script may come. */
const lateMs = 1_500

/** Keeps every layout shift of a page. */
const watchShifts = `
  window.shifts = []
  new PerformanceObserver((list) => window.shifts.push(...list.getEntries().map((each) => each.value)))
    .observe({ type: "layout-shift", buffered: true })`

const tag = (attributes: string) => (origin: string) =>
  `<script src="${origin}/widget.js" ${attributes}></script>`

/** Opens a partner's page in a browser, and gives what it has said on its console. */
const visit = async (
  browser: Browser,
  host: HostPage,
  look: (page: Page, said: ReadonlyArray<string>) => Promise<void>,
  viewport = { width: 1000, height: 800 },
): Promise<void> => {
  const context = await browser.newContext({ viewport })
  await context.addInitScript(watchShifts)
  try {
    const { complaints, page } = await openPage(context, host.url)
    await look(page, complaints)
  } finally {
    await context.close()
    await host.close()
  }
}

const heightOf = (page: Page, index = 0): Promise<number> =>
  page
    .locator("iframe")
    .nth(index)
    .evaluate((frame) => frame.getBoundingClientRect().height)

/** Waits until a frame has told how high it is. */
const told = async (page: Page, index = 0): Promise<void> => {
  await page.frameLocator("iframe").nth(index).locator("main").waitFor()
  await page.waitForTimeout(300)
}

/** A message as the frame sends it, from the frame itself, or from the page around it. */
const say = (page: Page, from: "frame" | "page", message: unknown): Promise<unknown> => {
  const text = JSON.stringify(message)
  return from === "page"
    ? page.evaluate(`window.postMessage(${text}, "*")`)
    : (page.frames()[1] ?? page.mainFrame()).evaluate(`window.parent.postMessage(${text}, "*")`)
}

describeInBrowser("the widget on a page of another origin", ({ browser, url }) => {
  const host = (body: (origin: string) => string, policy?: string) =>
    serveHostPage(url(""), body, policy)

  it("puts the comparator in its place, under the policy that is documented", async () => {
    const attributes =
      'data-ref="acme-SPRING27" data-intent="cruise" data-residence="fr" data-lang="fr"'
    const body = (origin: string) => `<p id="a">a</p>${tag(attributes)(origin)}<p id="b">b</p>`
    await visit(browser(), await host(body), async (page, said) => {
      const frame = page.locator("#a ~ iframe + #b")
      assert.strictEqual(await frame.count(), 1)
      const shown = page.locator("iframe")
      assert.strictEqual(await shown.getAttribute("title"), "Comparer les assurances voyage")
      assert.strictEqual(await shown.getAttribute("loading"), "lazy")
      assert.notInclude(await shown.getAttribute("sandbox"), "top-navigation")
      assert.strictEqual(
        await shown.getAttribute("src"),
        url("/compare?ref=acme-SPRING27&intent=cruise&residence=FR&lang=fr"),
      )
      await told(page)
      assert.deepStrictEqual(said, [])
      assert.deepStrictEqual(await page.context().cookies(), [])
      const styled = await page.frames()[1]?.evaluate("document.styleSheets.length")
      assert.isAbove(Number(styled), 0)
    })
  })

  it("shifts nothing: its space is there from the first moment, in every width", async () => {
    for (const width of isLong ? [320, 400, 560, 768, 1280] : [320, 768]) {
      const body = (origin: string) =>
        `${tag('data-ref="acme-SPRING27"')(origin)}<p>what follows</p>`
      await visit(
        browser(),
        await host(body),
        async (page) => {
          const kept = await heightOf(page)
          await told(page)
          assert.strictEqual(await heightOf(page), kept, `${width}`)
          assert.deepStrictEqual(await page.evaluate("window.shifts"), [], `${width}`)
        },
        // So high that what follows is in sight.
        { width, height: 2_000 },
      )
    }
  })

  it("shifts nothing where its script comes late, as the tag of the console stands", async () => {
    const tags = [
      ["asked", { ref: "acme-SPRING27" }],
      ["told", { ref: "acme-SPRING27", residence: "FR", lang: "fr" }],
    ] as const
    for (const [name, attributes] of tags) {
      for (const width of isLong ? [320, 400, 559, 560, 768, 1280] : [320, 768]) {
        const body = (origin: string) => `${widgetTag(origin, attributes)}<p>what follows</p>`
        const policy = `default-src 'none'; style-src 'unsafe-inline'; script-src ${url("")}; frame-src ${url("")}`
        const page = await host(body, policy)
        const context = await browser().newContext({ viewport: { width, height: 2_000 } })
        await context.addInitScript(watchShifts)
        await context.route("**/widget.js", async (route) => {
          await new Promise((resume) => setTimeout(resume, lateMs))
          await route.continue()
        })
        try {
          const { page: opened } = await openPage(context, page.url)
          await opened.locator("iframe").waitFor()
          await told(opened)
          assert.deepStrictEqual(await opened.evaluate("window.shifts"), [], `${name} ${width}`)
        } finally {
          await context.close()
          await page.close()
        }
      }
    }
  })

  it("opens within the space that is kept for it, in every language", async () => {
    const context = await browser().newContext()
    try {
      for (const language of isLong ? travellerLanguages : ["en", "fr", "de", "el", "mt"]) {
        for (const residence of ["", "&residence=FR"]) {
          const kind = residence === "" ? "asked" : "told"
          const hosted = await serveHostPage(
            url(""),
            (origin) => `<iframe src="${origin}/compare?lang=${language}${residence}"></iframe>`,
            `default-src 'none'; style-src 'unsafe-inline'; frame-src ${url("")}`,
          )
          const { page } = await openPage(context, hosted.url)
          await page.addStyleTag({ content: "iframe { border: 0 }" })
          await page.frameLocator("iframe").locator("main").waitFor()
          for (const width of [320, 559, 560, 720, 1280]) {
            const kept = keptHeights[kind].find(([least]) => width >= least)?.[1] ?? 0
            // One question more takes a line more.
            if (kind === "told") assert.isAtMost(kept, width < 560 ? 520 : 360)
            await page.setViewportSize({ width: width + 100, height: 900 })
            await page.addStyleTag({ content: `iframe { width: ${width}px }` })
            const inside = (property: string) =>
              page.frames()[1]?.evaluate(`document.documentElement.${property}`)
            const isAsWide = async () => (await inside("clientWidth")) === width
            assert.isTrue(await eventually(isAsWide, waitMs, 20))
            assert.isAtMost(
              Number(await inside("offsetHeight")),
              kept,
              `${language} ${kind} ${width}`,
            )
            assert.isAtMost(
              Number(await inside("scrollWidth")),
              width,
              `${language} ${kind} ${width}`,
            )
          }
          await page.close()
          await hosted.close()
        }
      }
    } finally {
      await context.close()
    }
  })

  it("grows with its content, within bounds, by messages of its own frame alone", async () => {
    await visit(browser(), await host(tag('data-ref="acme-SPRING27"')), async (page) => {
      await told(page)
      await say(page, "frame", { viatica: "height", px: 2_345.2 })
      assert.isTrue(await eventually(async () => (await heightOf(page)) === 2346, waitMs, 100))
      const refused = [
        { viatica: "height", px: "3000" },
        { viatica: "height", px: null },
        { viatica: "width", px: 3_000 },
        "height",
        null,
      ]
      for (const message of refused) await say(page, "frame", message)
      await say(page, "page", { viatica: "height", px: 3_000 })
      await page.waitForTimeout(200)
      assert.strictEqual(await heightOf(page), 2_346)
      await say(page, "frame", { viatica: "height", px: 1e9 })
      assert.isTrue(await eventually(async () => (await heightOf(page)) === 10000, waitMs, 100))
      await say(page, "frame", { viatica: "height", px: -5 })
      assert.isTrue(await eventually(async () => (await heightOf(page)) === 200, waitMs, 100))
    })
  })

  it("leads the traveller to the head of what answers a form", async () => {
    const low = { width: 1_000, height: 240 }
    const look = async (page: Page) => {
      await told(page)
      const topOf = () =>
        page.locator("iframe").evaluate((frame) => frame.getBoundingClientRect().top)
      const button = page.frameLocator("iframe").locator("button.main").last()
      await button.scrollIntoViewIfNeeded()
      assert.isBelow(await topOf(), 0)
      await button.click()
      assert.isTrue(await eventually(async () => Math.round(await topOf()) === 0, waitMs, 100))
    }
    await visit(browser(), await host(tag('data-ref="acme-SPRING27"')), look, low)
  })

  it("keeps the height that it is given", async () => {
    const body = tag('data-ref="acme-SPRING27" data-height="640px"')
    await visit(browser(), await host(body), async (page, said) => {
      await told(page)
      await say(page, "frame", { viatica: "height", px: 2_345 })
      await page.waitForTimeout(200)
      assert.strictEqual(await heightOf(page), 640)
      assert.deepStrictEqual(said, [])
    })
  })

  it("stands several times on a page, each for itself, loaded late or early", async () => {
    const body = (origin: string) =>
      `<div id="one">${tag('data-ref="acme-SPRING27" data-lang="fr" data-height="300"')(origin)}</div>
       <div id="two">${tag('async data-ref="acme-AUTUMN27" data-lang="de" data-height="400"')(origin)}</div>`
    await visit(browser(), await host(body), async (page) => {
      await page.locator("#two iframe").waitFor()
      const refs = await page
        .locator("iframe")
        .evaluateAll((frames) =>
          frames.map((frame) => `${frame.parentElement?.id} ${frame.clientHeight}`),
        )
      assert.deepStrictEqual(refs, ["one 300", "two 400"])
    })
  })

  it("warns once of all that it does not know, and goes on without it", async () => {
    const wrong = [
      'data-ref="no ref"',
      'data-intent="toRob"',
      'data-residence="France"',
      'data-lang="tlh"',
      'data-height="12"',
    ].join(" ")
    await visit(browser(), await host(tag(wrong)), async (page, said) => {
      assert.strictEqual(await page.locator("iframe").getAttribute("src"), url("/compare?lang=en"))
      assert.strictEqual(said.length, 1)
      for (const name of ["ref", "intent", "residence", "lang", "height"]) {
        assert.include(said[0], `data-${name}=`)
      }
    })
  })

  it("takes a residence that is no country for none", async () => {
    await visit(
      browser(),
      await host(tag('data-ref="acme-SPRING27" data-residence="ZZ"')),
      async (page, said) => {
        const address = await page.locator("iframe").getAttribute("src")
        assert.strictEqual(address, url("/compare?ref=acme-SPRING27&lang=en"))
        assert.lengthOf(said, 1)
        assert.include(said[0], 'data-residence="ZZ"')
      },
    )
  })

  it("cannot be led elsewhere by what its tag says", async () => {
    const body = tag(
      `data-ref="acme-SPRING27&amp;lang=fr#//evil.example" data-lang="fr&amp;x=1" data-residence="&lt;b&gt;"`,
    )
    await visit(browser(), await host(body), async (page, said) => {
      assert.strictEqual(await page.locator("iframe").getAttribute("src"), url("/compare?lang=en"))
      assert.strictEqual(said.length, 1)
    })
  })

  it("shows nothing in a head, and says why", async () => {
    const body = (origin: string) =>
      `<button id="late">late</button><p data-origin="${origin}"></p>${tag("")(origin)}`
    await visit(browser(), await host(body), async (page, said) => {
      const before = said.length
      await page.evaluate(`{
        const tag = document.createElement("script")
        tag.src = "${url("/widget.js")}"
        document.head.append(tag)
      }`)
      await page.waitForTimeout(300)
      assert.strictEqual(await page.locator("iframe").count(), 1)
      assert.strictEqual(said.length, before + 1)
      assert.include(said.at(-1), "nothing is shown")
    })
  })
})

describeInBrowser(
  "the demo's page with the widget",
  ({ browser, service, url }) => {
    it("bars nobody in any size or scheme", async () => {
      await service().createKey({ partnerCode: "demo" })
      for (const language of ["en", "fr"]) {
        // The widget stands on our own origin here, which browsers warn of.
        const faults = await faultsOf(browser(), url(`/demo/widget?lang=${language}`))
        assert.deepStrictEqual(
          faults.filter((fault) => !fault.includes("can escape its sandboxing")),
          [],
        )
      }
    })
  },
  () => useOwnService({}, Layer.succeed(Demo, { partnerCode: "demo" })),
)
