import { assert, it } from "@effect/vitest"
import { readFileSync } from "node:fs"
import { join } from "node:path"
import type { Page } from "playwright-core"
import type { WorkbenchSituation } from "../../../rules/changes/traveller/situation.ts"
import { answered, type TestWorkbench } from "../../support/workbench.ts"
import { describeWorkbench, faultsOfScreen, openScreen } from "../support/use-workbench.ts"
import { sampleTripIn } from "../../../rules/trip/sample-trip.ts"

const situation: WorkbenchSituation = {
  bilan: {
    residence: "FR",
    destinations: ["US"],
    card: { network: "visa", tier: "mid" },
    trip: { friends: false, longTrip: false, riskyActivity: false },
  },
  quote: {
    trip: {
      ...sampleTripIn(2027),
      travellers: [{ age: 34 }, { age: 31 }],
      shouldCoverCancellation: false,
      shouldCoverExtremeSports: false,
      isAnnual: false,
    },
  },
}

const path = `/traveller?${new URLSearchParams({ situation: JSON.stringify(situation), catalogue: "live" })}`

/** Makes the offer in the first place dearer; gives its name and the row that was changed. */
const raiseFirst = async (bench: TestWorkbench) => {
  const { offers } = answered(await bench.call("traveller", { situation, catalogue: "live" }))
  const [first] = offers
  const step = first?.after?.steps.find(({ kind }) => kind === "travellers")
  const [row] = step?.because ?? []
  if (first === undefined || row === undefined) return assert.fail("no offer, or no row")
  const { revision } = answered(await bench.call("session", {}))
  const cells = [{ line: row.line, column: "per_person", text: "300" }]
  const operations = [{ _tag: "Set", cells }] as const
  answered(await bench.call("edit", { file: row.file, revision, action: "cells", operations }))
  return { name: `${first.name} ${first.plan}`, line: row.line }
}

const whole = (page: Page) => page.locator(".not-shown li").first().waitFor()

describeWorkbench("the traveller's screen, in a browser", (stage) => {
  it("shows an edit before and after, where it comes from, and keeps the traveller as a case", async () => {
    const bench = stage.bench()
    const context = await stage.browser().newContext({
      viewport: { width: 1280, height: 900 },
      locale: "en-GB",
      reducedMotion: "reduce",
    })
    const { complaints, page } = await openScreen(context, bench, { path, ready: whole })
    await page.getByRole("heading", { name: "Nothing changes for this traveller" }).waitFor()

    const { line, name } = await raiseFirst(bench)
    await page.getByRole("heading", { name: `${name} is €` }).waitFor()
    const row = page.locator("tr.changed", { hasText: name.split(" ")[1] ?? name }).last()
    // The origin of the figure opens when the keyboard comes to it, and leads to the row.
    const figure = row.locator(".figure").last()
    await figure.focus()
    const origin = row.locator(".float").last()
    await origin.waitFor({ state: "visible" })
    assert.include(await origin.textContent(), "was")
    assert.include(await origin.textContent(), `tariffs:${line}`)
    await page.keyboard.press("Tab")
    const target = await page.evaluate("document.activeElement.getAttribute('href')")
    assert.strictEqual(target, `#/tables/catalogue/tariffs.csv?row=${line}`)
    await page.keyboard.press("Escape")
    await origin.waitFor({ state: "hidden" })

    // A mistake is told at its field, and mended there.
    await page.getByRole("textbox", { name: "Ages" }).fill("34, x")
    await page.getByText("Ages are whole years from 0, such as 34, 31.").waitFor()
    await page.getByRole("textbox", { name: "Ages" }).fill("34")
    await page.getByText("Ages are whole years").waitFor({ state: "detached" })

    // A card is found by its bank, with the keyboard alone.
    const card = page.getByRole("combobox", { name: "Card" })
    await card.focus()
    await page.keyboard.type("bnp premier")
    await page.locator("[role=option] img").first().waitFor()
    await page.keyboard.press("Enter")
    await page.waitForFunction(
      `document.querySelector("#traveller-card").value.includes("Premier")`,
    )
    // The address follows what is chosen, a moment later.
    await page.waitForURL((url) => decodeURIComponent(url.href).includes('"catalogueId"'))

    await page.getByRole("button", { name: "Keep as a case" }).click()
    await page.getByLabel("Name of the case").fill("A BNP holder in New York")
    await page.getByLabel("Why it matters").fill("premium card, one traveller")
    await page.keyboard.press("Enter")
    await page.getByText("A BNP holder in New York is kept as a case").waitFor()
    const written = readFileSync(join(bench.folder, "corpus/cases.csv"), "utf8")
    assert.match(written, /A BNP holder in New York,FR,,US,catalogue,\d+/)

    // Why an offer is not shown becomes a case of the table that keeps it out.
    await page
      .getByRole("button", { name: "Keep in the cases of Who may buy", exact: true })
      .first()
      .click()
    await page.getByRole("heading", { name: "Cases of Who may buy" }).waitFor()
    await page.locator("revo-grid .verdict.holds").waitFor()
    assert.deepStrictEqual(complaints, [])
    await context.close()
  })

  it("is sound in English", async () => {
    const faults = await faultsOfScreen(stage, { path, language: "en", ready: whole })
    assert.deepStrictEqual(faults, [])
  })

  it("is sound in French", async () => {
    const faults = await faultsOfScreen(stage, { path, language: "fr", ready: whole })
    assert.deepStrictEqual(faults, [])
  })
})
