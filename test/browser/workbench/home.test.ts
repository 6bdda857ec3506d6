import { readFileSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { assert, it } from "@effect/vitest"
import type { Page } from "playwright-core"
import { describeWorkbench, faultsOfScreen, openScreen } from "../support/use-workbench.ts"

const file = "catalogue/tariffs.csv"

/** Takes a row out of the tariffs, so that nobody of its ages gets a price. */
const makeGap = (folder: string): void => {
  const path = join(folder, file)
  const lines = readFileSync(path, "utf8").split("\n")
  const kept = lines.filter((line) => !line.startsWith("br_escapade_1,europe,[9..31],[65..69]"))
  writeFileSync(path, kept.join("\n"))
}

const isChecked = async (page: Page, text: string): Promise<void> => {
  await page.getByText(text).waitFor()
}

describeWorkbench(
  "the first screen of the workbench, in a browser",
  (stage) => {
    it("is sound at every width, light and dark", { timeout: 90_000 }, async () => {
      const faults = await faultsOfScreen(stage, {
        path: "/home",
        ready: (page) => isChecked(page, "1 error blocks a release"),
      })
      assert.deepStrictEqual(faults, [])
    })

    it("is sound in French", { timeout: 90_000 }, async () => {
      const faults = await faultsOfScreen(stage, {
        path: "/home",
        language: "fr",
        ready: (page) => isChecked(page, "1 erreur bloque la publication"),
      })
      assert.deepStrictEqual(faults, [])
    })

    it("shows what is open, and leads there", { timeout: 60_000 }, async () => {
      const context = await stage.browser().newContext({ locale: "en-GB" })
      const { complaints, page } = await openScreen(context, stage.bench(), {
        path: "/home",
        ready: (each) => isChecked(each, "1 error blocks a release"),
      })
      await page.getByRole("heading", { name: "Open change, 1 row of Live tariffs" }).waitFor()
      const tables = page.getByRole("region", { name: "Tables by task" })
      await tables.getByRole("button", { name: /^Changed/ }).click()
      assert.strictEqual(await tables.getByRole("listitem").count(), 1)
      await tables.getByRole("button", { name: /^With findings/ }).click()
      const found = tables.getByRole("link", { name: /Live tariffs.*1 error/ })
      assert.strictEqual(await found.getAttribute("href"), `#/tables/${file}`)
      await page.getByRole("link", { name: "1 error blocks a release" }).click()
      await page.getByRole("heading", { name: "What was found" }).waitFor()
      assert.deepStrictEqual(complaints, [])
      await context.close()
    })

    it("searches cells by keyboard, and goes to the row", { timeout: 60_000 }, async () => {
      const context = await stage.browser().newContext({ locale: "en-GB" })
      const { page } = await openScreen(context, stage.bench(), {
        path: "/home",
        ready: (each) => each.getByText("Tables by task").waitFor(),
      })
      await page.getByRole("button", { name: /Search cells and texts/ }).focus()
      await page.keyboard.press("Control+k")
      const box = page.getByRole("combobox", { name: "Search cells and texts" })
      await box.fill("etats-unis")
      const options = page.getByRole("option")
      await options.first().waitFor()
      assert.strictEqual(await options.first().getAttribute("aria-selected"), "true")
      await page.keyboard.press("ArrowDown")
      assert.strictEqual(await options.nth(1).getAttribute("aria-selected"), "true")
      assert.strictEqual(
        await box.getAttribute("aria-activedescendant"),
        await options.nth(1).getAttribute("id"),
      )
      await page.keyboard.press("Enter")
      await page.getByRole("dialog").waitFor({ state: "hidden" })
      assert.match(page.url(), /#\/tables\/.*\.csv\?row=\d+&column=/)
      await context.close()
    })

    it("lists all keys, and gives the focus back", { timeout: 60_000 }, async () => {
      const context = await stage.browser().newContext({ locale: "en-GB" })
      const { page } = await openScreen(context, stage.bench(), {
        path: "/home",
        ready: (each) => each.getByText("Tables by task").waitFor(),
      })
      const review = page.getByRole("link", { name: "Review change" })
      await review.focus()
      await page.keyboard.press("?")
      const dialog = page.getByRole("dialog", { name: "Keys" })
      await dialog.getByText("Search cells and texts").waitFor()
      await page.keyboard.press("Escape")
      await dialog.waitFor({ state: "hidden" })
      assert.isTrue(await review.evaluate((element) => element === document.activeElement))
      await page.keyboard.press("g")
      await page.keyboard.press("i")
      await page.waitForURL(/#\/impact$/)
      await context.close()
    })
  },
  makeGap,
)
