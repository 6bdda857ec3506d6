import { readFileSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { assert, it } from "@effect/vitest"
import type { Page } from "playwright-core"
import { answered } from "../../support/workbench.ts"
import { axeFindings, openPage, overflowing } from "../support/chromium.ts"
import { describeWorkbench, faultsOfScreen, openScreen } from "../support/use-workbench.ts"

/** Raises the prices of one product in Europe, and changes a text. */
const raise = (folder: string): void => {
  const tariffs = join(folder, "catalogue/tariffs.csv")
  const lines = readFileSync(tariffs, "utf8").split("\n")
  const raised = lines.map((line) => {
    if (!/^hw_voyager_(?:core|plus|max),(?:europe|world),/.test(line)) return line
    const cells = line.split(",")
    const dearer = cells.slice(-2).map((cell) => (Number(cell) * 1.05).toFixed(2))
    return [...cells.slice(0, -2), ...dearer].join(",")
  })
  assert.notDeepEqual(raised, lines)
  writeFileSync(tariffs, raised.join("\n"))
}

const ready = async (page: Page): Promise<void> => {
  await page.locator(".checks").waitFor({ timeout: 60_000 })
  await page.locator(".price-histogram svg").waitFor()
  await page.locator(".timeline .inForce").last().waitFor()
}

describeWorkbench(
  "the review of a change, in a browser",
  (stage) => {
    it("is sound at every width, in English and in French", { timeout: 240_000 }, async () => {
      assert.deepStrictEqual(await faultsOfScreen(stage, { path: "/review", ready }), [])
      const french = { path: "/review", language: "fr", ready } as const
      assert.deepStrictEqual(await faultsOfScreen(stage, french), [])
    })

    it("takes a change from the figures to a release", { timeout: 240_000 }, async () => {
      const context = await stage.browser().newContext({ viewport: { width: 1280, height: 900 } })
      const asked = { path: "/review", ready }
      const { complaints, page } = await openScreen(context, stage.bench(), asked)
      const heading = await page.getByRole("heading", { level: 1 }).textContent()
      assert.match(heading ?? "", /^[\d,]+ prices dearer, \d\.\d\u00a0% at most/)
      assert.isAbove(await page.locator(".changed-cell s").count(), 0, "rows as they were")

      const form = page.getByRole("form", { name: "Commit this change" })
      await form.getByLabel("What it is for, in a sentence").fill("Voyager in Europe: + 5 %")
      await form.getByRole("button", { name: "Commit this change" }).click()
      await page.getByText("Waits for approval", { exact: true }).waitFor()
      const approve = page.getByRole("button", { name: /^Approve for 1 / })
      assert.isTrue(await approve.isDisabled(), "its author does not approve")

      await page.locator(".fold > summary").first().click()
      await page
        .getByRole("button", { name: /^Comment on row / })
        .first()
        .click()
      await page.getByLabel("Your comment").fill("Why so much?")
      await page.getByRole("button", { name: "Add comment" }).click()
      await page.locator("#comments-card .thread").getByText("Why so much?").waitFor()

      const { git } = stage.bench()
      git("config", "user.name", "Léa Morin")
      git("config", "user.email", "lea@example.com")
      await page.reload()
      await ready(page)
      await approve.click()
      await page.getByText("Approved by Léa Morin", { exact: true }).waitFor({ timeout: 60_000 })

      await page.getByLabel("Name of the release").waitFor()
      await page.getByRole("button", { name: /^Prepare for 1 / }).click()
      await page.getByText(/^Waiting: \d{4}-\d\d-tariffs$/).waitFor({ timeout: 60_000 })
      await page.getByRole("button", { name: "Put in force now" }).click()
      await page.getByText(/is in force from today, and no longer from 1 /).waitFor()
      await page.getByRole("button", { name: "Leave it" }).click()
      await page.getByRole("button", { name: "Undo" }).click()
      await page.getByText(/^Waiting: /).waitFor({ state: "detached", timeout: 60_000 })
      assert.deepStrictEqual(complaints, [])
      await context.close()
    })

    it("gives a page to send that is sound by itself", { timeout: 120_000 }, async () => {
      const response = await fetch(new URL("review/change.html", stage.bench().url))
      assert.match(
        response.headers.get("content-disposition") ?? "",
        /^attachment; filename="review-[a-z]+\.html"$/,
      )
      const html = await response.text()
      assert.notInclude(html, "<script")
      assert.include(html, "What was checked")
      assert.include(html, "Why so much?")
      const path = join(stage.bench().folder, "..", "change.html")
      writeFileSync(path, html)
      const faults: Array<string> = []
      const context = await stage.browser().newContext()
      const { complaints, page } = await openPage(context, `file://${path}`)
      for (const width of [390, 1_280]) {
        for (const colorScheme of ["light", "dark"] as const) {
          await page.setViewportSize({ width, height: 900 })
          await page.emulateMedia({ colorScheme })
          const found = [...(await axeFindings(page)), ...(await overflowing(page))]
          faults.push(...found.map((fault) => `${width} ${colorScheme}: ${fault}`))
        }
      }
      await context.close()
      faults.push(...complaints)
      assert.deepStrictEqual(faults, [])
      const markdown = await fetch(new URL("review/change.md", stage.bench().url))
      assert.match(await markdown.text(), /^## [\d,]+ prices dearer, [\d.]+ % at most\n/)
      assert.strictEqual(answered(await stage.bench().call("review", {})).problem, null)
    })
  },
  raise,
)
