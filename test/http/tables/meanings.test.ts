import { expect, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import { severityOf } from "../../../core/check/severity.ts"
import { describeTableError } from "../../../core/table/error.ts"
import { readEarlier } from "../../../http/tables/base-version.ts"
import { readIcons } from "../../../http/tables/icons/icon-check.ts"
import { readTableFiles } from "../../../http/tables/table-files.ts"
import { shippedTablesFolder } from "../../../http/shipped-tables.ts"
import { tableFiles } from "../../../rules/tables/index.ts"
import { isLong } from "../../support/long.ts"
import { type CopiedTables, copyTables } from "./copied-tables.ts"
import { reportOn, startCheck } from "../../../http/tables/check-report.ts"
import { describeFinding } from "../../../core/check/tell/english.ts"

const optionsOf = async (folder: string, today: string) => {
  const icons = await Effect.runPromise(readIcons(folder))
  const earlier = await Effect.runPromise(readEarlier(Option.some(shippedTablesFolder), folder))
  return { today, earlier, icons: new Set(icons.texts.keys()) }
}

const soon = "2026-10-15"

/** Finds what a new check finds, as running-check.test.ts holds, and asks only what an edit touches. */
const runningCheck = startCheck(shippedTablesFolder, await optionsOf(shippedTablesFolder, soon))

/**
 * Everything that weighs in a folder of tables, held against the shipped ones on a day soon after; but for
 * pages without a date, of which there are some.
 */
const weighing = async (folder: string, today = soon) => {
  const files = await Effect.runPromise(readTableFiles(folder, tableFiles))
  const { findings, mistakes } =
    isLong || today !== soon
      ? reportOn(folder, files, await optionsOf(folder, today))
      : runningCheck(files)
  return [
    ...mistakes.map((mistake) => `error ${describeTableError(mistake)}`),
    ...findings
      .filter((finding) => severityOf(finding) !== "note" && finding._tag !== "UndatedPage")
      .map((one) => `${severityOf(one)} ${one.file}:${one.line} ${describeFinding(one)}`),
  ]
}

/** Replaces the only place of a text in a file; its line is told. */
const slip = (tables: CopiedTables, file: string, right: string, wrong: string): number => {
  let line = 0
  tables.edit(file, (text) => {
    const [before = "", after, ...more] = text.split(right)
    if (after === undefined || more.length > 0) throw new Error(`${right} is not there once`)
    line = before.split("\n").length
    return `${before}${wrong}${after}`
  })
  return line
}

/** The row of a table that a pattern finds, with one of its cells changed. */
const slipIn = (
  tables: CopiedTables,
  file: string,
  pattern: RegExp,
  change: (cell: string) => string,
): number => {
  let line = 0
  tables.edit(file, (text) => {
    const found = pattern.exec(text)
    const cell = found?.groups?.["cell"]
    if (found === null || cell === undefined) throw new Error(`no row of ${file} is ${pattern}`)
    const at = found.index + found[0].lastIndexOf(cell)
    line = text.slice(0, at).split("\n").length
    return `${text.slice(0, at)}${change(cell)}${text.slice(at + cell.length)}`
  })
  return line
}

it("the shipped tables mean what they say", async () => {
  expect(await weighing(shippedTablesFolder)).toEqual([])
})

it.each(["sandbox", "catalogue"])(
  "a rate of the %s with its point one place off is found as an error, in its row",
  async (folder) => {
    using tables = copyTables()
    const file = `${folder}/tariffs.csv`
    const row = /^[a-z_0-9]+,europe,<=8,.*?(?<cell>\d+\.\d+)$/m
    const line = slipIn(tables, file, row, (cell) => String(Number(cell) * 10))
    const found = await weighing(tables.folder)
    const here = found.filter((each) => each.includes(`${file}:${line} `))
    expect(here.filter((each) => each.startsWith("error ")).length).toBeGreaterThan(0)
    // Prices that contradict others tell of it too.
    const elsewhere = found.filter((each) => !here.includes(each))
    expect(elsewhere.filter((each) => !each.includes(" costs "))).toEqual([])
  },
)

it("the euro is exactly one euro, however that is written", async () => {
  using tables = copyTables()
  slip(tables, "currencies.csv", "EUR,Euro,2,1,", "EUR,Euro,2,1.000,")
  expect(await weighing(tables.folder)).toEqual([])
  slip(tables, "currencies.csv", "EUR,Euro,2,1.000,", "EUR,Euro,2,1.01,")
  expect(await weighing(tables.folder)).toContainEqual(
    expect.stringMatching(
      /^error currencies\.csv:\d+:12 eur_rate: "1\.01" should be exactly 1 beside code EUR$/,
    ),
  )
})

it("a rate times ten is a warning against the version before", async () => {
  using tables = copyTables()
  const line = slipIn(tables, "currencies.csv", /^SGD,.*?,2,(?<cell>[\d.]+),/m, (cell) =>
    cell.replace(/\.(\d)/, "$1."),
  )
  const [found, ...others] = await weighing(tables.folder)
  expect(found).toMatch(
    new RegExp(
      `^warning currencies\\.csv:${line} eur_rate: "[\\d.]+" for code=SGD was .*: it moved by 900 %`,
    ),
  )
  expect(others).toEqual([])
})

it("rates grow old with the days, which is a warning and never an error", async () => {
  const found = await weighing(shippedTablesFolder, "2027-02-01")
  expect(found.length).toBeGreaterThan(0)
  for (const one of found)
    expect(one).toMatch(/^warning currencies\.csv:\d+ rate_date: .* days old; /)
})

it("an icon that is named must be there", async () => {
  using tables = copyTables()
  const line = slipIn(
    tables,
    "sandbox/offers.csv",
    /^\d+,.*?(?<cell>suitcase\.svg)/m,
    () => "suitcas.svg",
  )
  expect(await weighing(tables.folder)).toEqual([
    `error sandbox/offers.csv:${line} icon_file: "suitcas.svg" is no file in icons/; did you mean "suitcase.svg"?`,
  ])
})

it("a term that the condition of a cover states must be told by a row", async () => {
  using tables = copyTables()
  slipIn(
    tables,
    "coach/cover_terms.csv",
    /^CA,.*,hospitalFeesAbroad,day_limit,(?<cell>15),/m,
    () => "51",
  )
  expect(await weighing(tables.folder)).toEqual([
    expect.stringMatching(
      /^warning coach\/benefits\.csv:\d+ condition: ".*15 days.*" states day_limit 15, and coach\/cover_terms\.csv has no such row$/,
    ),
  ])
})
