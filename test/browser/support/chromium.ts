import { existsSync, readFileSync } from "node:fs"
import { createRequire } from "node:module"
import { isLong } from "../../support/long.ts"
import { type Browser, type BrowserContext, chromium, type Page } from "playwright-core"

/** The shell without windows first: it lays pages out alike for half the processor time. */
const usualPlaces = [
  "/usr/bin/chromium-headless-shell",
  "/usr/bin/chromium",
  "/usr/bin/chromium-browser",
  "/usr/bin/google-chrome",
  "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
]

/** Where the machine's Chromium is: `CHROMIUM` names it, else it lies in a usual place. */
export const chromiumPath = (): string | undefined => {
  const named = process.env["CHROMIUM"]
  return named === undefined || named === "" ? usualPlaces.find((path) => existsSync(path)) : named
}

/** Widths that pages are looked at in, in pixels, with the heights that go with them. */
export const sizes = [
  { width: 320, height: 640 },
  { width: 768, height: 1024 },
  { width: 1280, height: 900 },
] as const

/** The schemes of colours that pages come in. */
export const schemes = ["light", "dark"] as const

/** A window that a page is looked at in. */
export interface Look {
  readonly viewport: { readonly width: number; readonly height: number }
  readonly colorScheme: (typeof schemes)[number]
}

const sumOf = (name: string): number =>
  [...name].reduce((total, letter) => total + (letter.codePointAt(0) ?? 0), 0)

/**
 * Each size in each scheme in the long form of tests; else the narrowest size, the first, in light, and one
 * that the page's name chooses of the others in dark.
 */
export const looksAt = (
  viewports: ReadonlyArray<Look["viewport"]>,
  page: string,
): ReadonlyArray<Look> => {
  if (isLong) {
    return schemes.flatMap((colorScheme) =>
      viewports.map((viewport) => ({ viewport, colorScheme })),
    )
  }
  const [narrowest, ...wider] = viewports
  // Halved, as the lowest bit chooses where axe examines the page.
  const other = wider[Math.floor(sumOf(page) / 2) % wider.length]
  return [narrowest, other].flatMap((viewport, index) =>
    viewport === undefined ? [] : [{ viewport, colorScheme: schemes[index] ?? "light" }],
  )
}

/** Whether axe examines a page in a look: in each in the long form, else in one that its name chooses. */
export const isExamined = (looks: ReadonlyArray<Look>, look: Look, page: string): boolean =>
  isLong || looks.indexOf(look) === sumOf(page) % looks.length

/** Has a page take on a look, and waits until it is laid out and drawn for it. */
export const takeLook = async (page: Page, { colorScheme, viewport }: Look): Promise<void> => {
  await page.setViewportSize(viewport)
  await page.emulateMedia({ colorScheme, reducedMotion: "reduce" })
  await page.evaluate(async () => {
    const frame = () => new Promise(requestAnimationFrame)
    let last = ""
    // What observes its size draws in the frames after; it is done when nothing moves any more.
    for (let same = 0; same < 4;) {
      await frame()
      const { scrollHeight, scrollWidth } = document.documentElement
      const now = `${scrollWidth} ${scrollHeight} ${document.querySelectorAll("*").length}`
      same = now === last ? same + 1 : 0
      last = now
    }
  })
}

/** What is wrong with an open page in each of its looks: overflow, and what axe finds where it examines it. */
export const faultsOfLooks = async (
  page: Page,
  looks: ReadonlyArray<Look>,
  name: string,
): Promise<ReadonlyArray<string>> => {
  const faults: Array<string> = []
  for (const look of looks) {
    await takeLook(page, look)
    const found = isExamined(looks, look, name) ? await axeFindings(page) : []
    faults.push(
      ...[...found, ...(await overflowing(page))].map(
        (fault) => `${look.viewport.width} ${look.colorScheme}: ${fault}`,
      ),
    )
  }
  return faults
}

/** Starts the machine's Chromium without a window, for who closes it again. */
export const startChromium = async (): Promise<Browser> => {
  const executablePath = chromiumPath()
  if (executablePath === undefined) throw new Error("this machine has no Chromium")
  return chromium.launch({ executablePath, args: ["--no-sandbox", "--disable-gpu"] })
}

let started: Promise<Browser> | undefined

/**
 * The machine's Chromium without a window: one for all files of a worker, as these share what they import.
 * Each test opens contexts of its own and closes them; the browser ends with the worker.
 */
export const sharedChromium = async (): Promise<Browser> => {
  const browser = await (started ??= startChromium())
  if (browser.isConnected()) return browser
  return (started = startChromium())
}

const axeSource = readFileSync(
  createRequire(import.meta.url).resolve("axe-core/axe.min.js"),
  "utf8",
)

interface AxeViolation {
  readonly id: string
  readonly nodes: ReadonlyArray<{ readonly html: string; readonly failureSummary?: string }>
}

