import { assert, it } from "@effect/vitest"
import { axeFindings, overflowing } from "./support/chromium.ts"
import { describeInBrowser } from "./support/use-browser.ts"

describeInBrowser("what looks at pages", ({ browser }) => {
  it("finds a picture without words, a form field without a label, and what is too wide", async () => {
    const context = await browser().newContext({ viewport: { width: 320, height: 640 } })
    const page = await context.newPage()
    await page.setContent(
      `<html lang="en"><title>x</title><main><h1>x</h1><img src="data:,"><input>
       <div style="width:500px">wide</div></main></html>`,
    )
    const found = (await axeFindings(page)).map((finding) => finding.split(":")[0])
    assert.includeMembers(found, ["image-alt", "label"])
    assert.isNotEmpty(await overflowing(page))
    await page.setContent(`<html lang="en"><title>x</title><main><h1>x</h1></main></html>`)
    assert.deepStrictEqual(await axeFindings(page), [])
    assert.deepStrictEqual(await overflowing(page), [])
    await context.close()
  })
})
