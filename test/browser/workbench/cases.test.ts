import { assert, it } from "@effect/vitest"
import { readFileSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import type { Page } from "playwright-core"
import { answered } from "../../support/workbench.ts"
import { describeWorkbench, faultsOfScreen, openScreen } from "../support/use-workbench.ts"

const path = "/cases"

const listed = (page: Page) => page.locator(".case").first().waitFor()

/** A rate of the live catalogue that some cases are priced by, made dearer. */
const raise = (folder: string): void => {
  const file = join(folder, "catalogue/tariffs.csv")
  const text = readFileSync(file, "utf8")
  const raised = text.replaceAll(
    /^(to_escapada_1,north_america,.*),(\d+\.\d+)$/gm,
    (_, before: string, daily: string) => `${before},${Number(daily) + 1}`,
  )
  assert.notStrictEqual(raised, text)
  writeFileSync(file, raised)
}

describeWorkbench(
  "the screen of cases, in a browser",
  (stage) => {
    it("is sound in English", async () => {
      // All cases are tried once, before a window waits for them.
      answered(await stage.bench().call("cases", {}))
      const faults = await faultsOfScreen(stage, { path, language: "en", ready: listed })
      assert.deepStrictEqual(faults, [])
    })

    it("is sound in French", async () => {
      const faults = await faultsOfScreen(stage, { path, language: "fr", ready: listed })
      assert.deepStrictEqual(faults, [])
    })

    it("says what differs, and accepts it for a reason", async () => {
      const bench = stage.bench()
      const context = await stage.browser().newContext({
        viewport: { width: 1280, height: 900 },
        locale: "en-GB",
      })
      const { complaints, page } = await openScreen(context, bench, { path, ready: listed })
      const failing = await page.locator(".case").count()
      const [name = ""] = await page.locator(".case h3").allTextContents()
      assert.match((await page.locator(".case dd").first().textContent()) ?? "", /: .+ → /)
      await page.locator(".case input[type=checkbox]").first().check()
      await page.getByLabel("Why this is right").fill("the tariff of May")
      await page.getByRole("button", { name: "Accept 1 case" }).click()
      await page.getByText("1 case is accepted").waitFor()
      await page.getByText(`${failing - 1} of`).waitFor()
      const accepted = readFileSync(join(bench.folder, "corpus/case_outcomes.json"), "utf8")
      assert.include(accepted, '"accepted": "the tariff of May"')
      await page.getByRole("button", { name: "Undo" }).click()
      await page.getByText(`${failing} of`).waitFor()
      assert.strictEqual(bench.git("status", "--porcelain").includes("case_outcomes"), false)
      await page.locator(".case a").first().click()
      await page.locator(".offers tr.changed").first().waitFor()
      await page.getByText(`Case: ${name.replace(/ *Fails$/, "").trim()}`).waitFor()
      assert.deepStrictEqual(complaints, [])
      await context.close()
    })
  },
  raise,
)
