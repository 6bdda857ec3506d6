import { readFileSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { assert, it } from "@effect/vitest"
import * as fc from "fast-check"
import type { BrowserContext, Page } from "playwright-core"
import { tidyCell } from "../../../core/table/tidy.ts"
import { type AnyDefinition, columnsOf } from "../../../core/table/load.ts"
import { readCsv } from "../../../core/table/csv.ts"
import * as Result from "effect/Result"
import { foundWords } from "../../../http/workbench/app/screens/tables/found-words.ts"
import { definitions } from "../../../rules/tables/index.ts"
import { eventually } from "../../support/eventually.ts"
import { times } from "../../support/long.ts"
import { answered } from "../../support/workbench.ts"
import { Spreadsheet, type SpreadsheetColumn } from "../support/spreadsheet-model.ts"
import { describeWorkbench, openScreen } from "../support/use-workbench.ts"

const tables = ["fees.csv", "catalogue/cancellation_rates.csv", "catalogue/zones.csv"] as const
type TableFile = (typeof tables)[number]

/** What is typed into cells: figures, bands, words by code, texts, and what no cell takes. */
const typedTexts = ["7", "0.5", "1,25", "12", "<=64", "FR", "MV", "europe", "e b", "x", "-", "a|b"]

const namedKeys = (
  "Tab Tab Tab Shift+Tab Enter Enter Escape F2 Home End ArrowUp ArrowDown ArrowLeft ArrowRight " +
  "Shift+ArrowDown Shift+ArrowRight Backspace Delete Control+c Control+x Control+v Control+d " +
  "Control+z Control+z Control+y"
).split(" ")

const keys = [...namedKeys, ...typedTexts, ...typedTexts]

const keysOfSequence = 40

/** What has parted page and model before: what a row was stands above it once all its cells are others. */
const partedOnce =
  "ArrowDown ArrowDown x Tab 7 Tab e b Tab MV Enter ArrowUp ArrowUp ArrowDown 12 Tab x Enter"
    .replace("e b", "e_b")
    .split(" ")
    .map((key) => key.replace("_", " "))

/** What has, too: a cell that was pasted into was changed as it stood before. */
const pastedOnce = [
  ...Array.from({ length: 11 }, () => "ArrowDown"),
  ..."x Enter europe Home Shift+ArrowDown Control+v F2 Tab".split(" "),
]

/** A word without a name is read with blanks, as the page shows it. */
const plainWord = (word: string): string =>
  /^[a-z0-9]+(?:_[a-z0-9]+)+$/.test(word) ? word.replaceAll("_", " ") : word

/** The long form presses for hours. */
const hours = 40_000_000

/** How drawn keys are tried. */
interface TriedHow {
  readonly runs: number
  readonly slowMs: number
  readonly keysMax?: number
  /** Sequences that are pressed first. */
  readonly first?: ReadonlyArray<ReadonlyArray<string>>
  /** The columns that are shown, and how an address says so; all of them where it is left out. */
  readonly shown?: { readonly look: string; readonly columns: ReadonlyArray<string> }
}

describeWorkbench(
  "fingers of a spreadsheet's user, in a browser",
  (stage) => {
    const pathOf = (file: string): string => join(stage.bench().folder, file)
    const textOf = (file: string): string => readFileSync(pathOf(file), "utf8")

    /** The cells of columns in the order in which they are shown. */
    const cellsUnder = (
      names: ReadonlyArray<string> | undefined,
      text: string,
    ): ReadonlyArray<ReadonlyArray<string>> => {
      const cells = cellsOf(text)
      const places = names?.map((name) => cells[0]?.indexOf(name) ?? -1)
      return places === undefined
        ? cells
        : cells.map((row) => places.map((place) => row[place] ?? ""))
    }

    const cellsOf = (text: string): ReadonlyArray<ReadonlyArray<string>> =>
      Result.getOrThrow(readCsv(text)).map(({ texts }) => texts)

    /** The columns as the house reads them: what a key does is the model's, what a text means is not. */
    const columnsIn = async (file: TableFile): Promise<ReadonlyArray<SpreadsheetColumn>> => {
      const grid = answered(await stage.bench().call("table", { file }))
      const definition = Object.values<AnyDefinition>(definitions).find(
        (each) => each.file === file,
      )
      const declared = definition === undefined ? {} : columnsOf(definition)
      return grid.columns.map(({ name, words }) => {
        const column = declared[name]
        const read = (decimalComma: boolean) => (text: string) =>
          column === undefined ? text : tidyCell(column, text, decimalComma)
        return {
          name,
          hasWords: words !== null,
          read: read(true),
          readPasted: read(false),
          find: (typed) =>
            typed === ""
              ? ""
              : (foundWords(words ?? [], ({ en, word }) => en ?? plainWord(word), typed)[0]?.word ??
                typed),
        }
      })
    }

    /** Opens a table with its first cell selected, on a server that takes so long for each step. */
    const open = async (
      file: TableFile,
      slowMs: number,
      look = "",
    ): Promise<{ readonly context: BrowserContext; readonly page: Page }> => {
      const context = await stage.browser().newContext({
        viewport: { width: 1280, height: 900 },
        locale: "en-GB",
        reducedMotion: "reduce",
        permissions: ["clipboard-read", "clipboard-write"],
      })
      // Re-running situations decides nothing here, and takes all cores.
      await context.route("**/call/impactBegin", (route) => route.abort())
      if (slowMs > 0) {
        await context.route(/\/call\/(?:typeCell|edit|paste|undo|redo)$/, async (route) => {
          await new Promise((resolve) => setTimeout(resolve, slowMs))
          await route.continue()
        })
      }
      const { page } = await openScreen(context, stage.bench(), {
        path: `/tables/${file}${look}`,
        ready: (opened) => opened.locator('[data-rgrow="0"][data-rgcol="0"]').first().waitFor(),
      })
      page.on("response", (response) => {
        if (!response.url().endsWith("/call/typeCell")) return
        void response.text().then((text) => calls.push(`${response.request().postData()} ${text}`))
      })
      await page.locator('[data-rgrow="0"][data-rgcol="0"]').first().click()
      return { context, page }
    }

    const calls: Array<string> = []
    const press = (page: Page, key: string): Promise<void> =>
      namedKeys.includes(key) ? page.keyboard.press(key) : page.keyboard.type(key)

    /** Holds the page against the model until both agree, or too much time has gone. */
    const agrees = async (
      page: Page,
      file: TableFile,
      model: Spreadsheet,
      names: ReadonlyArray<string> | undefined,
    ): Promise<string | undefined> => {
      const caret = `row ${model.anchor.row + 2}`
      let seen = { head: "", file: "" }
      const isSo = async (): Promise<boolean> => {
        const [, ...rows] = cellsUnder(names, textOf(file))
        const head = await page.evaluate(() => {
          const place = document.querySelector<HTMLElement>("[data-cell-at]")?.dataset["cellAt"]
          return place ?? ""
        })
        seen = { head, file: JSON.stringify(rows) }
        return (
          head === `${model.column.name} ${model.anchor.row + 2}` &&
          seen.file === JSON.stringify(model.cells)
        )
      }
      if (await eventually(isSo, 60_000)) return undefined
      return `the page stands at ${seen.head} with ${seen.file}; the model at ${model.column.name}, ${caret} with ${JSON.stringify(model.cells)} ${calls.slice(-6).join("\n")}`
    }

    /** Presses so many drawn sequences of keys on a page, and holds it against the model after each. */
    const tried = async (
      file: TableFile,
      { runs, slowMs, first = [], keysMax = keysOfSequence, shown }: TriedHow,
    ): Promise<void> => {
      const before = textOf(file)
      const names = shown?.columns
      const [, ...cells] = cellsUnder(names, before)
      const { context, page } = await open(file, slowMs, shown?.look)
      const known = await columnsIn(file)
      const columns = names?.flatMap((name) => known.filter((each) => each.name === name)) ?? known
      const model = new Spreadsheet(
        columns,
        cells,
        { row: 0, column: 0 },
        columns.length < known.length,
      )
      const drawnKeys = fc.array(fc.nat({ max: keys.length - 1 }), {
        minLength: keysMax,
        maxLength: keysMax,
      })
      await fc.assert(
        fc.asyncProperty(drawnKeys, async (drawn) => {
          const pressed: Array<string> = []
          const both = async (key: string): Promise<void> => {
            pressed.push(key)
            model.press(key)
            await press(page, key)
          }
          await both("Home")
          await both("Control+c")
          for (const at of drawn) {
            const key = keys[at] ?? "Tab"
            if (model.allows(key)) await both(key)
          }
          if (model.editing !== undefined) await both("Tab")
          const differs = await agrees(page, file, model, names)
          assert.isUndefined(differs, `${pressed.join(" ")}: ${differs}`)
          while (model.steps > 0) await both("Control+z")
          const remains = await agrees(page, file, model, names)
          assert.isUndefined(remains, `${pressed.join(" ")}: ${remains}`)
          assert.strictEqual(textOf(file), before, pressed.join(" "))
        }),
        {
          numRuns: runs + first.length,
          examples: first.map((pressed) => [pressed.map((key) => keys.indexOf(key))]),
          endOnFailure: true,
        },
      )
      await context.close()
    }

    for (const file of tables) {
      it(`do in ${file} what the same keys do in a spreadsheet`, { timeout: hours }, () =>
        tried(file, {
          runs: times(1, 6_667),
          slowMs: 0,
          first:
            { "fees.csv": [partedOnce], "catalogue/zones.csv": [pastedOnce] }[file as string] ?? [],
        }),
      )
    }

    it("stay in the cell that they type in, whatever the grid draws meanwhile", async () => {
      const { context, page } = await open("fees.csv", 0)
      await page.keyboard.press("Home")
      await page.keyboard.type("7")
      // The grid's element says late, where the machine is busy, that the selected cell is drawn.
      await page.evaluate(() => {
        const detail = { rowType: "rgRow", colType: "rgCol", rowIndex: 0, colIndex: 0 }
        const drawn = new CustomEvent("afterfocus", { bubbles: true, cancelable: true, detail })
        document.querySelector("revo-grid revogr-focus")?.dispatchEvent(drawn)
      })
      await page.keyboard.type(".5")
      assert.strictEqual(
        await page.locator(".strip [data-first]").inputValue({ timeout: 9_000 }),
        "7.5",
      )
      await page.keyboard.press("Escape")
      await context.close()
    })

    it("write into no column that is hidden, and go over frozen ones", { timeout: hours }, () =>
      tried("fees.csv", {
        runs: times(1, 2_000),
        slowMs: 0,
        shown: { look: "?hide=value&pin=unit", columns: ["unit", "name", "source"] },
      }),
    )

    it("are as sure on a server that takes two seconds for each step", { timeout: hours }, () =>
      tried("fees.csv", { runs: times(1, 100), slowMs: 2_000, keysMax: 8 }),
    )
  },
  (folder) => {
    // Comments are rows of their own in the grid: here, each row is one of the file.
    for (const file of tables) {
      const path = join(folder, file)
      const rows = readFileSync(path, "utf8").split("\n")
      writeFileSync(
        path,
        rows
          .filter((row) => !row.startsWith("#"))
          .slice(0, 12)
          .join("\n")
          .trimEnd() + "\n",
      )
    }
  },
)
