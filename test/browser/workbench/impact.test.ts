import { readFileSync } from "node:fs"
import { join } from "node:path"
import { assert, it } from "@effect/vitest"
import type { Page } from "playwright-core"
import { answered, type TestWorkbench } from "../../support/workbench.ts"
import { describeWorkbench, faultsOfScreen, openScreen } from "../support/use-workbench.ts"

const file = "catalogue/tariffs.csv"

/** Lines of a tariff table: those of adults in Europe. */
const adultsInEurope = ({ folder }: TestWorkbench): ReadonlyArray<number> =>
  readFileSync(join(folder, file), "utf8")
    .split("\n")
    .flatMap((row, index) => (/,europe,.*\[18\.\./.test(row) ? index + 1 : []))
    .slice(0, 12)

/** Makes every third of those cheaper, and the others dearer. */
const raise = async (bench: TestWorkbench, dearer: string): Promise<void> => {
  const { revision } = answered(await bench.call("session", {}))
  const cells = adultsInEurope(bench).map((line, index) => ({
    line,
    column: "per_person",
    text: index % 3 === 0 ? "2.5" : dearer,
  }))
  answered(
    await bench.call("edit", {
      file,
      revision,
      action: "multiply",
      operations: [{ _tag: "Set", cells }],
    }),
  )
}

const rowsOfTravellers = (page: Page) =>
  page.getByRole("region", { name: "The travellers most changed" }).getByRole("row")

describeWorkbench("what the change does, in a browser", (stage) => {
  it("says that nothing changes, then follows an edit to its travellers and rows", async () => {
    const context = await stage.browser().newContext({ locale: "en-GB" })
    const { complaints, page } = await openScreen(context, stage.bench(), {
      path: "/impact",
      ready: (opened) =>
        opened.getByRole("heading", { name: "Nothing changes for customers" }).waitFor(),
    })
    await raise(stage.bench(), "41.7")
    const line = page.getByRole("heading", {
      level: 1,
      name: /prices dearer, .* at most; .* cheaper/,
    })
    await line.waitFor()
    const chart = page.getByRole("img", { name: /^How prices change/ })
    await chart.locator("rect").first().waitFor()
    const fills = await chart
      .locator("rect")
      .evaluateAll((bars) => bars.map((bar) => getComputedStyle(bar).fill))
    assert.strictEqual(new Set(fills).size, 2)
    await page.getByText("As a table").click()
    assert.isAbove(await page.locator(".change-figure tbody tr").count(), 2)
    const row = rowsOfTravellers(page).nth(1).locator("a.code").first()
    await row.waitFor()
    assert.match(
      (await row.getAttribute("href")) ?? "",
      /^#\/tables\/catalogue\/tariffs\.csv\?row=\d+$/,
    )
    const link = rowsOfTravellers(page).nth(1).locator("th a")
    assert.match((await link.getAttribute("href")) ?? "", /^#\/traveller\?(?:case|situation)=/)
    assert.isAbove(await rowsOfTravellers(page).count(), 10)

    const before = await line.textContent()
    await raise(stage.bench(), "11.1")
    await page.waitForFunction((was) => {
      const now = document.querySelector("h1")?.textContent ?? ""
      return now !== was && /prices? (?:dearer|cheaper)/.test(now)
    }, before)

    // The same beside the grid and on the first screen, once all situations are counted.
    await page.locator(".impact-progress").waitFor({ state: "hidden" })
    const headline = (await page.locator("h1").textContent()) ?? ""
    await page.goto(`${stage.bench().url}#/tables/${file}`)
    const panel = page.getByRole("region", { name: "Impact" })
    await panel.locator(".impact-headline", { hasText: headline }).waitFor()
    await panel.getByRole("img", { name: /^How prices change/ }).waitFor()
    await panel.getByRole("link", { name: "See all of it" }).click()
    await page.waitForURL(/#\/impact$/)
    await page.goto(`${stage.bench().url}#/`)
    await page.locator(".home .impact-headline", { hasText: headline }).waitFor()
    assert.deepStrictEqual(complaints, [])
    await context.close()
  }, 90_000)

  it("is sound at every width, light and dark", async () => {
    const faults = await faultsOfScreen(stage, {
      path: "/impact",
      ready: async (page) => {
        await page.getByRole("heading", { level: 1, name: /prices? (?:dearer|cheaper)/ }).waitFor()
        await rowsOfTravellers(page).nth(1).locator("a.code").first().waitFor()
        await page.locator(".change-figure svg").waitFor()
      },
    })
    assert.deepStrictEqual(faults, [])
  }, 90_000)

  it("speaks French to who reads French", async () => {
    const faults = await faultsOfScreen(stage, {
      path: "/impact",
      language: "fr",
      ready: async (page) => {
        await page.getByRole("heading", { level: 1, name: /prix en (?:hausse|baisse)/ }).waitFor()
        await page.getByRole("heading", { name: "Les voyageurs les plus touchés" }).waitFor()
        await page.locator(".change-figure svg").waitFor()
      },
    })
    assert.deepStrictEqual(faults, [])
  }, 90_000)
})
