import { assert, it } from "@effect/vitest"
import * as Layer from "effect/Layer"
import type { CDPSession, Page } from "playwright-core"
import { Demo } from "../../http/ports/house.ts"
import { eventually } from "../support/eventually.ts"
import { useOwnService } from "../support/service.ts"
import { axeFindings, inContext, openPage, overflowing } from "./support/chromium.ts"
import { comparisonAddress } from "./support/comparison-address.ts"
import { describeInBrowser } from "./support/use-browser.ts"

/** So many presses of Tab reach anything on a page. */
const tabsMax = 250

/** What has the focus: its name as a person hears it, and what hides it or leaves it unmarked. */
interface Focused {
  readonly name: string
  readonly fault: string
}

const focused = (page: Page): Promise<Focused> =>
  page.evaluate(`(() => {
    const at = document.activeElement
    const words = (element) => (element?.textContent ?? "").replaceAll(/\\s+/g, " ").trim()
    const label = at.labels?.[0]
    const name = at.getAttribute("aria-label") ?? (label === undefined ? words(at) : words(label))
    if (at === document.body) return { name: "", fault: "" }
    const box = at.getBoundingClientRect()
    // The middle of what of it is within the window.
    const middle = (from, to, end) => (Math.max(from, 0) + Math.min(to, end)) / 2
    const [x, y] = [middle(box.left, box.right, innerWidth), middle(box.top, box.bottom, innerHeight)]
    const top = document.elementFromPoint(x, y)
    const isSeen = top !== null && (at.contains(top) || top.contains(at) || label?.contains(top))
    const isMarked = getComputedStyle(at).outlineStyle !== "none"
    return {
      name,
      fault: (isSeen ? "" : "hidden at " + Math.round(y) + " by " + (top?.className ?? "the edge")) + (isMarked ? "" : " unmarked"),
    }
  })()`)

/** Goes on by Tab until something of that name has the focus; whatever has it on the way must be seen. */
const tabTo = async (page: Page, name: RegExp, faults: Array<string>): Promise<void> => {
  for (let count = 0; count < tabsMax; count += 1) {
    await page.keyboard.press("Tab")
    const at = await focused(page)
    if (at.fault !== "") faults.push(`${at.name}: ${at.fault}`)
    if (name.test(at.name)) return
  }
  throw new Error(`no ${name} by Tab`)
}

/** What Chromium tells assistive technology of a page: the road is found there and nowhere else. */
const makeTree = (devtools: CDPSession) => {
  const find = async (role: string, name: RegExp): Promise<number> => {
    let found: number | undefined
    await eventually(async () => {
      const { nodes } = await devtools.send("Accessibility.getFullAXTree")
      found = nodes.find(
        (node) =>
          !node.ignored && node.role?.value === role && name.test(String(node.name?.value ?? "")),
      )?.backendDOMNodeId
      return found !== undefined
    }, 20_000)
    if (found === undefined) throw new Error(`no ${role} ${name} in the tree`)
    return found
  }
  const call = async (backendNodeId: number, declaration: string): Promise<void> => {
    const { object } = await devtools.send("DOM.resolveNode", { backendNodeId })
    await devtools.send("Runtime.callFunctionOn", {
      objectId: object.objectId ?? "",
      functionDeclaration: declaration,
      userGesture: true,
    })
  }
  return {
    find,
    press: async (role: string, name: RegExp) =>
      call(await find(role, name), "function () { this.click() }"),
    /** As assistive technology sets a value. */
    write: async (role: string, name: RegExp, value: string) =>
      call(
        await find(role, name),
        `function () { this.value = ${JSON.stringify(value)}; this.dispatchEvent(new Event("input", { bubbles: true })); this.dispatchEvent(new Event("change", { bubbles: true })) }`,
      ),
  }
}

/** A visit by a browser that writes days as Britons do. */
const inBritishContext: typeof inContext = (browser, options, use) =>
  inContext(browser, { locale: "en-GB", ...options }, use)

