import { readFileSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { assert, it } from "@effect/vitest"
import * as fc from "fast-check"
import { tidyCell } from "../../../core/table/tidy.ts"
import { type AnyDefinition, columnsOf } from "../../../core/table/load.ts"
import { readCsv } from "../../../core/table/csv.ts"
import * as Result from "effect/Result"
import { foundWords } from "../../../http/workbench/app/screens/tables/found-words.ts"
import { definitions } from "../../../rules/tables/index.ts"
import { eventually } from "../../support/eventually.ts"
import { isLong, times } from "../../support/long.ts"
import { answered } from "../../support/workbench.ts"
import { type HandPage, openHandPage, openHands } from "../support/hand-page.ts"
import { Spreadsheet, type SpreadsheetColumn, Workbook } from "../support/spreadsheet-model.ts"
import { describeWorkbench } from "../support/use-workbench.ts"

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

/** Sequences that have parted page and model before; a low line stands for a blank. */
const partedOnce: ReadonlyArray<readonly [file: TableFile, how: Way, keys: string]> = [
  // What a row was stands above it once all its cells are others.
  [
    "fees.csv",
    "alone",
    "ArrowDown ArrowDown x Tab 7 Tab e_b Tab MV Enter ArrowUp ArrowUp ArrowDown 12 Tab x Enter",
  ],
  // A cell that was pasted into was changed as it stood before.
  [
    "catalogue/zones.csv",
    "alone",
    `${"ArrowDown ".repeat(11)}x Enter europe Home Shift+ArrowDown Control+v F2 Tab`,
  ],
]

/** Which hands work how: one hand, one on a server that takes its time, two of two windows. */
type Way = "alone" | "slow" | "two"

/** A server that takes two seconds answers after so many keys of somebody who types ten in a second. */
const keysOfTwoSeconds = 20

/** A word without a name is read with blanks, as the page shows it. */
const plainWord = (word: string): string =>
  /^[a-z0-9]+(?:_[a-z0-9]+)+$/.test(word) ? word.replaceAll("_", " ") : word

/** The long form tries so many sequences in all, or as many as there is time for. */
const sequences = Number(process.env["FINGERS_SEQUENCES"] ?? 20_000)
const withinMs = Number(process.env["FINGERS_MINUTES"] ?? 240) * 60_000
const longTest = { timeout: withinMs + 300_000 }

/** How many of them a test tries, of whose kind there is one for each table. */
const shareOf = (share: number): number => times(1, Math.ceil((sequences * share) / tables.length))

/** Pages that do not agree with the model after so long never will. */
const agreeMs = 60_000

/** How drawn keys are tried. */
interface Tried {
  readonly file: TableFile
  readonly windows: number
  readonly runs: number
  /** After how many keys the server answers a step; at once where it is left out. */
  readonly slowKeys?: number
  readonly keysMax?: number
  /** Sequences that are pressed first. */
  readonly first?: ReadonlyArray<ReadonlyArray<string>>
  /** The columns that are shown, and how an address says so; all of them where it is left out. */
  readonly shown?: { readonly look: string; readonly columns: ReadonlyArray<string> }
}

/** A page, and the model of it. */
interface Hand extends HandPage {
  readonly model: Spreadsheet
}

const headOf = (hand: Hand | undefined): string =>
  `${hand?.model.column.name} ${(hand?.model.anchor.row ?? 0) + 2}`

/** Of so many keys one is another hand's, and before some both hands write into one cell. */
const turnsOf = 24
const turns = 3
const clashes = 2

const drawnPresses = (most: number) =>
  fc.array(fc.record({ key: fc.nat({ max: keys.length - 1 }), turn: fc.nat({ max: turnsOf }) }), {
    minLength: most,
    maxLength: most,
  })

const firstOf = (file: TableFile, way: Way): ReadonlyArray<ReadonlyArray<string>> =>
  partedOnce.flatMap(([of, how, pressed]) =>
    of === file && how === way ? [pressed.split(" ").map((key) => key.replace("_", " "))] : [],
  )

describeWorkbench(
  "fingers of a spreadsheet's user, in a browser",
  (stage) => {
    const pathOf = (file: string): string => join(stage.bench().folder, file)
    const textOf = (file: string): string => readFileSync(pathOf(file), "utf8")

    const cellsOf = (text: string): ReadonlyArray<ReadonlyArray<string>> =>
      Result.getOrThrow(readCsv(text)).map(({ texts }) => texts)

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

    /** Opens a table in so many windows, and the model of it. */
    const openTable = async ({ file, shown, windows }: Tried) => {
      const before = textOf(file)
      const [, ...cells] = cellsUnder(shown?.columns, before)
      const context = await openHands(stage.browser())
      const known = await columnsIn(file)
      const columns =
        shown?.columns.flatMap((name) => known.filter((each) => each.name === name)) ?? known
      const book = new Workbook(cells)
      const path = `/tables/${file}?row=2&column=${columns[0]?.name}${shown?.look ?? ""}`
      const hands: Array<Hand> = []
      for (let window = 0; window < windows; window += 1) {
        hands.push({
          ...(await openHandPage(context, stage.bench(), path)),
          model: new Spreadsheet(book, columns, columns.length < known.length),
        })
      }
      const pressed: Array<string> = []
      /** Presses a key on a page, and on the model of it. */
      const press = async ({ model, page }: Hand, key: string): Promise<void> => {
        pressed.push(key)
        model.press(key)
        await (namedKeys.includes(key) ? page.keyboard.press(key) : page.keyboard.type(key))
      }
      /** Waits until all pages show what the file says, and the file what the model does. */
      const agree = async (): Promise<void> => {
        let seen = ""
        const isSo = async (): Promise<boolean> => {
          const [, ...rows] = cellsUnder(shown?.columns, textOf(file))
          const states = await Promise.all(hands.map(({ state }) => state()))
          seen = `the pages stand at ${JSON.stringify(states)} with ${JSON.stringify(rows)}`
          const made = Math.max(...states.map((each) => each.made))
          return (
            JSON.stringify(rows) === JSON.stringify(book.cells) &&
            states.every(
              ({ head, isChoosing, told, underWay }, at) =>
                head === headOf(hands[at]) && underWay === 0 && told >= made && !isChoosing,
            )
          )
        }
        if (await eventually(isSo, agreeMs)) return
        const wanted = `${hands.map(headOf).join(", ")} with ${JSON.stringify(book.cells)}`
        assert.fail(`${pressed.join(" ")}: ${seen}; the model at ${wanted}`)
      }
      return { agree, before, book, context, hands, press, pressed }
    }

    /** Presses drawn sequences of keys on pages, and holds these against the model after each. */
    const tried = async (asked: Tried): Promise<void> => {
      const { first = [], keysMax = keysOfSequence, runs, slowKeys = 0 } = asked
      const table = await openTable(asked)
      const { agree, before, book, hands, press, pressed } = table
      const [left] = hands
      if (left === undefined) return
      let count = 0
      /** No cell says what is typed into both. */
      let texts = 70_000

      /** Two hands write into one cell before either sees the other: who comes late chooses. */
      const clash = async (own: Hand, other: Hand, keepsMine: boolean): Promise<void> => {
        for (const hand of [own, other])
          if (hand.model.editing !== undefined) await press(hand, "Escape")
        const [to, from] = [own.model.anchor, other.model.anchor]
        const way = (name: string, times: number) => Array.from({ length: times }, () => name)
        for (const key of [
          ...way("ArrowDown", to.row - from.row),
          ...way("ArrowUp", from.row - to.row),
          ...way("ArrowRight", to.column - from.column),
          ...way("ArrowLeft", from.column - to.column),
        ]) {
          await press(other, key)
        }
        await agree()
        const { told: revision } = await other.state()
        await own.slow(Number.MAX_SAFE_INTEGER, true)
        texts += 10
        const text = String(texts)
        await own.page.keyboard.type(text)
        await own.page.keyboard.press("Tab")
        await press(other, `${text}1`)
        await press(other, "Tab")
        own.model.press(text)
        own.model.press(keepsMine ? "Tab" : "Escape")
        if (!keepsMine) own.model.press("Tab")
        const isWritten = async (): Promise<boolean> => {
          const { told, underWay } = await other.state()
          return underWay === 0 && told > revision
        }
        await eventually(isWritten, agreeMs)
        await own.letGo()
        const dialog = own.page.locator("dialog[open]")
        const isAsked = await eventually(() => dialog.locator("input").first().isVisible(), agreeMs)
        if (!isAsked) await agree()
        await dialog.locator(keepsMine ? ".actions .main" : ".actions .button:not(.main)").click()
        pressed.push(`(clash, ${keepsMine ? "mine" : "theirs"})`)
        await agree()
      }

      await fc.assert(
        fc.asyncProperty(drawnPresses(keysMax), fc.boolean(), async (drawn, isSlowToAsk) => {
          pressed.splice(0)
          count += 1
          let at = 0
          for (const hand of hands) if (slowKeys > 0) await hand.slow(slowKeys, isSlowToAsk)
          await press(left, "Home")
          await press(left, "Control+c")
          for (const { key: place, turn } of drawn) {
            if (hands.length > 1 && turn < turns) {
              await agree()
              const [own, other] = [hands[at], hands[1 - at]]
              if (turn < clashes && own !== undefined && other !== undefined) {
                await clash(own, other, turn === 0)
              }
              at = 1 - at
              pressed.push(`(${at + 1})`)
            }
            const hand = hands[at] ?? left
            const key = keys[place] ?? "Tab"
            if (hand.model.allows(key)) await press(hand, key)
          }
          for (const hand of hands) {
            pressed.push("(ends)")
            if (hand.model.editing !== undefined) await press(hand, "Tab")
            await hand.letGo()
            await agree()
          }
          while (book.undo.length > 0) await press(left, "Control+z")
          await agree()
          assert.strictEqual(textOf(asked.file), before, pressed.join(" "))
        }),
        {
          numRuns: runs + first.length,
          examples: first.map((given) => [
            given.map((key) => ({ key: keys.indexOf(key), turn: turnsOf })),
            false,
          ]),
          endOnFailure: true,
          ...(isLong
            ? {
                interruptAfterTimeLimit: (withinMs * runs) / sequences,
                markInterruptAsFailure: false,
              }
            : {}),
        },
      )
      await table.context.close()
      if (isLong) process.stdout.write(`fingers: ${count} sequences in ${JSON.stringify(asked)}\n`)
    }

    for (const file of tables) {
      it(`do in ${file} what the same keys do in a spreadsheet`, longTest, () =>
        tried({ file, windows: 1, runs: shareOf(0.5), first: firstOf(file, "alone") }),
      )
    }

    it("stay in the cell that they type in, whatever the grid draws meanwhile", async () => {
      const { context, hands } = await openTable({ file: "fees.csv", windows: 1, runs: 1 })
      const page = hands[0]?.page
      if (page === undefined) return
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

    it("go on in a cell with what another window has written there", longTest, async () => {
      const { agree, context, hands, press, before, book } = await openTable({
        file: "catalogue/cancellation_rates.csv",
        windows: 2,
        runs: 1,
      })
      const [own, other] = hands
      if (own === undefined || other === undefined) return
      for (const hand of hands) for (const key of ["Home", "Tab", "Tab"]) await press(hand, key)
      await press(own, "F2")
      for (const key of ["7", "Tab"]) await press(other, key)
      await agree()
      for (const key of ["5", "Enter"]) await press(own, key)
      await agree()
      assert.include(textOf("catalogue/cancellation_rates.csv"), ",75\n")
      while (book.undo.length > 0) await press(own, "Control+z")
      await agree()
      assert.strictEqual(textOf("catalogue/cancellation_rates.csv"), before)
      await context.close()
    })

    it("write into no column that is hidden, and go over frozen ones", longTest, () =>
      tried({
        file: "fees.csv",
        windows: 1,
        runs: shareOf(0.1),
        shown: { look: "&hide=value&pin=unit", columns: ["unit", "name", "source"] },
      }),
    )

    for (const file of tables) {
      it(`are as sure in ${file} on a server that takes two seconds for each step`, longTest, () =>
        tried({
          file,
          windows: 1,
          runs: shareOf(0.2),
          slowKeys: keysOfTwoSeconds,
          first: firstOf(file, "slow"),
        }),
      )
    }

    for (const file of tables) {
      it(
        `write into ${file} beside those of another window, and choose where both did`,
        longTest,
        () =>
          tried({
            file,
            windows: 2,
            keysMax: times(12, keysOfSequence),
            runs: shareOf(0.2),
            first: firstOf(file, "two"),
          }),
      )
    }
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