/** What axe finds wrong with a page, by WCAG 2.2 AA and its best practices, a line each. */
export const axeFindings = async (page: Page): Promise<ReadonlyArray<string>> => {
  // Evaluated, not added as an element: the policy of pages forbids foreign scripts.
  await page.evaluate(axeSource)
  const violations = (await page.evaluate(
    "axe.run().then(({ violations }) => violations)",
  )) as ReadonlyArray<AxeViolation>
  return violations.flatMap(({ id, nodes }) =>
    nodes.map(({ failureSummary = "", html }) => `${id}: ${html.slice(0, 200)} ${failureSummary}`),
  )
}

/** The words of a page that stand on two lines, with no hyphen to say so. */
export const cutWords = (page: Page): Promise<ReadonlyArray<string>> =>
  page.evaluate(`(() => {
    const cut = []
    const texts = document.createTreeWalker(document.querySelector("main"), NodeFilter.SHOW_TEXT)
    for (let text = texts.nextNode(); text !== null; text = texts.nextNode()) {
      const parent = text.parentElement
      // What waits unseen, in a panel or for readers of the screen, is laid out as it may be.
      if (!parent.checkVisibility() || parent.closest("[popover]") !== null) continue
      for (const { 0: word, index } of text.data.matchAll(/[\\p{L}\\p{M}]{4,}/gu)) {
        const range = document.createRange()
        range.setStart(text, index)
        range.setEnd(text, index + word.length)
        const lines = new Set([...range.getClientRects()].map(({ top }) => Math.round(top)))
        if (lines.size > 1) cut.push("cuts " + word)
      }
    }
    return cut
  })()`)

/** Elements that reach beyond the right edge of the window and lie in nothing that scrolls. */
export const overflowing = (page: Page): Promise<ReadonlyArray<string>> =>
  page.evaluate(`(() => {
    const width = document.documentElement.clientWidth
    const scrolls = (element) => {
      for (let at = element; at !== null; at = at.parentElement) {
        if (["auto", "scroll", "hidden"].includes(getComputedStyle(at).overflowX)) return true
      }
      return false
    }
    const wide = [...document.body.querySelectorAll("*")]
      .filter((element) => element.getBoundingClientRect().right > width + 1 && !scrolls(element))
      .map((element) => element.outerHTML.slice(0, 120))
    const page = document.documentElement.scrollWidth > width + 1 ? ["the page scrolls sideways"] : []
    const widthOf = (element) => element.getBoundingClientRect().width
    const squeezed = [...document.querySelectorAll("caption:not(.unseen)")]
      .filter((caption) => widthOf(caption) < widthOf(caption.parentElement) / 2)
      .map((caption) => "squeezed: " + caption.outerHTML.slice(0, 120))
    return [...page, ...wide, ...squeezed].slice(0, 5)
  })()`)

/** Has somebody use a window of a browser in which nothing moves, and closes it. */
export const inContext = async (
  browser: Browser,
  options: Parameters<Browser["newContext"]>[0],
  use: (context: BrowserContext) => Promise<void>,
): Promise<void> => {
  const context = await browser.newContext({ reducedMotion: "reduce", ...options })
  try {
    await use(context)
  } finally {
    await context.close()
  }
}

/** How many times slower pages run than this machine can: finds what hangs on who comes first. */
const slowerBy = Number(process.env["BROWSER_SLOWER"] ?? 1)

/** Opens a page in a window of its own and gathers what it complains of: refused loads, errors, logs. */
export const openPage = async (
  context: BrowserContext,
  url: string,
): Promise<{ readonly page: Page; readonly complaints: ReadonlyArray<string> }> => {
  const complaints: Array<string> = []
  const page = await context.newPage()
  if (slowerBy > 1) {
    const devtools = await context.newCDPSession(page)
    await devtools.send("Emulation.setCPUThrottlingRate", { rate: slowerBy })
  }
  page.on("pageerror", (error) => complaints.push(`error: ${error.message}`))
  page.on("console", (message) => {
    if (["error", "warning"].includes(message.type())) complaints.push(message.text())
  })
  page.on("requestfailed", (request) => {
    // What is under way when the page is left is broken off by the browser itself.
    if (request.failure()?.errorText !== "net::ERR_ABORTED") {
      complaints.push(`failed: ${request.url()}`)
    }
  })
  await page.goto(url, { waitUntil: "load" })
  return { page, complaints }
}

/**
 * What is wrong with a page in each of its looks: axe's findings, overflow, complaints. One window takes
 * on all of them, as a person resizes theirs.
 */
export const faultsOf = async (
  browser: Browser,
  url: string,
  prepare: (context: BrowserContext) => Promise<void> = async () => {},
): Promise<ReadonlyArray<string>> => {
  const { pathname, searchParams } = new URL(url)
  const name = `${pathname} ${searchParams.get("lang") ?? ""}`
  const looks = looksAt(sizes, name)
  const context = await browser.newContext({ ...looks[0], reducedMotion: "reduce" })
  await prepare(context)
  const { complaints, page } = await openPage(context, url)
  const faults = await faultsOfLooks(page, looks, name)
  await context.close()
  return [...faults, ...complaints]
}
