import { beforeAll, describe } from "@effect/vitest"
import type { Browser } from "playwright-core"
import { type TestService, useService } from "../../support/service.ts"
import { chromiumPath, sharedChromium } from "./chromium.ts"

/** What a browser test has: a browser, and a service with an address that the browser can open. */
export interface BrowserStage {
  readonly browser: () => Browser
  readonly service: () => TestService
  readonly url: (path: string) => string
}

/**
 * Tests that need a browser; on a machine without Chromium they are skipped, and the report names
 * them as skipped. `start` starts a service other than the usual one.
 */
export const describeInBrowser = (
  name: string,
  tests: (stage: BrowserStage) => void,
  start: () => () => TestService = useService,
) =>
  describe.skipIf(chromiumPath() === undefined)(name, () => {
    let started: Browser | undefined
    const service = start()
    beforeAll(async () => {
      started = await sharedChromium()
    })
    tests({
      browser: () => {
        if (started === undefined) throw new Error("the browser has not started")
        return started
      },
      service,
      url: (path) => `http://127.0.0.1:${service().port}${path}`,
    })
  })
