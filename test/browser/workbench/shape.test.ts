import { readFileSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { assert, it } from "@effect/vitest"
import type { Page } from "playwright-core"
import { describeWorkbench, faultsOfScreen, openScreen } from "../support/use-workbench.ts"

/** A longer trip that costs less in North America, and a dearer place on the map. */
const prepare = (folder: string): void => {
  const edit = (file: string, from: RegExp, to: string): void => {
    const path = join(folder, file)
    writeFileSync(path, readFileSync(path, "utf8").replace(from, to))
  }
  edit(
    "catalogue/tariffs.csv",
    /^(hw_voyager_core,north_america,\[9\.\.31\],\[18\.\.64\],3\.00,22\.10),1\.00$/m,
    "$1,1.40",
  )
  edit("countries.csv", /^(JP,.*),high,/m, "$1,top,")
}

const drawn = (page: Page) =>
  Promise.all([
    page.locator(".plot svg").nth(1).waitFor(),
    page.locator(".world svg path").first().waitFor(),
    page.locator(".heat td a").first().waitFor(),
  ])

describeWorkbench(
  "the shape of tables, in a browser",
  (stage) => {
    it("says what the pictures show, and leads to their rows", async () => {
      const context = await stage.browser().newContext({ locale: "en-GB" })
      const { complaints, page } = await openScreen(context, stage.bench(), {
        path: "/shape",
        ready: drawn,
      })
      await page
        .getByRole("heading", { level: 1, name: "One step down in North America" })
        .waitFor()
      const days = page.getByRole("img", { name: /^Premium over days, USD/ })
      assert.match((await days.getAttribute("aria-label")) ?? "", /day 32 than on day 31/)
      await page.getByText("68.50, then 56.98").waitFor()
      await page.getByText("Japan changes step.").waitFor()

      await page.getByRole("group", { name: "Zone" }).getByText("Europe").click()
      await page.waitForURL(/zone=europe/)
      await page.getByRole("button", { name: "As a table" }).click()
      const table = page.getByRole("table", { name: /^Premiums by day/ })
      await table.waitFor()
      assert.deepStrictEqual(
        [...new Set(await table.locator("tbody th").allTextContents())],
        ["Europe"],
      )
      assert.match(
        (await table.getByRole("link").first().getAttribute("href")) ?? "",
        /^#\/tables\/catalogue\/tariffs\.csv\?row=\d+/,
      )

      const map = page.getByRole("listbox", { name: /^Medical target/ })
      await map.focus()
      await page.keyboard.press("ArrowUp")
      await page.waitForURL(/to=CA/)
      await page.locator(".place-card").getByText("Canada, €300,000").waitFor()
      assert.isTrue(await map.evaluate((element) => element === document.activeElement))
      await page.getByRole("heading", { name: "What cards hold, Canada" }).waitFor()
      await page.getByRole("option", { name: "Australia, €300,000" }).click()
      await page.getByRole("heading", { name: "What cards hold, Australia" }).waitFor()

      await page.getByLabel("Cards", { exact: true }).selectOption("BNP Paribas")
      await page.getByRole("columnheader", { name: "Carte Visa Premier" }).waitFor()
      await page.getByRole("button", { name: "Long trip" }).click()
      await page.locator(".heat td.conditional").first().waitFor()
      assert.match(
        (await page.locator(".heat td a").first().getAttribute("href")) ?? "",
        /^#\/tables\/coach\/benefits\.csv\?row=\d+/,
      )
      await page.goBack()
      await page.getByRole("button", { name: "Long trip", pressed: false }).waitFor()
      assert.deepStrictEqual(complaints, [])
      await context.close()
    })

    it.each([
      { language: "en", path: "/shape?table=1", heading: "One step down in North America" },
      { language: "fr", path: "/shape", heading: "Une marche vers le bas en Amérique du Nord" },
    ] as const)("is sound at every width, light and dark: $language", async (read) => {
      const faults = await faultsOfScreen(stage, {
        path: read.path,
        language: read.language,
        ready: async (page) => {
          await page.getByRole("heading", { level: 1, name: read.heading }).waitFor()
          await drawn(page)
        },
      })
      assert.deepStrictEqual(faults, [])
    })
  },
  prepare,
)
