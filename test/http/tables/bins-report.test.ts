import { expect, it } from "vitest"
import * as Effect from "effect/Effect"
import { checkJson } from "../../../rules/check/check-json.ts"
import { checkText } from "../../../http/cli/tables/check-output.ts"
import { readTableFiles } from "../../../http/tables/table-files.ts"
import { tableFiles } from "../../../rules/tables/index.ts"
import { shippedTablesFolder } from "../../../http/shipped-tables.ts"
import { isLong } from "../../support/long.ts"
import { copyTables } from "./copied-tables.ts"
import { reportOn, startCheck } from "../../../http/tables/check-report.ts"

/** Finds what a new check finds, as running-check.test.ts holds, and asks only what an edit touches. */
const runningCheck = startCheck(shippedTablesFolder, { budget: 1 })

const reportOf = async (folder: string, today?: string) => {
  const files = await Effect.runPromise(readTableFiles(folder, tableFiles))
  if (today !== undefined) return reportOn(folder, files, { budget: 1, today })
  return isLong ? reportOn(folder, files, { budget: 1 }) : runningCheck(files)
}

it("a check says how many card numbers reach a card, and names what is wrong with them", async () => {
  using tables = copyTables()
  const report = await reportOf(tables.folder)
  expect(report.bins?.map(({ market }) => market)).toContain("fr")
  expect(checkText(report)).toMatch(
    /^card numbers: ranges with a level that reach a card: fr \d+ of \d+ \(\d+ of listed banks, with covers\), us /m,
  )
  expect(checkJson(report)).toMatchObject({ bins: report.bins })
  tables.edit(
    "coach/bins.csv",
    (text) => `${text}FR,A,,any-c3 999910-999920\nFR,B,,any-c3 999920\n`,
  )
  const wrong = await reportOf(tables.folder)
  expect(wrong.mistakes.map(({ cell }) => cell)).toEqual(["999920"])
}, 60_000)

it("a check says nothing of card numbers while their tables hold mistakes", async () => {
  using tables = copyTables()
  tables.edit("coach/bin_kinds.csv", (text) => text.replace(",credit,binlist/data", ",credit,x"))
  const report = await reportOf(tables.folder)
  expect(report.bins).toBeUndefined()
  expect(checkText(report)).toContain("card numbers: not followed, as there are mistakes")
  expect(checkJson(report)).toMatchObject({ bins: null })
}, 60_000)

it("a check refuses a list as proof from the day on which it is too old", async () => {
  using tables = copyTables()
  const proofs = async (today?: string) =>
    (await reportOf(tables.folder, today)).mistakes.filter(({ column }) => column === "proof")
      .length
  expect(await proofs()).toBe(0)
  expect(await proofs("2028-02-29")).toBe(0)
  expect(await proofs("2028-03-01")).toBe(1)
}, 60_000)
