import { readFileSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { afterEach, assert, it } from "@effect/vitest"
import type { BrowserContext, Page } from "playwright-core"
import { eventually } from "../../support/eventually.ts"
import { describeWorkbench, openScreen } from "../support/use-workbench.ts"

const tariffs = "catalogue/tariffs.csv"
const waitMs = 30_000

describeWorkbench("the grid of the workbench, in a browser", (stage) => {
  let context: BrowserContext | undefined
  const textOf = (file: string): string => readFileSync(join(stage.bench().folder, file), "utf8")
  const lineOf = (file: string, line: number): string => textOf(file).split("\n")[line - 1] ?? ""
  const isSo = async (what: string, check: () => boolean | Promise<boolean>): Promise<void> => {
    assert.isTrue(await eventually(check, waitMs), what)
  }

  afterEach(async () => {
    await context?.close()
    context = undefined
  })

  /** Opens a table with a cell of it selected. */
  const open = async (file: string, line: number, column: string): Promise<Page> => {
    context = await stage.browser().newContext({
      viewport: { width: 1280, height: 900 },
      locale: "en-GB",
      reducedMotion: "reduce",
    })
    const { page } = await openScreen(context, stage.bench(), {
      path: `/tables/${file}?row=${line}&column=${column}`,
      ready: (opened) => opened.locator(".strip b").waitFor(),
    })
    return page
  }
  const head = (page: Page): Promise<string> => page.locator(".strip b").innerText()
  const inGrid = (page: Page): Promise<boolean> =>
    page.evaluate(() => document.activeElement?.getAttribute("role") === "gridcell")
  const press = async (page: Page, key: string, then: string): Promise<void> => {
    await page.keyboard.press(key)
    await isSo(`${key} leads to ${then}`, async () => (await head(page)) === then && inGrid(page))
  }

  const went = (page: Page, to: string): Promise<void> =>
    isSo(`the focus goes to ${to}`, async () => (await head(page)) === to && inGrid(page))

  it("changes a condition in words, by keys alone, and takes it back", async () => {
    const page = await open(tariffs, 935, "age")
    const before = lineOf(tariffs, 935)
    const [, , , age = ""] = before.split(",")
    await isSo("the cell has the focus", () => inGrid(page))
    await page.keyboard.press("Enter")
    const to = page.getByLabel("age, to")
    await to.fill("73")
    await page.locator(".strip code", { hasText: "..73]" }).waitFor()
    await page.keyboard.press("Enter")
    await isSo("the cell is written", () => lineOf(tariffs, 935) !== before)
    assert.strictEqual(lineOf(tariffs, 935), before.replace(age, age.replace(/\d+\]$/, "73]")))
    await went(page, "Age, row 936")
    await press(page, "ArrowUp", "Age, row 935")
    assert.match(await page.locator(".strip").innerText(), /was \d+ to \d+/)
    const changed = page.locator("revo-grid .rgCell.changed")
    assert.match((await changed.first().locator("b").textContent()) ?? "", /73$/)
    const [now = "", was = ""] = await changed.first().locator("b, s").allTextContents()
    assert.deepStrictEqual(
      [now.endsWith("73"), was],
      [true, now.replace(/\d+$/, age.replace(/.*?(\d+)\]$/, "$1"))],
    )
    const isWhole = await changed.first().evaluate((cell) => cell.scrollWidth <= cell.clientWidth)
    assert.isTrue(isWhole || (await changed.first().getAttribute("title"))?.startsWith(now))
    await page.keyboard.press("Control+z")
    await isSo("the step is taken back", () => lineOf(tariffs, 935) === before)
    await isSo("nothing is marked", async () => (await changed.count()) === 0)
  })

  it("tells a row as a sentence at its head, in the language of the page", async () => {
    const page = await open(tariffs, 935, "age")
    const row = lineOf(tariffs, 935).split(",")
    const told = async (): Promise<string> => {
      const heads = page.getByRole("rowheader").filter({ hasText: /935$/ })
      return (await heads.first().getAttribute("title")) ?? ""
    }
    const [, age = ""] = /^\[(\d+)\.\./.exec(row[3] ?? "") ?? []
    const sentence = await told()
    assert.match(sentence, /^Where tariff .+, zone .+ days and age .+: per contract /)
    assert.include(sentence, `age ${age} to `)
    assert.isTrue(sentence.endsWith(`${row.filter((text) => text !== "").at(-1) ?? ""}.`), sentence)
    await page.getByRole("button", { name: "FR", exact: true }).click()
    await isSo("it is told in French", async () =>
      /^Pour tarif .+, zone .+ jours et âge .+\u00a0: par contrat /.test(await told()),
    )
    await page.getByRole("button", { name: "EN", exact: true }).click()
  })

  it("tells of a cell that is refused, keeps it, and marks it", async () => {
    const page = await open(tariffs, 936, "per_person")
    const before = lineOf(tariffs, 936)
    await isSo("the cell has the focus", () => inGrid(page))
    await page.keyboard.type("5,46")
    await isSo("the strip has all of it", async () => {
      return (await page.locator(".strip input").inputValue()) === "5,46"
    })
    await page.keyboard.press("Enter")
    await went(page, "Per person, row 937")
    await isSo("a decimal comma is read", () => /,5\.46,/.test(lineOf(tariffs, 936)))
    await press(page, "ArrowUp", "Per person, row 936")
    await page.keyboard.type("lots")
    await page.locator(".strip .fault", { hasText: "should be a decimal" }).waitFor()
    await page.keyboard.press("Enter")
    await went(page, "Per person, row 937")
    await isSo("the file says it", () => lineOf(tariffs, 936).includes(",lots,"))
    await page.locator("revo-grid .rgCell.refused .mark.error").waitFor()
    await press(page, "ArrowUp", "Per person, row 936")
    await page.getByRole("button", { name: "Take it back" }).click()
    await isSo("it is taken back", () => lineOf(tariffs, 936).includes(",5.46,"))
    await page.keyboard.press("Control+z")
    await isSo("all is as it was", () => lineOf(tariffs, 936) === before)
  })

  it("writes and goes on by Tab, and by Enter back to where the Tabs began", async () => {
    const page = await open(tariffs, 936, "per_contract")
    const before = textOf(tariffs)
    const [, , , ...kept] = lineOf(tariffs, 936).split(",").slice(0, 4)
    await isSo("the cell has the focus", () => inGrid(page))
    const names =
      textOf(tariffs)
        .match(/^tariff,.*$/mu)?.[0]
        .split(",") ?? []
    const at = names.indexOf("per_contract")
    await page.keyboard.type("2.00")
    await page.keyboard.press("Tab")
    await page.keyboard.type("7.20")
    await page.keyboard.press("Tab")
    await page.keyboard.type("0.45")
    await page.keyboard.press("Enter")
    const cells = (line: number) =>
      lineOf(tariffs, line)
        .split(",")
        .slice(at, at + 3)
    await isSo("three cells are written", () => cells(936).join() === "2.00,7.20,0.45")
    await went(page, "Per contract, row 937")
    assert.strictEqual(lineOf(tariffs, 936).split(",")[3], kept[0])
    await page.keyboard.type("3")
    await page.keyboard.press("ArrowRight")
    await went(page, "Per person, row 937")
    await page.keyboard.press("F2")
    await page.keyboard.type("1")
    await page.keyboard.press("Shift+Tab")
    await isSo("it is appended", () => /^3,[\d.]+1,/.test(cells(937).join()))
    await went(page, "Per contract, row 937")
    for (let step = 0; step < 5; step += 1) await page.keyboard.press("Control+z")
    await isSo("all is as it was", () => textOf(tariffs) === before)
  })

  it("picks a word by its name, and leaves with Escape", async () => {
    const file = "catalogue/zones.csv"
    const line =
      1 +
      textOf(file)
        .split("\n")
        .findIndex((text) => text.startsWith("DE,"))
    const page = await open(file, line, "country")
    await isSo("the cell has the focus", () => inGrid(page))
    await page.keyboard.type("Fin")
    await page.getByRole("option", { name: /Finland/ }).waitFor()
    await page.keyboard.press("Escape")
    await isSo("the grid has the focus", () => inGrid(page))
    assert.match(lineOf(file, line), /^DE,/)
    await page.keyboard.type("Maldi")
    await page.getByRole("option", { name: /Maldives/ }).waitFor()
    await page.keyboard.press("Enter")
    await isSo("the code is written", () => lineOf(file, line).startsWith("MV,"))
    await isSo("the grid has the focus", () => inGrid(page))
    await page.keyboard.press("Control+z")
    await isSo("it is taken back", () => lineOf(file, line).startsWith("DE,"))
  })

  it("pastes 500 cells of a spreadsheet, copies, fills and multiplies", async () => {
    const page = await open(tariffs, 936, "per_person")
    const before = textOf(tariffs)
    await isSo("the cell has the focus", () => inGrid(page))
    const cells = Array.from({ length: 250 }, (_, at) => `${at},5\t${at}`).join("\r\n")
    await page.evaluate((text) => {
      const clipboardData = new DataTransfer()
      clipboardData.setData("text/plain", text)
      const event = new ClipboardEvent("paste", { clipboardData, bubbles: true, cancelable: true })
      document.activeElement?.dispatchEvent(event)
    }, cells)
    await page.getByText("500 cells pasted. 250 were read as tables write them").waitFor()
    assert.match(lineOf(tariffs, 940), /,4\.5,4$/)
    await page.keyboard.press("Shift+ArrowDown")
    await page.keyboard.press("Shift+ArrowDown")
    await page.keyboard.press("Control+d")
    await isSo("the cells below are filled", () => lineOf(tariffs, 938).endsWith(",0.5,2"))
    await page
      .locator('revogr-data[col-type="rgCol"] [data-rgcol="5"] b', { hasText: /^0\.5$/ })
      .nth(2)
      .waitFor()
    const copied = await page.evaluate(() => {
      const clipboardData = new DataTransfer()
      const event = new ClipboardEvent("copy", { clipboardData, bubbles: true, cancelable: true })
      document.activeElement?.dispatchEvent(event)
      return clipboardData.getData("text/plain")
    })
    assert.strictEqual(copied, "0.5\n0.5\n0.5\n")
    await page.getByRole("button", { name: "Multiply…" }).click()
    await page.getByLabel("By", { exact: true }).fill("20")
    await page.getByRole("cell", { name: "0.6" }).first().waitFor()
    await page.getByRole("button", { name: "Multiply 3 cells" }).click()
    await isSo("they are multiplied", () => lineOf(tariffs, 938).endsWith(",0.6,2"))
    await page.getByRole("dialog").waitFor({ state: "hidden" })
    for (let step = 0; step < 3; step += 1) {
      const now = textOf(tariffs)
      await page.keyboard.press("Control+z")
      await isSo("a step is taken back", () => textOf(tariffs) !== now)
    }
    assert.strictEqual(textOf(tariffs), before)
  })

  it("shows some rows alone, and adds, moves and deletes rows", async () => {
    const page = await open("fees.csv", 3, "value")
    const before = textOf("fees.csv")
    const filter = page.getByLabel("Show only rows with")
    await filter.fill("commission")
    await page.getByText("2 of 3 rows").waitFor()
    await filter.fill("")
    await page.getByText("3 rows", { exact: true }).waitFor()
    await filter.fill("commission")
    await filter.press("Enter")
    assert.strictEqual(await filter.inputValue(), "")
    await page.getByText("2 of 3 rows").waitFor()
    await page.getByRole("button", { name: /^commission/ }).click()
    await page.getByText("3 rows", { exact: true }).waitFor()
    await page.locator('[data-rgrow="1"][data-rgcol="1"]').click()
    await page.keyboard.press("Alt+ArrowDown")
    await isSo(
      "the row has moved",
      () => textOf("fees.csv").split("\n")[3]?.startsWith("standard") === true,
    )
    await page.keyboard.press("Control+Enter")
    await isSo(
      "a row has come",
      () => textOf("fees.csv").split("\n").length === before.split("\n").length + 1,
    )
    const more = page.getByText("More", { exact: true })
    const list = page.getByRole("button", { name: "Delete rows" })
    await more.click()
    await list.waitFor()
    await page.keyboard.press("Escape")
    await list.waitFor({ state: "hidden" })
    await more.click()
    await page.locator("h1").click()
    await list.waitFor({ state: "hidden" })
    await more.click()
    await list.click()
    await list.waitFor({ state: "hidden" })
    await isSo(
      "it is gone",
      () => textOf("fees.csv").split("\n").length === before.split("\n").length,
    )
    for (let step = 0; step < 3; step += 1) {
      const now = textOf("fees.csv")
      await page.keyboard.press("Control+z")
      await isSo("a step is taken back", () => textOf("fees.csv") !== now)
    }
    assert.strictEqual(textOf("fees.csv"), before)
  })

  it("shows both versions of a row that has changed on disk, and overwrites nothing", async () => {
    const page = await open("fees.csv", 3, "value")
    const before = textOf("fees.csv")
    await isSo("the cell has the focus", () => inGrid(page))
    await page.keyboard.type("77")
    await isSo("the strip has all of it", async () => {
      return (await page.locator(".strip input").inputValue()) === "77"
    })
    const theirs = before.replace(/,1000,/, ",88,")
    writeFileSync(join(stage.bench().folder, "fees.csv"), theirs)
    await page.keyboard.press("Enter")
    const dialog = page.getByRole("dialog")
    await dialog.getByLabel("On disk").waitFor()
    assert.strictEqual(textOf("fees.csv"), theirs)
    assert.match(await dialog.innerText(), /77[\s\S]*88/)
    await dialog.getByLabel("Yours").check()
    await dialog.getByRole("button", { name: "Write what is chosen" }).click()
    await isSo("the choice is written", () => /,77,/.test(textOf("fees.csv")))
    writeFileSync(join(stage.bench().folder, "fees.csv"), before)
    await page.getByText("Another program has changed the tables").waitFor()
    await page.locator('[data-rgcol="1"]', { hasText: "1000" }).first().waitFor()
  })
})
