import { readFileSync } from "node:fs"
import { join } from "node:path"
import { afterEach, assert, it } from "@effect/vitest"
import type { BrowserContext, Page } from "playwright-core"
import { sampleTripIn } from "../../../rules/trip/sample-trip.ts"
import { eventually } from "../../support/eventually.ts"
import { describeWorkbench, faultsOfScreen, openScreen } from "../support/use-workbench.ts"

const situation = {
  bilan: {
    residence: "FR",
    destinations: ["US"],
    card: null,
    trip: { friends: false, longTrip: false, riskyActivity: false },
  },
  quote: {
    trip: {
      ...sampleTripIn(2027),
      travellers: [{ age: 34 }],
      shouldCoverCancellation: false,
      shouldCoverExtremeSports: false,
      isAnnual: false,
    },
  },
}

const traveller = `/traveller?${new URLSearchParams({ situation: JSON.stringify(situation), catalogue: "live" })}`

const files = ["insurers", "offers", "tariffs", "eligibility", "guarantees", "highlights"].map(
  (name) => `catalogue/${name}.csv`,
)

const asked = (page: Page) => page.getByRole("heading", { name: "Who it is" }).waitFor()

describeWorkbench("forms for what analysts add, in a browser", (stage) => {
  let context: BrowserContext | undefined
  const textsNow = (): ReadonlyArray<string> =>
    files.map((file) => readFileSync(join(stage.bench().folder, file), "utf8"))

  afterEach(async () => {
    await context?.close()
    context = undefined
  })

  it("fit, can be read and are named, in the language with the longer words", async () => {
    const faults = await faultsOfScreen(stage, {
      path: "/add/argument",
      language: "fr",
      ready: async (page) => {
        await page.getByRole("heading", { name: "Ce qu’il dit" }).waitFor()
        await page.getByRole("button", { name: "Aller à Source" }).waitFor()
        await page
          .getByRole("textbox", { name: "Accroche, en français", exact: true })
          .fill("Un plafond de {cardValue} suffit-il ?")
        await page.getByRole("heading", { name: "Tel qu’un voyageur le lit" }).waitFor()
        await page.getByText("Un plafond de … suffit-il\u202f?").waitFor()
      },
    })
    assert.deepStrictEqual(faults, [])
  })

  it("add an insurer by keys, whose price the traveller sees, and one undo takes it back", async () => {
    context = await stage.browser().newContext({
      viewport: { width: 1280, height: 900 },
      locale: "en-GB",
      reducedMotion: "reduce",
    })
    const before = textsNow()
    const { complaints, page } = await openScreen(context, stage.bench(), {
      path: "/add/insurer",
      ready: asked,
    })
    const like = page.getByRole("combobox", { name: "Begin from another" })
    await like.fill("1002")
    await page.keyboard.press("Enter")
    for (const [label, text] of [
      ["Code, for the tables", "lunelac"],
      ["Name", "Lunelac (fictional)"],
      ["Name of the offer", "Lac"],
      ["The insurer’s own code", "LU-1"],
      ["Source", "fictional"],
      ["Dearer than the model, in per cent", "2,5"],
    ] as const) {
      await page.getByRole("textbox", { name: label, exact: true }).fill(text)
    }
    const add = page.getByRole("button", { name: /^Add \d+ rows$/ })
    await page.getByRole("button", { name: "Go to Pictogram of the insurer" }).click()
    assert.isTrue(await add.isDisabled())
    await page.keyboard.type("globe")
    await page.keyboard.press("Enter")
    await page.getByText("Nothing is missing.", { exact: true }).waitFor()

    // Nothing typed goes while another screen is looked at.
    await page.getByRole("link", { name: "Market", exact: true }).click()
    await page.getByRole("heading", { name: "Whom it serves" }).waitFor()
    await page.getByRole("link", { name: "Insurer", exact: true }).click()
    await page.getByText("Nothing is missing.", { exact: true }).waitFor()
    await page.getByText(/^Answers change in /).waitFor({ timeout: 90_000 })
    await page
      .getByText(/^Lac Confort.*: \d+ prices come$/)
      .first()
      .waitFor()
    await page.keyboard.press("Control+Enter")

    await page.getByText("rows are there. Ctrl Z takes all of it back.").waitFor()
    await page.getByRole("heading", { name: "Insurers", exact: true }).waitFor()
    await page.goto(`${stage.bench().url}#${traveller}`)
    // Both versions are read first, which takes its time on a busy machine.
    const offer = page.getByRole("row").filter({ hasText: "Lac Confort" }).first()
    await offer.waitFor({ timeout: 90_000 })
    assert.match(await offer.innerText(), /€\d/)

    await page.keyboard.press("Control+z")
    const isBack = (): boolean => textsNow().every((text, index) => text === before[index])
    assert.isTrue(await eventually(isBack, 30_000), "every table is as it was, byte by byte")
    assert.deepStrictEqual(complaints, [])
  })

  it("asks before anything that was filled in is discarded", async () => {
    context = await stage.browser().newContext({ locale: "en-GB", reducedMotion: "reduce" })
    const { page } = await openScreen(context, stage.bench(), {
      path: "/add/insurer",
      ready: asked,
    })
    const name = page.getByRole("textbox", { name: "Name", exact: true })
    await name.fill("Lunelac")
    await page.getByRole("button", { name: "Discard what is filled in…" }).click()
    await page.getByText("1 answer is lost.").waitFor()
    await page.getByRole("button", { name: "Keep" }).click()
    assert.strictEqual(await name.inputValue(), "Lunelac")
    const leaves = page.waitForEvent("dialog")
    void page.reload().catch(() => undefined)
    const question = await leaves
    assert.strictEqual(question.type(), "beforeunload")
    await question.dismiss()
    assert.strictEqual(await name.inputValue(), "Lunelac")
  })
})
