import { readFileSync } from "node:fs"
import { join } from "node:path"
import { assert, it } from "@effect/vitest"
import type { Page } from "playwright-core"
import { answered, type TestWorkbench } from "../../support/workbench.ts"
import { describeWorkbench, faultsOfScreen, openScreen } from "../support/use-workbench.ts"

const file = "catalogue/tariffs.csv"

const linesIn = (bench: TestWorkbench): ReadonlyArray<string> =>
  readFileSync(join(bench.folder, file), "utf8").split("\n")

const lineOf = (bench: TestWorkbench, start: string): number =>
  linesIn(bench).findIndex((line) => line.startsWith(start)) + 1

/** Edits the tariffs as the page does. */
const edit = async (
  bench: TestWorkbench,
  operation:
    | { readonly _tag: "Delete"; readonly lines: ReadonlyArray<number> }
    | {
        readonly _tag: "Set"
        readonly cells: ReadonlyArray<{ line: number; column: string; text: string }>
      },
): Promise<void> => {
  const { revision } = answered(await bench.call("session", {}))
  answered(await bench.call("edit", { file, revision, action: "cells", operations: [operation] }))
}

const open = (page: Page) => page.getByRole("region", { name: "Live tariffs" })

describeWorkbench("what is found, in a browser", (stage) => {
  it("closes a gap with the row that is missing", { timeout: 90_000 }, async () => {
    const bench = stage.bench()
    const context = await stage.browser().newContext({ locale: "en-GB" })
    const { complaints, page } = await openScreen(context, bench, {
      path: "/findings",
      ready: (each) => each.getByRole("heading", { name: "What was found" }).waitFor(),
    })
    const line = lineOf(bench, "br_escapade_1,europe,[9..31],[65..69]")
    await edit(bench, { _tag: "Delete", lines: [line] })
    await open(page).getByRole("heading", { name: "Gap: 9 to 31 days, age 65 to 69" }).waitFor()
    await open(page).getByRole("button", { name: "Add this row" }).click()
    await page.waitForURL(/#\/tables\/catalogue\/tariffs\.csv/)
    assert.include(page.url(), `row=${line}&column=per_contract`)
    assert.strictEqual(linesIn(bench)[line - 1], "br_escapade_1,europe,[9..31],[65..69],,,")
    assert.deepStrictEqual(complaints, [])
    answered(await bench.call("undo", {}))
    answered(await bench.call("undo", {}))
    await context.close()
  })

  it("says why a gap is meant, in the table", { timeout: 90_000 }, async () => {
    const bench = stage.bench()
    const context = await stage.browser().newContext({ locale: "en-GB" })
    const { page } = await openScreen(context, bench, {
      path: "/findings",
      ready: (each) => each.getByRole("heading", { name: "What was found" }).waitFor(),
    })
    const line = lineOf(bench, "br_escapade_1,europe,[9..31],[65..69]")
    await edit(bench, { _tag: "Delete", lines: [line] })
    await open(page).getByRole("button", { name: "It is meant…" }).click()
    const dialog = page.getByRole("dialog", { name: "Why is it intended?" })
    await dialog.getByRole("button", { name: "Write it into the table" }).click()
    await dialog.getByRole("alert").waitFor()
    await dialog.getByRole("textbox", { name: "Reason" }).fill("nobody asks for it")
    await page.keyboard.press("Enter")
    await open(page).waitFor({ state: "hidden" })
    assert.include(
      linesIn(bench),
      "# gap tariff=br_escapade_1 zone=europe days=[9..31] age=[65..69] : nobody asks for it",
    )
    answered(await bench.call("undo", {}))
    answered(await bench.call("undo", {}))
    await context.close()
  })

  it("narrows one of two rows that both apply", { timeout: 90_000 }, async () => {
    const bench = stage.bench()
    const context = await stage.browser().newContext({ locale: "en-GB" })
    const { page } = await openScreen(context, bench, {
      path: "/findings",
      ready: (each) => each.getByRole("heading", { name: "What was found" }).waitFor(),
    })
    const line = lineOf(bench, "br_escapade_1,europe,[9..31],[18..64]")
    await edit(bench, { _tag: "Set", cells: [{ line, column: "age", text: "[18..66]" }] })
    await open(page)
      .getByRole("button", { name: `Narrow ${line} to 18 to 64` })
      .click()
    await open(page).waitFor({ state: "hidden" })
    assert.match(linesIn(bench)[line - 1] ?? "", /^br_escapade_1,europe,\[9\.\.31\],\[18\.\.64\],/)
    answered(await bench.call("undo", {}))
    answered(await bench.call("undo", {}))
    await context.close()
  })

  it(
    "marks the step of a broken promise, soundly in both languages",
    { timeout: 120_000 },
    async () => {
      const bench = stage.bench()
      const line = lineOf(bench, "br_retour,europe,>31,[18..64]")
      await edit(bench, {
        _tag: "Set",
        cells: [{ line, column: "per_person_per_day", text: "0.20" }],
      })
      for (const [language, name] of [
        ["en", /Figure over days/],
        ["fr", /Chiffre selon/],
      ] as const) {
        const faults = await faultsOfScreen(stage, {
          path: "/findings",
          language,
          ready: (page) => page.getByRole("img", { name }).first().waitFor(),
        })
        assert.deepStrictEqual(faults, [])
      }
    },
  )
})
