import { existsSync, readFileSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { fileURLToPath } from "node:url"
import { assert, it } from "@effect/vitest"
import type { BrowserContext, Locator, Page } from "playwright-core"
import { sampleTripIn } from "../../../rules/trip/sample-trip.ts"
import { eventually } from "../../support/eventually.ts"
import { isLong } from "../../support/long.ts"
import { describeWorkbench, openScreen, type WorkbenchStage } from "../support/use-workbench.ts"

const guide = readFileSync(
  fileURLToPath(new URL("../../../docs/analysts.md", import.meta.url)),
  "utf8",
)

/** How many presses the guide says that each task takes, by the task's name. */
const promised = new Map(
  [
    ...(guide.split("\n## What everyday work takes\n")[1]?.split("\n## ")[0] ?? "").matchAll(
      /^\| (?<task>[A-Z][^|]*?) +\|[^|]*\| +(?<presses>\d+) \|$/gm,
    ),
  ].map(({ groups }) => [groups?.["task"] ?? "", Number(groups?.["presses"])]),
)

/** What somebody does by hand, each press of a key or of the mouse counted. */
interface Hand {
  readonly page: Page
  readonly click: (place: Locator, options?: Parameters<Locator["click"]>[0]) => Promise<void>
  readonly press: (...keys: ReadonlyArray<string>) => Promise<void>
  /** Types what was looked up or decided, which takes a press each time. */
  readonly type: (text: string) => Promise<void>
  /** Pastes what another program has on the clipboard. */
  readonly paste: (text: string) => Promise<void>
  /** Opens a list and chooses of it. */
  readonly choose: (list: Locator, value: string) => Promise<void>
  readonly presses: () => number
}

const handOn = (page: Page): Hand => {
  let presses = 0
  return {
    page,
    click: async (place, options) => {
      presses += 1
      await place.click(options)
    },
    press: async (...keys) => {
      for (const key of keys) {
        presses += 1
        await page.keyboard.press(key)
      }
    },
    type: async (text) => {
      presses += text.length
      await page.keyboard.type(text)
    },
    paste: async (text) => {
      presses += 1
      await page.evaluate((copied) => navigator.clipboard.writeText(copied), text)
      await page.keyboard.press("Control+v")
    },
    choose: async (list, value) => {
      presses += 2
      await list.selectOption(value)
    },
    presses: () => presses,
  }
}

/** One thing that an analyst comes to do. */
interface Task {
  readonly name: string
  /** The address at which the work begins. */
  readonly path: string
  readonly ready: (page: Page) => Locator
  /** What is edited before the work begins. */
  readonly prepare?: (folder: string) => void
  readonly work: (hand: Hand, stage: WorkbenchStage) => Promise<void>
}

const textOf = ({ bench }: WorkbenchStage, file: string): string =>
  readFileSync(join(bench().folder, file), "utf8")

const isSo = async (what: string, check: () => boolean | Promise<boolean>): Promise<void> => {
  assert.isTrue(await eventually(check, 30_000), what)
}

const tariffs = "catalogue/tariffs.csv"

const grid = (page: Page): Locator => page.locator("[role=gridcell]:focus").first()

/** The line of a row by how it begins. */
const lineOf = (file: string, start: string): number =>
  readFileSync(fileURLToPath(new URL(`../../../data/${file}`, import.meta.url)), "utf8")
    .split("\n")
    .findIndex((line) => line.startsWith(start)) + 1

const hook = lineOf("messages/arguments.csv", "coach.argument.direct_billing_missing.hook,")

const europe = lineOf(tariffs, "br_escapade_1,europe,<=8,[18..64]")

/** A trip to New York that is priced and read. */
const traveller = `/traveller?${new URLSearchParams({
  catalogue: "live",
  situation: JSON.stringify({
    bilan: {
      residence: "FR",
      destinations: ["US"],
      card: { network: "visa", tier: "mid" },
      trip: { friends: false, longTrip: false, riskyActivity: false },
    },
    quote: {
      trip: {
        ...sampleTripIn(2027),
        travellers: [{ age: 88 }],
        shouldCoverCancellation: false,
        shouldCoverExtremeSports: false,
        isAnnual: false,
      },
    },
  }),
})}`

/** Begins a form from another thing, and fills in what the two do not share. */
const fillIn = async (
  { click, page, press, type }: Hand,
  like: string,
  answers: ReadonlyArray<readonly [label: string, text: string]>,
): Promise<void> => {
  await click(page.getByRole("combobox", { name: /^Begin from another/ }))
  await type(like)
  await page.getByRole("option").first().waitFor()
  await press("Enter")
  for (const [label, text] of answers) {
    const list = page.getByRole("combobox", { name: label, exact: true })
    const field = page.getByRole("textbox", { name: label, exact: true }).or(list)
    await click(field)
    await type(text)
    if ((await list.count()) === 0) continue
    // What may be chosen follows what was filled in before, once that has been looked up.
    await page
      .getByRole("option", { name: text })
      .filter({ hasNotText: "As written" })
      .first()
      .waitFor()
    await press("Enter")
  }
}

const addIt = async ({ page, press }: Hand): Promise<void> => {
  await page.getByText("Nothing is missing.", { exact: true }).waitFor()
  await press("Control+Enter")
  await page.getByText(/(?:row is|rows are) there\. Ctrl Z takes all of it back\.$/).waitFor()
}

const tasks: ReadonlyArray<Task> = [
  {
    name: "Raise one plan by 5 % from 65 years on",
    path: `/tables/${tariffs}?row=${europe}&column=age&of.tariff=is%3Abr_escapade_1`,
    ready: grid,
    work: async (hand, stage) => {
      const { click, page, press, type } = hand
      await press("Alt+f")
      const chooser = page.getByRole("dialog", { name: "Filter by Age" })
      await chooser.getByLabel("From").waitFor()
      await click(chooser.getByLabel("From"))
      await type("65")
      await press("Enter")
      await page.getByRole("button", { name: "Age: reaches 65 or more", exact: true }).waitFor()
      await press("Control+a")
      await click(page.getByRole("button", { name: "Multiply…" }))
      await click(page.getByRole("button", { name: /^Multiply \d+ cells/ }))
      await isSo("amounts are dearer", () => textOf(stage, tariffs).includes("[65..69],0,"))
      await page.getByRole("dialog").waitFor({ state: "hidden" })
    },
  },
  {
    name: "Type three prices of a row",
    path: `/tables/${tariffs}?row=${europe}&column=per_contract`,
    ready: grid,
    work: async ({ press, type }, stage) => {
      await type("2.00")
      await press("Tab")
      await type("7.20")
      await press("Tab")
      await type("0.45")
      await press("Enter")
      await isSo("three cells are written", () =>
        textOf(stage, tariffs).includes("br_escapade_1,europe,<=8,[18..64],2.00,7.20,0.45"),
      )
    },
  },
  {
    name: "Move a country to another cost tier, and see whom it touches",
    path: `/tables/countries.csv?row=${lineOf("countries.csv", "JP,")}&column=cost_tier`,
    ready: grid,
    work: async ({ click, page, press, type }, stage) => {
      const before = textOf(stage, "countries.csv")
      await type("top")
      await press("Enter")
      await isSo("the tier is another", () => textOf(stage, "countries.csv") !== before)
      await click(page.getByRole("link", { name: "Impact", exact: true }).first())
      await page.getByText(/^[1-9]\S* of \S+ situations? (?:is|are) answered differently/).waitFor()
    },
  },
  {
    name: "Close a gap that a lost row leaves",
    path: `/tables/${tariffs}?row=${europe}&column=age`,
    ready: grid,
    work: async ({ click, page, press, type }, stage) => {
      await click(page.getByText("More", { exact: true }))
      await click(page.getByRole("button", { name: "Delete rows" }))
      await click(page.getByRole("button", { name: "Add this row" }).first())
      await isSo("the row is back, without its amounts", () =>
        textOf(stage, tariffs).includes("br_escapade_1,europe,<=8,[18..64],,,"),
      )
      await page.locator(".strip b", { hasText: `Per contract, row ${europe}` }).waitFor()
      await grid(page).waitFor()
      await type("0")
      await press("Tab")
      await type("10.20")
      await press("Tab")
      await type("0.63")
      await press("Enter")
      await isSo("it has its amounts", () =>
        textOf(stage, tariffs).includes("br_escapade_1,europe,<=8,[18..64],0,10.20,0.63"),
      )
    },
  },
  {
    name: "Narrow one of two rows that both apply",
    path: `/tables/${tariffs}?row=${europe}&column=age`,
    ready: grid,
    work: async ({ click, page, press, type }, stage) => {
      await press("Enter")
      await page.getByLabel("age, to").waitFor()
      await click(page.getByLabel("age, to"))
      await press("Control+a")
      await type("66")
      await press("Enter")
      await isSo("the rows overlap", () =>
        textOf(stage, tariffs).includes("br_escapade_1,europe,<=8,[18..66],"),
      )
      await page.locator("revo-grid .rowHeaders .rgRow.rail").first().waitFor()
      await click(
        page.locator("revo-grid").getByRole("button", { name: `Narrow ${europe} to 18 to 64` }),
      )
      await isSo("they do not", () =>
        textOf(stage, tariffs).includes("br_escapade_1,europe,<=8,[18..64],"),
      )
    },
  },
  {
    name: "See why a traveller is not shown an offer",
    path: traveller,
    ready: (page) => page.locator(".not-shown li").first(),
    work: async ({ page }) => {
      await page
        .locator(".not-shown li", { hasText: /age|88/i })
        .first()
        .waitFor()
    },
  },
  {
    name: "Find rows that no case exercises",
    path: `/tables/${tariffs}`,
    ready: (page) => page.locator('[data-rgrow="3"][data-rgcol="3"]').first(),
    work: async ({ choose, click, page }) => {
      await click(page.getByText("More", { exact: true }))
      await click(page.getByRole("button", { name: "Show how often rows count" }))
      await choose(page.getByLabel("Rows by hits"), "never")
      await page.getByText(/^[1-9]\S* of \S+ rows$/).waitFor()
    },
  },
  {
    name: "Take the day's rates from a spreadsheet",
    path: `/tables/currencies.csv?row=${lineOf("currencies.csv", "GBP,")}&column=eur_rate`,
    ready: grid,
    work: async ({ paste }, stage) => {
      await paste("0,8431\r\n")
      await isSo("the rate is written", () =>
        /^GBP,[^,]+,2,0\.8431,/m.test(textOf(stage, "currencies.csv")),
      )
    },
  },
  {
    name: "Send a change to read",
    path: "/review",
    ready: (page) => page.getByRole("link", { name: "Save the page to send" }),
    work: async ({ click, page }) => {
      const saved = page.waitForEvent("download", { timeout: 90_000 })
      await click(page.getByRole("link", { name: "Save the page to send" }))
      assert.match((await saved).suggestedFilename(), /^review-.*\.html$/)
    },
  },
  {
    name: "Mend a French sentence as a keyboard types it",
    path: `/tables/messages/arguments.csv?row=${hook}&column=fr`,
    ready: grid,
    work: async ({ press, type }, stage) => {
      await type("Hôpital : qui paie d'abord ?")
      await press("Enter")
      const typeset = "Hôpital\u00a0: qui paie d’abord\u202f?"
      await isSo("it is typeset", () => textOf(stage, "messages/arguments.csv").includes(typeset))
    },
  },
  {
    name: "Replace a word in all tables",
    path: `/tables/${tariffs}?row=${europe}&column=age`,
    ready: grid,
    work: async ({ choose, click, page, press, type }, stage) => {
      await press("Control+h")
      const dialog = page.getByRole("dialog", { name: "Find and replace" })
      await click(dialog.getByLabel("Find", { exact: true }))
      await type("avance les frais")
      await click(dialog.getByLabel("Replace by"))
      await type("paie")
      await choose(dialog.getByLabel("In", { exact: true }), "all")
      await click(dialog.getByRole("button", { name: /^Replace in \d+ cells?$/ }))
      await isSo("it is replaced", () =>
        textOf(stage, "messages/arguments.csv").includes("qui paie"),
      )
    },
  },
  {
    name: "Make a table of one's own",
    path: "/tables",
    ready: (page) => page.getByRole("button", { name: "New table…" }),
    work: async ({ click, page, type }, { bench }) => {
      await click(page.getByRole("button", { name: "New table…" }))
      const dialog = page.getByRole("dialog", { name: "New table" })
      await click(dialog.getByLabel("Name", { exact: true }))
      await type("Cruises")
      await click(dialog.getByRole("checkbox", { name: "region" }))
      await click(dialog.getByRole("checkbox", { name: "oldest_age" }))
      await click(dialog.getByRole("button", { name: "Make it" }))
      const file = join(bench().folder, "own/cruises.csv")
      await isSo("it is there", () => existsSync(file))
    },
  },
  {
    name: "Add an insurer with its offer, tariff and pictogram",
    path: "/add/insurer",
    ready: (page) => page.getByRole("heading", { name: "Who it is" }),
    work: async (hand, stage) => {
      await fillIn(hand, "1002", [
        ["Code, for the tables", "lac"],
        ["Name", "Lac"],
        ["Name of the offer", "Lac"],
        ["The insurer’s own code", "L1"],
        ["Source", "us"],
      ])
      await hand.click(hand.page.getByRole("button", { name: "Go to Pictogram of the insurer" }))
      await hand.type("globe")
      await hand.press("Enter")
      await addIt(hand)
      await isSo("it is there", () => /^lac,/m.test(textOf(stage, "catalogue/insurers.csv")))
    },
  },
  {
    name: "Add a card with its covers",
    path: "/add/card",
    ready: (page) => page.getByRole("heading", { name: "Which card it is" }),
    work: async (hand, stage) => {
      await fillIn(hand, "FR:Visa Premier", [
        ["Bank", "BNP"],
        ["Name as printed", "Visa Premier Plus"],
        ["Source", "us"],
        ["Product", "Visa Premier"],
      ])
      await addIt(hand)
      await isSo("it is there", () =>
        textOf(stage, "coach/cards.csv").includes("Visa Premier Plus"),
      )
    },
  },
  {
    name: "Add an argument with its texts in both languages",
    path: "/add/argument",
    ready: (page) => page.getByRole("heading", { name: "What it is" }),
    work: async (hand, stage) => {
      await fillIn(hand, "friends_not_insured", [
        ["Name, for the tables", "lost_keys"],
        ["Opening, in English", "Keys are lost"],
        ["Opening, in French", "Clés perdues"],
        ["Fact, in English", "Nobody pays."],
        ["Fact, in French", "Personne ne paie."],
        ["Offer, in English", "Insurance can."],
        ["Offer, in French", "Une assurance peut."],
        ["Opening without advice", "lost_keys.hook"],
        ["Fact without advice", "lost_keys.fact"],
        ["Source", "us"],
      ])
      await addIt(hand)
      await isSo("it is there", () => textOf(stage, "coach/arguments.csv").includes("lost_keys"))
    },
  },
  {
    name: "Commit a change for somebody else to approve",
    path: "/review",
    ready: (page) => page.getByRole("form", { name: "Commit this change" }),
    prepare: (folder) => {
      const path = join(folder, "fees.csv")
      const text = readFileSync(path, "utf8")
      writeFileSync(
        path,
        text.replace("standard_handling_fee_bps,1000,", "standard_handling_fee_bps,1011,"),
      )
      assert.notStrictEqual(readFileSync(path, "utf8"), text)
    },
    work: async ({ click, page, type }) => {
      await click(page.getByLabel("What it is for, in a sentence"))
      await type("Fees")
      await click(page.getByRole("button", { name: "Commit this change" }))
      await page.getByText("Waits for approval", { exact: true }).waitFor()
    },
  },
]

const opened = async (
  stage: WorkbenchStage,
  { path, ready }: Task,
): Promise<{ readonly context: BrowserContext; readonly page: Page }> => {
  const context = await stage.browser().newContext({
    viewport: { width: 1280, height: 900 },
    locale: "en-GB",
    reducedMotion: "reduce",
    permissions: ["clipboard-read", "clipboard-write"],
  })
  const { page } = await openScreen(context, stage.bench(), {
    path,
    ready: (shown) => ready(shown).waitFor(),
  })
  page.setDefaultTimeout(90_000)
  return { context, page }
}

describeWorkbench("tasks of analysts, in a browser", (stage) => {
  it("are those of the guide, each with what it takes", () => {
    assert.deepStrictEqual(
      [...promised.keys()],
      tasks.map(({ name }) => name),
    )
  })

  it.each(isLong ? tasks : tasks.slice(0, 2))("$name", { timeout: 120_000 }, async (task) => {
    const { git } = stage.bench()
    assert.strictEqual(git("status", "--porcelain"), "", "it begins with the tables as they were")
    task.prepare?.(stage.bench().folder)
    const { context, page } = await opened(stage, task)
    const hand = handOn(page)
    await task.work(hand, stage)
    assert.strictEqual(hand.presses(), promised.get(task.name), "what the guide says")
    await context.close()
    git("checkout", "--quiet", "--", ".")
    git("clean", "--quiet", "-d", "--force")
  })
})
