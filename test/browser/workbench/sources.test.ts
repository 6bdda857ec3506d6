import { readFileSync } from "node:fs"
import { join } from "node:path"
import { assert, expect, it } from "@effect/vitest"
import type { Page } from "playwright-core"
import { answered } from "../../support/workbench.ts"
import { describeWorkbench, faultsOfScreen, openScreen } from "../support/use-workbench.ts"
import type { SourcesAsked } from "../../../rules/sources/sources-view.ts"

/** What rests on which sources, of all markets. */
const everySource: SourcesAsked = {
  market: null,
  slug: null,
  problem: null,
  file: null,
  oldMonths: 12,
  order: "urgency",
  isDescending: false,
  limit: 1,
}

const listed = (page: Page) => page.locator(".source-list tbody tr").first().waitFor()

describeWorkbench("what figures rest on, in a browser", (stage) => {
  it("opens the page behind a figure, and writes the new one", async () => {
    const context = await stage.browser().newContext({ locale: "en-GB" })
    const { complaints, page } = await openScreen(context, stage.bench(), {
      path: "/sources?state=old&table=coach%2Fbenefits.csv",
      ready: listed,
    })
    const link = page.locator(".source-list a[target=_blank]").first()
    assert.strictEqual(await link.getAttribute("rel"), "noopener noreferrer")
    assert.match((await link.getAttribute("href")) ?? "", /^https?:\/\//)

    const line = Number(
      /:(\d+)$/.exec(
        (await page.locator(".source-list .under a").first().textContent()) ?? "",
      )?.[1],
    )
    const row = (): string =>
      readFileSync(join(stage.bench().folder, "coach/benefits.csv"), "utf8").split("\n")[
        line - 1
      ] ?? ""
    const before = row()
    await page
      .getByRole("button", { name: /^New figure/ })
      .first()
      .click()
    const form = page.getByRole("form", { name: /^New figure/ })
    await form.getByLabel("as_of").fill("last spring")
    await form.getByRole("button", { name: "Write this figure" }).click()
    await form.getByRole("alert").getByText("FIGURE_UNREADABLE").waitFor()
    assert.strictEqual(row(), before)
    await form.getByLabel("as_of").fill("2026-11-20")
    await form.getByLabel("value").fill("12000")
    await form.getByRole("button", { name: "Write this figure" }).click()
    await page.getByText(`Written to coach/benefits.csv:${line}.`).waitFor()
    assert.match(row(), /,12000,.*,2026-11-20,/)
    await page.getByRole("button", { name: "Undo" }).click()
    await page.getByRole("button", { name: "Redo", disabled: false }).waitFor()
    assert.strictEqual(row(), before)

    await page.locator(".sources-screen[aria-busy=false]").waitFor()
    await page.locator(".source-list .under a", { hasText: `benefits:${line}` }).waitFor()
    await page
      .getByRole("button", { name: /^Still the same/ })
      .first()
      .click()
    // The word on the first write may still stand there, so that the file itself is looked at.
    await expect.poll(row, { timeout: 20_000 }).toMatch(/,\d{4}-\d{2}-\d{2},[a-z]*,*$/)

    await page.getByRole("button", { name: "Dated", exact: true }).click()
    await page.waitForURL(/order=date/)
    await page.locator("th[aria-sort=ascending]").getByText("Dated").waitFor()
    await page.getByRole("link", { name: "Singapore" }).click()
    await page.waitForURL(/market=sg/)
    const { markets } = answered(await stage.bench().call("sources", everySource))
    const { covers = 0, sourced } = markets.find(({ market }) => market === "sg")?.total ?? {}
    const share = Math.round((100 * (sourced ?? Number.NaN)) / covers)
    await page.getByRole("heading", { level: 1, name: new RegExp(`^${share}\\s%`) }).waitFor()
    assert.deepStrictEqual(complaints, [])
    await context.close()
  })

  it.each([
    { language: "en", button: /^New figure/ },
    { language: "fr", button: /^Nouveau chiffre/ },
  ] as const)(
    "is sound at every width, light and dark: $language",
    async ({ button, language }) => {
      const faults = await faultsOfScreen(stage, {
        path: "/sources?market=fr&state=old",
        language,
        ready: async (page) => {
          await listed(page)
          await page.getByRole("button", { name: button }).first().click()
          await page.locator(".source-form").waitFor()
        },
      })
      assert.deepStrictEqual(faults, [])
    },
  )
})
