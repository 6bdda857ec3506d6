import { expect, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import { checkJson } from "../../../rules/check/check-json.ts"
import { checkGithub, checkSarif, checkText } from "../../../http/cli/tables/check-output.ts"
import { type CheckReport } from "../../../rules/check/check-report.ts"
import { readTableFiles } from "../../../http/tables/table-files.ts"
import { tableFiles } from "../../../rules/tables/index.ts"
import { shippedTablesFolder } from "../../../http/shipped-tables.ts"
import { isLong } from "../../support/long.ts"
import { type CopiedTables, copyTables } from "./copied-tables.ts"
import { reportOn, startCheck } from "../../../http/tables/check-report.ts"

const corpusFile = "corpus/printed_guarantees.csv"

/** Finds what a new check finds, as running-check.test.ts holds, and asks only what an edit touches. */
const runningCheck = startCheck(shippedTablesFolder)

const reportOf = async ({ folder }: CopiedTables): Promise<CheckReport> => {
  const files = await Effect.runPromise(readTableFiles(folder, tableFiles))
  return isLong ? reportOn(folder, files) : runningCheck(files)
}

it("a check counts the printed lines of the corpus and of the catalogue", async () => {
  using tables = copyTables()
  const report = await reportOf(tables)
  expect(checkText(report)).toMatch(
    /^printed guarantees: [3-9]\d\d lines of the corpus, all as expected, \d\d+ unmapped by intention; \d+ lines of the catalogue, (\d+) unmapped, \1 of them by intention$/m,
  )
  expect(checkJson(report)).toMatchObject({ printed: report.printed })
  expect(checkSarif(report)).toMatchObject({
    runs: [{ properties: { printed: report.printed } }],
  })
})

it("a line of the corpus that reads as something else is an error in every format", async () => {
  using tables = copyTables()
  tables.insert(corpusFile, "fr,EUR,Jusqu'à 12 345 €,value,54321,true,wrong")
  const report = await reportOf(tables)
  const sentence = `"Jusqu'à 12 345 €" should read as value 54321, and reads as value 12345`
  const text = checkText(report)
  expect(text).toContain(`${corpusFile}:2:1 error ${sentence}`)
  expect(text).toMatch(/ lines of the corpus, 1 not as expected, /)
  expect(text).toMatch(/ analysed: 1 error, /)
  expect(checkGithub(report)).toMatch(/^::error file=.*printed_guarantees\.csv,line=2,col=1,/m)
  expect(JSON.parse(JSON.stringify(checkJson(report))).findings).toContainEqual({
    kind: "misread-line",
    severity: "error",
    file: corpusFile,
    line: 2,
    character: 1,
    message: sentence,
    printed: "Jusqu'à 12 345 €",
    expected: "value 54321",
    read: "value 12345",
    facts: {
      printed: "Jusqu'à 12 345 €",
      expected: { state: "value", value: "54321", isMapped: true },
      read: { state: "value", value: "12345", isMapped: true },
    },
  })
})

it("a line of the catalogue that nothing knows is a warning", async () => {
  using tables = copyTables()
  tables.edit("catalogue/guarantees.csv", (text) => text.replace(",Inclus,", ",charabia,"))
  const report = await reportOf(tables)
  const found = report.findings.filter(({ _tag }) => _tag === "UnmappedLine")
  expect(found).toMatchObject([{ file: "catalogue/guarantees.csv", printed: "charabia" }])
  expect(checkText(report)).toMatch(/ warning "charabia" is no known phrase \(/)
})

it("a mistake in a table that reading needs leaves the lines unread, and says so", async () => {
  using tables = copyTables()
  tables.insert("printed/states.csv", "ceilin,positive,value")
  const report = await reportOf(tables)
  expect(report.printed).toBeUndefined()
  expect(checkText(report)).toContain("printed guarantees: not read, as there are mistakes")
  expect(checkJson(report)).toMatchObject({ printed: null })
})
