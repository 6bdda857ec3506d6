import { readFileSync } from "node:fs"
import { join } from "node:path"
import { assert, it } from "@effect/vitest"
import type { Page } from "playwright-core"
import { eventually } from "../../support/eventually.ts"
import { answered } from "../../support/workbench.ts"
import { describeWorkbench, openScreen } from "../support/use-workbench.ts"

const file = "catalogue/tariffs.csv"
const waitMs = 30_000

describeWorkbench("repairs in the grid, in a browser", (stage) => {
  const lines = (): ReadonlyArray<string> =>
    readFileSync(join(stage.bench().folder, file), "utf8").split("\n")
  const lineOf = (start: string): number => lines().findIndex((line) => line.startsWith(start)) + 1
  const isSo = async (what: string, check: () => boolean | Promise<boolean>): Promise<void> => {
    assert.isTrue(await eventually(check, waitMs), what)
  }
  const head = (page: Page): Promise<string> => page.locator(".strip b").innerText()
  const region = (page: Page): Promise<string | null | undefined> =>
    page.evaluate(() =>
      document.activeElement?.closest("[data-region]")?.getAttribute("data-region"),
    )
  /** Opens the tariffs at a cell, in a window of their own. */
  const open = async (line: number, column: string) => {
    const context = await stage.browser().newContext({
      viewport: { width: 1280, height: 900 },
      locale: "en-GB",
      reducedMotion: "reduce",
    })
    const { page } = await openScreen(context, stage.bench(), {
      path: `/tables/${file}?row=${line}&column=${column}`,
      ready: (opened) => opened.locator(".strip b").waitFor(),
    })
    await isSo("the cell has the focus", async () => (await region(page)) === "grid")
    return { context, page }
  }
  const takeBack = async (before: string): Promise<void> => {
    while (lines().join("\n") !== before) answered(await stage.bench().call("undo", {}))
  }

  it("adds the row of a gap by Enter, at its first open figure", { timeout: 120_000 }, async () => {
    const before = lines().join("\n")
    const line = lineOf("br_escapade_1,europe,[9..31],[65..69]")
    const { context, page } = await open(line, "age")
    await page.getByText("More", { exact: true }).click()
    await page.getByRole("button", { name: "Delete rows" }).click()
    await page.locator("revo-grid .rgRow.ghost").first().waitFor({ timeout: waitMs })
    // Enter waits for the proof of the row by itself.
    await page.locator("revo-grid .rgRow.ghost .rgCell[data-rgcol='3']").click()
    await page.keyboard.press("Enter")
    await isSo(
      "the row is added",
      () => lines()[line - 1] === "br_escapade_1,europe,[9..31],[65..69],,,",
    )
    await isSo(
      "its first open figure has the focus",
      async () =>
        (await head(page)) === `Per contract, row ${line}` && (await region(page)) === "grid",
    )
    await page.locator("revo-grid .rgRow.ghost").first().waitFor({ state: "hidden" })
    // The cell that holds nothing is a mistake, told with its shape.
    await page.locator("revo-grid .rgCell.refused .mark.error").first().waitFor()
    await page.keyboard.press("F6")
    assert.strictEqual(await region(page), "findings")
    await page.keyboard.press("F6")
    assert.strictEqual(await region(page), "impact")
    await page.keyboard.press("F6")
    await isSo("F6 comes back to the grid", async () => (await region(page)) === "grid")
    await context.close()
    await takeBack(before)
  })

  it("narrows one of two rows that overlap, between the rows", { timeout: 120_000 }, async () => {
    const before = lines().join("\n")
    const line = lineOf("br_escapade_1,europe,[9..31],[18..64]")
    const { context, page } = await open(line, "age")
    await page.keyboard.press("Enter")
    await page.getByLabel("age, to").fill("66")
    await page.keyboard.press("Enter")
    await page.locator("revo-grid .rowHeaders .rgRow.rail").first().waitFor({ timeout: waitMs })
    const grid = page.locator("revo-grid")
    await grid
      .getByRole("button", { name: /^Split/ })
      .first()
      .waitFor({ timeout: waitMs })
    await grid.getByRole("button", { name: `Narrow ${line} to 18 to 64` }).click()
    await isSo("the row is narrowed", () => lines().join("\n") === before)
    await page.locator("revo-grid .rgRow.rail").first().waitFor({ state: "hidden" })
    await isSo("the grid keeps the focus", async () => (await region(page)) === "grid")
    await context.close()
  })

  it("folds a run of comments, by Enter and by click", { timeout: 60_000 }, async () => {
    const { context, page } = await open(20, "tariff")
    const fold = page.locator("revo-grid button.fold")
    await page.keyboard.press("ArrowUp")
    await page.keyboard.press("Enter")
    await isSo("it is open", async () => (await fold.getAttribute("aria-expanded")) === "true")
    await page
      .locator("revo-grid .rgRow.comment .rgCell", { hasText: "Fictional figures" })
      .waitFor()
    await fold.click()
    await isSo("it is folded", async () => (await fold.getAttribute("aria-expanded")) === "false")
    assert.match(await fold.innerText(), /^\d+ lines of comments: Premium of a party/)
    await context.close()
  })
})
