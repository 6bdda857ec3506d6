import { existsSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { afterEach, assert, it } from "@effect/vitest"
import type { BrowserContext } from "playwright-core"
import { eventually } from "../../support/eventually.ts"
import { describeWorkbench, faultsOfScreen, openScreen } from "../support/use-workbench.ts"

describeWorkbench("a table of one's own, in a browser", (stage) => {
  let context: BrowserContext | undefined
  const pathOf = (file: string): string => join(stage.bench().folder, file)
  const textOf = (file: string): string => readFileSync(pathOf(file), "utf8")
  const isSo = async (what: string, check: () => boolean): Promise<void> => {
    assert.isTrue(await eventually(check, 30_000), what)
  }

  afterEach(async () => {
    await context?.close()
    context = undefined
  })

  /** The list of tables with the dialog that makes one. */
  const openDialog = async () => {
    context = await stage.browser().newContext({
      viewport: { width: 1280, height: 900 },
      locale: "en-GB",
      reducedMotion: "reduce",
    })
    const { page } = await openScreen(context, stage.bench(), {
      path: "/tables",
      ready: (opened) => opened.getByRole("button", { name: "New table…" }).waitFor(),
    })
    await page.getByRole("button", { name: "New table…" }).click()
    const dialog = page.getByRole("dialog", { name: "New table" })
    return { dialog, page }
  }

  it("has a dialog that fits, can be read and is named, in the language with the longer words", async () => {
    const faults = await faultsOfScreen(stage, {
      path: "/tables",
      language: "fr",
      ready: async (page) => {
        await page.getByRole("button", { name: "Nouvelle table…" }).click()
        await page.getByRole("checkbox", { name: "oldest_age" }).waitFor()
      },
    })
    assert.deepStrictEqual(faults, [])
  })

  it("has fields for what nothing asks, which fit, can be read and are named", async () => {
    const faults = await faultsOfScreen(stage, {
      path: "/tables",
      language: "fr",
      ready: async (page) => {
        await page.getByRole("button", { name: "Nouvelle table…" }).click()
        const dialog = page.getByRole("dialog", { name: "Nouvelle table" })
        await dialog.getByLabel("À quoi elle sert").selectOption("")
        await dialog.getByText("Les prix et les bilans restent tels quels.").waitFor()
      },
    })
    assert.deepStrictEqual(faults, [])
  })

  it("is made where nothing asks it, of columns as one types them, and is changed again", async () => {
    const { dialog, page } = await openDialog()
    await dialog.getByLabel("What it is for").selectOption("")
    await dialog.getByLabel("Name", { exact: true }).fill("Tags")
    await dialog.getByText("It has no condition yet.").waitFor()
    const condition = dialog.getByRole("group", { name: "Conditions" })
    await condition.getByLabel("Column").fill("Age of the child")
    await condition.getByLabel("Holds").selectOption("number")
    await condition.getByLabel("To", { exact: true }).fill("17,5")
    await dialog.getByText("It has no result yet.").waitFor()
    const result = dialog.getByRole("group", { name: "Results" })
    await result.getByLabel("Column").fill("fare")
    await result.getByLabel("Where no row applies").fill("9")
    await dialog.getByRole("button", { name: "Make it" }).click()
    await isSo("its files are there", () => existsSync(pathOf("own/tags.csv")))
    assert.strictEqual(textOf("own/tags.csv"), "age_of_the_child,fare\n")
    const { inputs, outputs } = JSON.parse(textOf("own/tags.table.json")) as Record<string, unknown>
    assert.deepStrictEqual(inputs, [{ name: "age_of_the_child", type: "number", maximum: 17.5 }])
    assert.deepStrictEqual(outputs, [{ name: "fare", type: "text", default: "9" }])
    await page.getByRole("heading", { name: "Tags" }).waitFor()
    await page.getByRole("button", { name: "Columns", exact: true }).click()
    await page.getByRole("button", { name: "Change the table…" }).click()
    const columns = page.getByRole("dialog", { name: "Columns of Tags" })
    await columns.getByRole("button", { name: "Add a condition" }).click()
    await columns.getByLabel("Column").nth(1).fill("zone")
    await columns.getByLabel("Its words; none for any").fill("europe, world")
    await columns.getByRole("button", { name: "Change it" }).click()
    await isSo("it has a column more", () =>
      textOf("own/tags.csv").startsWith("age_of_the_child,zone,fare\n"),
    )
    await page.keyboard.press("Control+z")
    await page.keyboard.press("Control+z")
    await isSo("both files are gone", () => !existsSync(pathOf("own")))
  })

  it("has a smaller one for columns that a shipped table carries, which fits as well", async () => {
    const faults = await faultsOfScreen(stage, {
      path: "/tables/sandbox/age_factors.csv",
      language: "fr",
      ready: async (page) => {
        await page.getByRole("button", { name: "Colonnes", exact: true }).click()
        await page.getByRole("button", { name: "Vos propres colonnes…" }).click()
        await page.getByRole("textbox", { name: "Noms" }).fill("note, Code contrat")
        await page.getByText("Dans le fichier\u00a0: own_note, own_code_contrat").waitFor()
      },
    })
    assert.deepStrictEqual(faults, [])
  })

  it("is made by ticks, is among the tables, gets and loses columns, and goes by one undo", async () => {
    const { dialog, page } = await openDialog()
    const make = dialog.getByRole("button", { name: "Make it" })
    await dialog.getByText("It has no name yet.").waitFor()
    assert.isTrue(await make.isDisabled())
    await dialog.getByLabel("Name", { exact: true }).fill("Cruises in Asia")
    await dialog.getByRole("checkbox", { name: "region" }).check()
    await dialog.getByRole("checkbox", { name: "oldest_age" }).check()
    await make.click()
    const file = "own/cruises-in-asia.csv"
    await isSo("its files are there", () => existsSync(pathOf(file)))
    assert.strictEqual(textOf(file), "region,oldest_age,reason,en,fr\n")
    await page.getByRole("heading", { name: "Cruises in Asia" }).waitFor()
    await page
      .getByRole("region", { name: "Your own" })
      .or(page.locator("section", { hasText: "Your own" }))
      .first()
      .waitFor()
    await page.getByRole("button", { name: "Columns", exact: true }).click()
    await page.getByRole("button", { name: "Change the table…" }).click()
    const columns = page.getByRole("dialog", { name: "Columns of Cruises in Asia" })
    await columns.getByRole("checkbox", { name: "intent" }).check()
    await columns.getByRole("checkbox", { name: "region" }).uncheck()
    await columns.getByRole("button", { name: "Change it" }).click()
    await isSo("its columns are others", () => textOf(file) === "oldest_age,intent,reason,en,fr\n")
    await page.keyboard.press("Control+z")
    await isSo("one step back", () => textOf(file) === "region,oldest_age,reason,en,fr\n")
    await page.keyboard.press("Control+z")
    await isSo("both files are gone", () => !existsSync(pathOf("own")))
  })
})
