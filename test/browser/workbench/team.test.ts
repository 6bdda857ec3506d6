import { afterAll, assert, beforeAll, describe, it } from "@effect/vitest"
import type { Browser, Page } from "playwright-core"
import { openTeam, type TeamPerson, type TestTeam } from "../../support/team-workbench.ts"
import { answered } from "../../support/workbench.ts"
import { axeFindings, chromiumPath, sharedChromium } from "../support/chromium.ts"

describe.skipIf(chromiumPath() === undefined)("a team at one desk, in a browser", () => {
  let opened: TestTeam | undefined
  let browser: Browser | undefined
  const team = (): TestTeam => opened ?? assert.fail("no team")

  beforeAll(async () => {
    browser = await sharedChromium()
    opened = await openTeam()
  })
  afterAll(() => opened?.end())

  /** A window of somebody who is signed in, at an address of the workbench. */
  const windowOf = async (person: TeamPerson, path: string): Promise<Page> => {
    const context = await browser?.newContext({
      locale: "en-GB",
      viewport: { width: 1280, height: 900 },
    })
    if (context === undefined) return assert.fail("no browser")
    await context.addCookies([{ ...person.cookie, url: team().url }])
    const page = await context.newPage()
    await page.goto(new URL(path, team().url).href)
    return page
  }

  it("makes a branch, and shows each what the other does to it, as it is done", async () => {
    const roles = ["analyst"] as const
    const lea = await team().person({ email: "lea@viatica.example", tableRoles: roles })
    const paul = await team().person({ email: "paul@viatica.example", tableRoles: roles })
    const hers = await windowOf(lea, "")
    await hers.getByRole("link", { name: "change" }).waitFor()
    assert.deepStrictEqual(await axeFindings(hers), [])
    await hers.getByLabel("Name of a new branch").fill("Fees of 2030")
    await hers.getByRole("button", { name: "Make a branch" }).click()
    await hers.waitForURL(/\/workbench\/fees-of-2030\//)
    await hers.goto(`${team().deskUrl("fees-of-2030")}#/tables/fees.csv`)
    await hers.getByText("lea@viatica.example").first().waitFor()
    const his = await windowOf(paul, "fees-of-2030/#/tables/fees.csv")
    await his.getByRole("gridcell", { name: "1000" }).first().waitFor()
    assert.deepStrictEqual(await axeFindings(his), [])

    const { rows } = answered(await lea.call("fees-of-2030", "table", { file: "fees.csv" }))
    const cells = [{ line: rows[0]?.line ?? 0, column: "value", text: "1717" }]
    const operations = [{ _tag: "Set", cells }] as const
    answered(
      await lea.call("fees-of-2030", "edit", {
        file: "fees.csv",
        revision: 0,
        action: "cells",
        operations,
      }),
    )
    await his
      .getByRole("gridcell", { name: /1,?717/ })
      .first()
      .waitFor()
    // Each sees where the other is: in the cell, and in words below the grid.
    await hers
      .getByRole("gridcell", { name: /1,?717/ })
      .first()
      .click()
    await his.getByText(/^lea@viatica\.example is in row \d+, Value\.$/).waitFor()
    const marked = his.locator(".rgCell.person-here")
    assert.strictEqual(await marked.count(), 1)
    assert.match((await marked.textContent()) ?? "", /^LE/)
    assert.deepStrictEqual(await axeFindings(his), [])
    const undoOf = (page: Page) => page.getByRole("button", { name: "Undo" })
    assert.isTrue(await undoOf(his).isDisabled())
    await undoOf(hers).click()
    await his
      .getByRole("gridcell", { name: /1,?717/ })
      .first()
      .waitFor({ state: "detached" })
    await hers.context().close()
    await his.locator(".rgCell.person-here").waitFor({ state: "detached" })
    assert.strictEqual(await his.getByText("lea@viatica.example").count(), 0)
    await his.context().close()
  }, 120_000)
})