describeInBrowser(
  "a traveller's road, from the form to the end",
  ({ browser, url }) => {
    const start = () => url("/compare?residence=FR&destinations=US&lang=en")

    it.each([
      ["wide", { width: 1280, height: 720 }],
      ["narrow", { width: 320, height: 640 }],
      ["low, as at 400 %", { width: 320, height: 256 }],
    ] as const)(
      "is walked by the keyboard alone, the focus always in sight: %s",
      async (_, viewport) => {
        const faults: Array<string> = []
        await inBritishContext(browser(), { viewport }, async (context) => {
          const { complaints, page } = await openPage(context, start())
          const at = (name: RegExp) => tabTo(page, name, faults)
          // Days that read alike whether the browser asks for the day or the month first.
          await at(/^Departure/)
          await page.keyboard.type("01012097")
          await at(/^Return/)
          await page.keyboard.type("02022097")
          await at(/^Age of traveller 1/)
          await page.keyboard.type("34")
          await at(/^Compare offers/)
          await page.keyboard.press("Enter")
          await page.locator("h1", { hasText: /offers/ }).waitFor()
          await at(/^Choose .+ for €/)
          await page.keyboard.press("Enter")
          await page.locator("h1", { hasText: /who travels/ }).waitFor()
          await at(/full name/)
          await page.keyboard.type("Camille Roux")
          await at(/^Review the cover/)
          await page.keyboard.press("Enter")
          await page.locator("h1", { hasText: /Review, then/ }).waitFor()
          await at(/^I have read/)
          await page.keyboard.press("Space")
          await at(/^Pre-subscribe/)
          await page.keyboard.press("Enter")
          await page.locator("h1", { hasText: /Nothing is charged/ }).waitFor()
          await at(/^Finish without paying/)
          await page.keyboard.press("Enter")
          await page.locator("h1", { hasText: /Finished/ }).waitFor()
          assert.deepStrictEqual(complaints, [])
        })
        assert.deepStrictEqual([...new Set(faults)], [])
      },
      120_000,
    )

    it("is walked by what assistive technology is told alone", async () => {
      await inBritishContext(
        browser(),
        { viewport: { width: 1280, height: 900 } },
        async (context) => {
          const { page } = await openPage(context, start())
          const { find, press, write } = makeTree(await context.newCDPSession(page))
          await write("Date", /^Departure/, "2097-07-01")
          await write("Date", /^Return/, "2097-07-14")
          await write("textbox", /^Age of traveller 1/, "34")
          await press("button", /^Compare offers/)
          await find("heading", /offers: United States/)
          // Heads are told by their short names in each cell, not with price, badge and buttons.
          await find("columnheader", /^Escapada Básica$/)
          await find("rowheader", /^Medical costs abroad$/)
          await press("button", /^Choose .+ for €/)
          await find("heading", /who travels/)
          await write("textbox", /full name/, "Camille Roux")
          await press("button", /^Review the cover/)
          await find("heading", /^What is not covered/)
          await press("checkbox", /^I have read/)
          await press("button", /^Pre-subscribe/)
          await find("heading", /^Nothing is charged/)
          await press("button", /^Finish without paying/)
          await find("heading", /^Finished/)
        },
      )
    }, 60_000)

    it("bars nobody in forced colours, and tells what is chosen by more than weight", async () => {
      const found: Array<string> = []
      for (const colorScheme of ["light", "dark"] as const) {
        await inContext(
          browser(),
          { viewport: { width: 1280, height: 900 }, forcedColors: "active", colorScheme },
          async (context) => {
            const { page } = await openPage(context, url("/compare?lang=en"))
            await page.goto(
              await comparisonAddress(page, url("/"), { network: "visa", tier: "mid" }),
            )
            found.push(...(await axeFindings(page)))
            const grounds = (pressed: boolean) =>
              page
                .locator(`.chip[aria-pressed=${String(pressed)}]:visible`)
                .first()
                .evaluate((chip) => getComputedStyle(chip).backgroundColor)
            assert.notStrictEqual(await grounds(true), await grounds(false))
            await page.locator("[name=offer]:visible").first().click()
            await page.locator("#name-1").fill("Camille Roux")
            found.push(...(await axeFindings(page)))
            await page.locator("#name-1").press("Enter")
            await page.locator("#read").waitFor()
            found.push(...(await axeFindings(page)))
          },
        )
      }
      assert.deepStrictEqual(found, [])
    }, 60_000)

    it("tells insurers apart by marks of their own, small and without colour too", async () => {
      await inBritishContext(
        browser(),
        { viewport: { width: 1280, height: 900 } },
        async (context) => {
          const { page } = await openPage(context, url("/compare?lang=en"))
          await page.goto(await comparisonAddress(page, url("/")))
          const marks = await page.locator("thead [data-column]").evaluateAll((heads) =>
            heads.map((head) => ({
              insurer: head.querySelector(".insurer")?.textContent?.trim() ?? "",
              mark: head.querySelector("img")?.getAttribute("src") ?? "",
            })),
          )
          const byInsurer = new Map(marks.map(({ insurer, mark }) => [insurer, mark]))
          assert.isAtLeast(byInsurer.size, 4)
          for (const { insurer, mark } of marks) assert.strictEqual(mark, byInsurer.get(insurer))
          assert.strictEqual(new Set(byInsurer.values()).size, byInsurer.size)
          const drawn =
            (await page.evaluate(`Promise.all(${JSON.stringify([...byInsurer.values()])}.map(async (src) => {
          const image = new Image()
          image.src = src + "?size=24"
          await image.decode()
          const canvas = Object.assign(document.createElement("canvas"), { width: 24, height: 24 })
          const context = canvas.getContext("2d")
          context.drawImage(image, 0, 0, 24, 24)
          const { data } = context.getImageData(0, 0, 24, 24)
          return Array.from({ length: 576 }, (_, index) => (data[4 * index] + data[4 * index + 1] + data[4 * index + 2]) / 3)
        }))`)) as ReadonlyArray<ReadonlyArray<number>>
          // Another shape in a fifth of the picture, where dark is told from light alone.
          for (const [index, one] of drawn.entries()) {
            for (const other of drawn.slice(index + 1)) {
              const apart = one.filter((grey, at) => Math.abs(grey - (other[at] ?? 0)) > 60).length
              assert.isAbove(apart / one.length, 0.15)
            }
          }
        },
      )
    })

    it("grows with the letters that a reader's browser is set to, and loses nothing", async () => {
      await inBritishContext(
        browser(),
        { viewport: { width: 640, height: 900 } },
        async (context) => {
          const { page } = await openPage(context, url("/compare?lang=en"))
          await page.goto(await comparisonAddress(page, url("/")))
          const size = () => page.locator("h1").evaluate((h) => getComputedStyle(h).fontSize)
          const before = Number.parseFloat(await size())
          const devtools = await context.newCDPSession(page)
          await devtools.send("Page.setFontSizes", { fontSizes: { standard: 32, fixed: 26 } })
          await page.reload()
          assert.isAbove(Number.parseFloat(await size()), 1.5 * before)
          assert.deepStrictEqual(await overflowing(page), [])
        },
      )
    })
  },
  () => useOwnService({}, Layer.succeed(Demo, { partnerCode: "demo" })),
)
