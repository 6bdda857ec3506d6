import { assert, it } from "@effect/vitest"
import { axeFindings } from "../support/chromium.ts"
import { describeWorkbench, faultsOfScreen } from "../support/use-workbench.ts"

describeWorkbench("the frame of the workbench, in a browser", (stage) => {
  it("is sound at every width, light and dark", async () => {
    const faults = await faultsOfScreen(stage, {
      path: "/nowhere",
      ready: (page) => page.getByText("There is no such screen.").waitFor(),
    })
    assert.deepStrictEqual(faults, [])
  })

  it("speaks French to who reads French", async () => {
    const faults = await faultsOfScreen(stage, {
      path: "/nowhere",
      language: "fr",
      ready: (page) => page.getByText("Cet écran n’existe pas.").waitFor(),
    })
    assert.deepStrictEqual(faults, [])
  })

  it("opens the search for who asked for it before the page had come, with what was typed", async () => {
    const context = await stage.browser().newContext({ locale: "en-GB" })
    const page = await context.newPage()
    const { promise: typed, resolve: go } = Promise.withResolvers<void>()
    await page.route(/assets\/index-.*\.js$/, async (route) => {
      await typed
      await route.continue()
    })
    await page.goto(`${stage.bench().url}#/home`, { waitUntil: "commit" })
    await page.waitForFunction(() => "takeEarlyKeys" in globalThis)
    await page.keyboard.press("Control+k")
    await page.keyboard.type("Maldd")
    await page.keyboard.press("Backspace")
    go()
    const search = page.getByRole("combobox", { name: "Search" })
    await search.waitFor()
    await page.keyboard.type("ives")
    assert.strictEqual(await search.inputValue(), "Maldives")
    await page.keyboard.press("Escape")
    await page.getByRole("button", { name: "Search" }).click()
    assert.strictEqual(await search.inputValue(), "")
    await context.close()
  })

  it("says what the tables are compared with, and compares with another version", async () => {
    const context = await stage.browser().newContext({ locale: "en-GB" })
    const page = await context.newPage()
    await page.goto(`${stage.bench().url}#/home`)
    await page.getByText(/compared with main as this branch left it, [0-9a-f]{12}/).waitFor()
    await page.getByRole("button", { name: "Change", exact: true }).click()
    const name = page.getByLabel("A branch, a tag or a commit")
    await name.fill("v9.9")
    await page.keyboard.press("Enter")
    await page.getByText("The repository has no branch, tag or commit “v9.9”.").waitFor()
    assert.deepStrictEqual(await axeFindings(page), [])
    await name.fill("HEAD")
    await page.keyboard.press("Enter")
    await name.waitFor({ state: "detached" })
    await page.getByText(/compared with HEAD, [0-9a-f]{12}/).waitFor()
    await page.getByRole("button", { name: "Change", exact: true }).click()
    await page.getByRole("button", { name: "Where this branch began" }).click()
    await page.getByText(/compared with main as this branch left it/).waitFor()
    await context.close()
  })
})
