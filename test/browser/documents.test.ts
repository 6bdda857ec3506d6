import { assert, it } from "@effect/vitest"
import { faultsOf } from "./support/chromium.ts"
import { describeInBrowser } from "./support/use-browser.ts"

describeInBrowser("documents of an offer", ({ browser, url }) => {
  it.each(["101/ipid?lang=en", "101/ipid?lang=fr", "101/terms?lang=en", "1042/terms?lang=fr"])(
    "bar nobody in any size or scheme: %s",
    async (path) => {
      const faults = await faultsOf(browser(), url(`/documents/${path}`))
      assert.deepStrictEqual(faults, [])
    },
  )
})
