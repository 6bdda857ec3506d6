import { assert, it } from "@effect/vitest"
import { faultsOf } from "./support/chromium.ts"
import { describeInBrowser } from "./support/use-browser.ts"

describeInBrowser("the product information document", ({ browser, url }) => {
  it.each(["en", "fr"])("bars nobody in any size or scheme: %s", async (language) => {
    const faults = await faultsOf(browser(), url(`/documents/101/ipid?lang=${language}`))
    assert.deepStrictEqual(faults, [])
  })
})
