import { existsSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { afterEach, assert, it } from "@effect/vitest"
import type { BrowserContext } from "playwright-core"
import { eventually } from "../../support/eventually.ts"
import { describeWorkbench, openScreen } from "../support/use-workbench.ts"

describeWorkbench("cases of a table, in a browser", (stage) => {
  let context: BrowserContext | undefined

  afterEach(async () => {
    await context?.close()
    context = undefined
  })

  it("are pasted beside their table, hold or differ, and are mended by a press", async () => {
    const file = join(stage.bench().folder, "sandbox/age_factors.cases.csv")
    context = await stage.browser().newContext({
      viewport: { width: 1280, height: 900 },
      locale: "en-GB",
      reducedMotion: "reduce",
      permissions: ["clipboard-read", "clipboard-write"],
    })
    const { page } = await openScreen(context, stage.bench(), {
      path: "/tables/sandbox/age_factors.csv",
      ready: (opened) => opened.getByRole("button", { name: "Cases…" }).waitFor(),
    })
    await page.getByRole("button", { name: "Cases…" }).click()
    await page.getByRole("heading", { name: /^Cases of / }).waitFor()
    await page.getByRole("button", { name: "Add row" }).click()
    await page.locator("revo-grid [data-rgcol='0'][data-rgrow='0']").first().click()
    await page.evaluate(() =>
      navigator.clipboard.writeText("A child\tleisure\t9\t50\nA grown-up\tleisure\t40\t100\n"),
    )
    await page.keyboard.press("Control+v")
    await page.locator("revo-grid .verdict.holds", { hasText: "holds" }).waitFor()
    await page.locator("revo-grid .verdict.differs", { hasText: "differs" }).waitFor()
    await page.getByText("1 of 2 cases differs.").waitFor()
    await page.getByRole("button", { name: "Accept 70" }).first().click()
    await page.getByText("All 2 cases hold.").waitFor()
    assert.strictEqual(readFileSync(file, "utf8").split("\n")[1], "A child,leisure,9,70,,")
    // Which facts and results are columns is chosen in the list of columns.
    await page.getByRole("button", { name: "Columns", exact: true }).click()
    const list = page.getByRole("dialog", { name: "Columns" })
    const inFile = list.getByRole("group", { name: "Columns of the file" })
    await inFile.getByRole("checkbox", { name: "Remark" }).uncheck()
    const hasLost = (): boolean =>
      readFileSync(file, "utf8").startsWith("case,age_scale,age,factor_percent,answers\n")
    assert.isTrue(await eventually(hasLost, 30_000), "the remark is no column any more")
    await page.keyboard.press("Escape")
    const isGone = async (): Promise<boolean> => {
      await page.keyboard.press("Control+z")
      return !existsSync(file)
    }
    assert.isTrue(await eventually(isGone, 30_000), "undoing all takes the cases away")
  })
})
