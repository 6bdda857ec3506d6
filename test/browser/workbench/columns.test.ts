import { readFileSync } from "node:fs"
import { join } from "node:path"
import { afterEach, assert, it } from "@effect/vitest"
import type { BrowserContext, Page } from "playwright-core"
import { eventually } from "../../support/eventually.ts"
import { describeWorkbench, faultsOfScreen, openScreen } from "../support/use-workbench.ts"

const file = "catalogue/offers.csv"
const frozen = 'revogr-data[col-type="colPinStart"]'
const scrolled = 'revogr-data[col-type="rgCol"]'

describeWorkbench("columns of a table, in a browser", (stage) => {
  let context: BrowserContext | undefined

  afterEach(async () => {
    await context?.close()
    context = undefined
  })

  const textOf = (): string => readFileSync(join(stage.bench().folder, file), "utf8")
  const cellsOn = (line: number): ReadonlyArray<string> =>
    textOf().split("\n")[line - 1]?.split(",") ?? []

  const open = async (look: string): Promise<Page> => {
    context = await stage.browser().newContext({
      viewport: { width: 1280, height: 900 },
      locale: "en-GB",
      reducedMotion: "reduce",
      permissions: ["clipboard-read", "clipboard-write"],
    })
    const { page } = await openScreen(context, stage.bench(), {
      path: `/tables/${file}${look}`,
      ready: (opened) => opened.locator(`${scrolled} [data-rgrow="1"]`).first().waitFor(),
    })
    return page
  }

  /** The cell that is selected, and its line. */
  const caret = (page: Page): Promise<string> =>
    page.evaluate(
      () => document.querySelector<HTMLElement>("[data-cell-at]")?.dataset["cellAt"] ?? "",
    )
  const isAt = async (page: Page, place: string): Promise<void> =>
    assert.isTrue(await eventually(async () => (await caret(page)) === place, 30_000), place)
  const paste = async (page: Page, text: string): Promise<void> => {
    await page.evaluate((copied) => navigator.clipboard.writeText(copied), text)
    await page.keyboard.press("Control+v")
  }

  it("that are hidden are neither copied nor pasted into, and are named", async () => {
    const before = textOf()
    const page = await open("?hide=name,plan")
    await page.getByRole("button", { name: "Columns · 1 frozen · 2 hidden" }).waitFor()
    // From what is frozen into what scrolls.
    await page.locator(`${frozen} [data-rgrow="1"][data-rgcol="0"]`).click()
    await page
      .locator(`${scrolled} [data-rgrow="2"][data-rgcol="1"]`)
      .click({ modifiers: ["Shift"] })
    await page.keyboard.press("Control+c")
    const copied = await page.evaluate(() => navigator.clipboard.readText())
    assert.strictEqual(copied, "1001\tbrindelune\t1\n1002\tbrindelune\t2\n")
    await isAt(page, "offer_id 5")
    await page.keyboard.press("ArrowRight")
    const [id, , name, plan] = cellsOn(5)
    await paste(page, "quillmarsh\t7\n")
    await page
      .getByText("2 cells pasted. Left as they are, because they are hidden: Name, Plan.")
      .waitFor()
    assert.deepStrictEqual(cellsOn(5).slice(0, 5), [id, "quillmarsh", name, plan, "7"])
    const written = textOf()
    await paste(page, `${Array.from({ length: 17 }, () => "x").join("\t")}\n`)
    await page.getByText(/^Nothing is pasted: the block has 17 columns and 16 are shown/).waitFor()
    assert.strictEqual(textOf(), written)
    // What a search, a finding or a link leads to is shown.
    await page.evaluate(() => {
      location.hash = `${location.hash.split("?")[0]}?row=6&column=plan`
    })
    await isAt(page, "plan 6")
    await page.getByRole("button", { name: "Columns · 1 frozen · 1 hidden" }).waitFor()
    await page.keyboard.press("Control+z")
    assert.isTrue(await eventually(() => textOf() === before, 30_000))
  })

  it("are hidden, frozen, grouped, folded and kept as a view by keys alone", async () => {
    const page = await open("")
    await page.locator(`${scrolled} [data-rgrow="1"][data-rgcol="1"]`).click()
    await isAt(page, "name 5")
    const menu = page.getByRole("menu")
    const choose = async (item: string): Promise<void> => {
      await page.keyboard.press("Alt+m")
      await menu.waitFor()
      for (let presses = 0; presses < 12; presses += 1) {
        if ((await page.evaluate(() => document.activeElement?.textContent)) === item) break
        await page.keyboard.press("ArrowDown")
      }
      await page.keyboard.press("Enter")
      await menu.waitFor({ state: "hidden" })
    }
    await choose("Freeze up to here")
    await page.locator(`${frozen} [data-rgrow="1"][data-rgcol="2"]`).waitFor()
    await choose("Hide")
    await isAt(page, "insurer 5")
    await page.keyboard.press("ArrowRight")
    await isAt(page, "plan 5")
    await page.keyboard.press("Shift+ArrowRight")
    await page.keyboard.press("Shift+ArrowRight")
    await choose("Group 3 selected columns")
    await page.getByRole("button", { name: "Plan – Currency" }).waitFor()
    await choose("Fold its group")
    await page.getByRole("button", { name: "Columns · 2 frozen · 3 hidden" }).waitFor()
    await page.keyboard.press("Alt+Shift+m")
    const list = page.getByRole("dialog", { name: "Columns" })
    await list.getByLabel("Keep it as").fill("For prices")
    await page.keyboard.press("Enter")
    await page.keyboard.press("Escape")
    await page.getByRole("button", { name: /^For prices · 2 frozen/ }).waitFor()
    const look = new URLSearchParams(page.url().split("?")[1])
    assert.strictEqual(look.get("hide"), "name")
    // The analyst comes back to the table without any address.
    await page.goto("about:blank")
    await page.goto(`${stage.bench().url}#/tables/${file}`)
    await page.getByRole("button", { name: "For prices · 2 frozen · 3 hidden" }).click()
    await list.getByLabel("View").selectOption("All columns")
    await list.getByRole("searchbox").fill("terms")
    await list.getByRole("checkbox", { name: "Has terms", exact: true }).uncheck()
    await page.keyboard.press("Escape")
    await page.getByRole("button", { name: "Columns · 1 frozen · 1 hidden" }).waitFor()
  })

  it("are listed without a fault in their looks, in the language with the longer words", async () => {
    const faults = await faultsOfScreen(stage, {
      path: "/tables/coach/arguments.csv?view=texts",
      language: "fr",
      ready: async (page) => {
        await page.getByRole("button", { name: /^Textes et poids/ }).click()
        await page.getByRole("dialog", { name: "Colonnes" }).waitFor()
      },
    })
    assert.deepStrictEqual(faults, [])
  })
})
