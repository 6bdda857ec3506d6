import { afterAll, beforeAll, describe } from "@effect/vitest"
import type { Browser, BrowserContext, Page } from "playwright-core"
import { openWorkbench, type TestWorkbench } from "../../support/workbench.ts"
import { chromiumPath, faultsOfLooks, openPage, looksAt, sharedChromium } from "./chromium.ts"

/** Widths that the workbench is made for. */
export const workbenchSizes = [
  { width: 768, height: 1024 },
  { width: 1280, height: 900 },
  { width: 1920, height: 1080 },
] as const

/** What a test of the workbench in a browser has. */
export interface WorkbenchStage {
  readonly browser: () => Browser
  readonly bench: () => TestWorkbench
}

/** Tests of the workbench in a browser; on a machine without Chromium they are skipped, and named so. */
export const describeWorkbench = (
  name: string,
  tests: (stage: WorkbenchStage) => void,
  prepare?: (folder: string) => void,
) =>
  describe.skipIf(chromiumPath() === undefined)(name, () => {
    let browser: Browser | undefined
    let bench: TestWorkbench | undefined
    beforeAll(async () => {
      bench = await openWorkbench(prepare)
      browser = await sharedChromium()
    })
    afterAll(async () => {
      await bench?.end()
    })
    tests({
      browser: () => {
        if (browser === undefined) throw new Error("the browser has not started")
        return browser
      },
      bench: () => {
        if (bench === undefined) throw new Error("the workbench has not started")
        return bench
      },
    })
  })

/** How a screen is opened. */
export interface ScreenAsked {
  /** The address behind the hash, such as `/tables/fees.csv`. */
  readonly path: string
  readonly language?: "en" | "fr"
  /** Waits until the screen shows what it is looked at for. */
  readonly ready: (page: Page) => Promise<unknown>
}

/** Opens a screen in a window of its own. */
export const openScreen = async (
  context: BrowserContext,
  bench: TestWorkbench,
  { path, ready }: ScreenAsked,
): Promise<{ readonly page: Page; readonly complaints: ReadonlyArray<string> }> => {
  const opened = await openPage(context, `${bench.url}#${path}`)
  await ready(opened.page)
  return opened
}

/**
 * What is wrong with a screen in each of its looks: axe's findings, overflow, complaints. One window
 * takes on all of them, as a person resizes theirs, so that the screen is loaded once.
 */
export const faultsOfScreen = async (
  { bench, browser }: WorkbenchStage,
  asked: ScreenAsked,
): Promise<ReadonlyArray<string>> => {
  const name = `${asked.path} ${asked.language ?? ""}`
  const looks = looksAt(workbenchSizes, name)
  const context = await browser().newContext({
    ...looks[0],
    reducedMotion: "reduce",
    locale: asked.language === "fr" ? "fr-FR" : "en-GB",
  })
  const { complaints, page } = await openScreen(context, bench(), asked)
  const faults = await faultsOfLooks(page, looks, name)
  await context.close()
  return [...faults, ...complaints]
}
