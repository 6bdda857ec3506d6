import { readFileSync } from "node:fs"
import { join } from "node:path"
import { afterEach, assert, it } from "@effect/vitest"
import type { BrowserContext, Page } from "playwright-core"
import { eventually } from "../../support/eventually.ts"
import { describeWorkbench, faultsOfScreen, openScreen } from "../support/use-workbench.ts"

const tariffs = "catalogue/tariffs.csv"
const waitMs = 30_000

describeWorkbench("selecting rows of a table, in a browser", (stage) => {
  let context: BrowserContext | undefined
  const textOf = (file: string): string => readFileSync(join(stage.bench().folder, file), "utf8")
  const isSo = async (what: string, check: () => boolean | Promise<boolean>): Promise<void> => {
    assert.isTrue(await eventually(check, waitMs), what)
  }

  afterEach(async () => {
    await context?.close()
    context = undefined
  })

  const open = async (path: string): Promise<Page> => {
    context = await stage.browser().newContext({
      viewport: { width: 1280, height: 900 },
      locale: "en-GB",
      reducedMotion: "reduce",
    })
    const { page } = await openScreen(context, stage.bench(), {
      path: `/tables/${path}`,
      ready: (opened) => opened.locator('[data-rgrow="3"][data-rgcol="3"]').first().waitFor(),
    })
    return page
  }
  const rowsShown = (page: Page, count: string): Promise<void> =>
    page.getByText(new RegExp(`^${count} of [0-9,]+ rows$`)).waitFor()
  const column = (page: Page, place: number): Promise<ReadonlyArray<string>> =>
    page
      .locator(`revogr-data[col-type="rgCol"] [data-rgcol="${place}"]`)
      .evaluateAll((cells) => cells.slice(0, 12).map((cell) => cell.textContent?.trim() ?? ""))

  it("filters by range and by words, sorts by two columns, and comes back by the address", async () => {
    const page = await open(`${tariffs}?row=21&column=age`)
    await page.locator(".strip b", { hasText: "Age, row 21" }).waitFor()
    await page.locator('[data-rgrow="3"][data-rgcol="3"]').first().click()
    await page.keyboard.press("Alt+f")
    const chooser = page.getByRole("dialog", { name: "Filter by Age" })
    await chooser.getByLabel("From").fill("60")
    await chooser.getByText(/rows lie on both sides of 60/).waitFor()
    await chooser.getByLabel("From").press("Enter")
    await page.getByRole("button", { name: "Age: reaches 60 or more", exact: true }).waitFor()
    const tariff = page.locator(".rgHeaderCell", { hasText: "Tariff" })
    await tariff.hover()
    await tariff.getByRole("button", { name: "Filter by Tariff" }).click()
    const words = page.getByRole("dialog", { name: "Filter by Tariff" })
    await words.getByRole("button", { name: "None" }).click()
    await words.getByLabel("Find a value").fill("Escapade Ess")
    await words.getByRole("checkbox").check()
    await words.getByRole("button", { name: "Show 45 rows" }).click()
    await rowsShown(page, "45")
    await page.locator(".rgHeaderCell", { hasText: "Age" }).click()
    await page.locator(".rgHeaderCell", { hasText: "Days" }).click({ modifiers: ["Shift"] })
    const sorted = ["18 to 64", "18 to 64", "18 to 64", "18 to 64"]
    await isSo(
      "rows are sorted",
      async () => (await column(page, 3)).slice(0, 4).join() === sorted.join(),
    )
    const days = "up to 8,up to 8,up to 8,9 to 31,9 to 31,9 to 31,over 31,over 31,over 31"
    assert.strictEqual((await column(page, 2)).slice(0, 9).join(), days)
    const address = page.url()
    await page.goto("about:blank")
    await page.goto(address)
    await rowsShown(page, "45")
    await isSo("rows are sorted again", async () => (await column(page, 2))[3] === "9 to 31")
    await page.getByRole("link", { name: /^Fees/ }).click()
    await page.getByText("3 rows", { exact: true }).waitFor()
    await page.getByRole("link", { name: /^Live tariffs/ }).click()
    await rowsShown(page, "45")
    await page.getByRole("button", { name: /^Show rows without “Tariff/ }).click()
    await rowsShown(page, "1,[0-9]{3}")
  })

  it("splits what a filter cuts, raises the upper part, and takes both back as one", async () => {
    const before = textOf(tariffs)
    const filters = "of.age=reaches%3A60..&of.tariff=is%3Abr_escapade_1"
    const page = await open(`${tariffs}?row=21&column=age&${filters}`)
    await rowsShown(page, "45")
    await page.getByRole("button", { name: "Age: reaches 60 or more", exact: true }).click()
    await page.getByRole("button", { name: "Split at 60…" }).click()
    const dialog = page.getByRole("dialog", { name: "Split bands" })
    await dialog.getByLabel("Amounts of the upper part").selectOption("percent")
    await dialog.getByRole("cell", { name: "60 to 64" }).first().waitFor()
    await dialog.getByText("No gap, no overlap").waitFor()
    await dialog.getByText("Nothing is found that was not there before.").waitFor()
    await dialog.getByRole("button", { name: "Split 9 rows" }).click()
    await isSo("rows are split", () =>
      textOf(tariffs).includes("br_escapade_1,europe,<=8,[60..64],0,10.71,0.66"),
    )
    await dialog.waitFor({ state: "hidden" })
    await page.keyboard.press("Control+z")
    await isSo("the step is taken back", () => textOf(tariffs) === before)
  })

  it("merges bands that a split has made", async () => {
    const before = textOf(tariffs)
    const page = await open(`${tariffs}?row=21&column=age&of.tariff=is%3Abr_escapade_1`)
    await rowsShown(page, "54")
    await page.getByText("More", { exact: true }).click()
    await page.getByRole("button", { name: "Split bands…" }).click()
    const dialog = page.getByRole("dialog", { name: "Split bands" })
    await dialog.getByLabel("Upper part begins at").fill("65")
    await dialog.getByText(/No row is split at 65/).waitFor()
    await dialog.getByLabel("Upper part begins at").fill("60")
    await dialog.getByRole("button", { name: "Split 9 rows" }).click()
    await isSo("rows are split", () => textOf(tariffs) !== before)
    await dialog.waitFor({ state: "hidden" })
    await rowsShown(page, "63")
    await page.getByText("More", { exact: true }).click()
    await page.getByRole("button", { name: "Merge bands of Age" }).click()
    await page.getByText("18 rows merged into 9.").waitFor()
    await isSo("rows are merged", () => textOf(tariffs) === before)
  })

  it("shows what is wrong with a change of amounts, then makes the one that it showed", async () => {
    const before = textOf(tariffs)
    const page = await open(`${tariffs}?row=21&column=per_person&of.tariff=is%3Abr_escapade_1`)
    await page.locator(".strip b", { hasText: ", row 21" }).waitFor()
    await page.getByRole("button", { name: "Multiply…" }).click()
    const dialog = page.getByRole("dialog", { name: "Change amounts" })
    await dialog.getByRole("textbox", { name: "By" }).fill("much")
    await dialog.getByRole("status").getByText("“much”").waitFor()
    assert.isTrue(await dialog.getByRole("button", { name: /^Multiply/ }).isDisabled())
    await dialog.getByRole("textbox", { name: "By" }).fill("2")
    await dialog.getByLabel("As", { exact: true }).selectOption("factor")
    await dialog.getByText(/^1 cell.* change/).waitFor()
    await dialog.getByRole("button", { name: /^Multiply 1 cell/ }).click()
    await isSo("the amount is multiplied", () => textOf(tariffs) !== before)
    await dialog.waitFor({ state: "hidden" })
    await page.keyboard.press("Control+z")
    await isSo("the step is taken back", () => textOf(tariffs) === before)
  })

  it("leaves cells that are not ticked as they are when it replaces", async () => {
    const before = textOf(tariffs)
    const page = await open(`${tariffs}?row=21&column=age`)
    await page.locator(".strip b", { hasText: "Age, row 21" }).waitFor()
    await page.keyboard.press("Control+h")
    const dialog = page.getByRole("dialog", { name: "Find and replace" })
    await dialog.getByLabel("Find", { exact: true }).fill("[18..64]")
    await dialog.getByLabel("Replace by").fill("[18..65]")
    await dialog.getByRole("checkbox", { name: "whole cell" }).check()
    const first = dialog.getByRole("checkbox", { name: /, Age, 21$/ })
    const isCounted = (by: number): RegExp => new RegExp(`^Replace in ${count - by} cells?$`)
    await first.waitFor()
    const count = before.split(",[18..64],").length - 1
    await dialog.getByRole("button", { name: isCounted(0) }).waitFor()
    await first.uncheck()
    await dialog.getByRole("button", { name: isCounted(1) }).click()
    await isSo("the others are replaced", () => textOf(tariffs).includes(",[18..65],"))
    assert.strictEqual(textOf(tariffs).split(",[18..64],").length - 1, 1)
    await dialog.waitFor({ state: "hidden" })
    await page.keyboard.press("Control+z")
    await isSo("the step is taken back", () => textOf(tariffs) === before)
  })

  it("has no fault in its looks while a filter is chosen", { timeout: 240_000 }, async () => {
    const faults = await faultsOfScreen(stage, {
      path: `/tables/${tariffs}?row=21&column=age&of.age=reaches%3A60..`,
      ready: async (page) => {
        await page.getByRole("button", { name: "Age: reaches 60 or more", exact: true }).click()
        await page.getByRole("dialog", { name: "Filter by Age" }).waitFor()
      },
    })
    assert.deepStrictEqual(faults, [])
  })
})
