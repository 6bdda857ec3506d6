import { expect, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import { readTableFiles } from "../../../http/tables/table-files.ts"
import { shippedTablesFolder } from "../../../http/shipped-tables.ts"
import { tableFiles } from "../../../rules/tables/index.ts"
import type { TableFiles } from "../../../rules/tables/table-named.ts"
import { reportOn, startCheck, startStagedCheck } from "../../../http/tables/check-report.ts"

const options = {
  today: "2026-10-15",
  asked: ["broken promises", "outliers", "required rows"],
} as const

const edited = (files: TableFiles, file: string, change: (text: string) => string): TableFiles => ({
  ...files,
  sources: new Map([...files.sources, [file, change(files.sources.get(file) ?? "")]]),
})

const withoutLine = (pattern: RegExp) => (text: string) => text.replace(pattern, "")

it("a running check finds after each edit what a new one finds", async () => {
  const shipped = await Effect.runPromise(readTableFiles(shippedTablesFolder, tableFiles))
  const check = startCheck(shippedTablesFolder, options)
  const steps: ReadonlyArray<(files: TableFiles) => TableFiles> = [
    (files) => files,
    // A price out of order, then a row gone that another table refers to, then a mistake, then back.
    (files) =>
      edited(files, "sandbox/tariffs.csv", (text) => text.replace(/,<=8,(\d)/, ",<=8,9$1")),
    (files) => edited(files, "coach/products.csv", withoutLine(/^FR,Visa Classic,.*\n/m)),
    (files) => edited(files, "reference/limits.csv", (text) => text.replace(",50,", ",fifty,")),
    () => shipped,
  ]
  let files = shipped
  const ofShipped = reportOn(shippedTablesFolder, shipped, options)
  let found = 0
  for (const step of steps) {
    files = step(files)
    const { findings, mistakes, ...summary } = check(files)
    const anew = files === shipped ? ofShipped : reportOn(shippedTablesFolder, files, options)
    expect({ findings, mistakes, ...summary }).toEqual(anew)
    found += findings.length + mistakes.length
  }
  expect(found).toBeGreaterThan(10)
})

it("a running check does not ask again what an edit does not touch", async () => {
  const shipped = await Effect.runPromise(readTableFiles(shippedTablesFolder, tableFiles))
  const check = startCheck(shippedTablesFolder)
  const before = check(shipped).findings
  const after = check(
    edited(shipped, "sandbox/tariffs.csv", (text) => `${text}# looked at\n`),
  ).findings
  expect(before.length).toBeGreaterThan(0)
  for (const [index, finding] of before.entries()) expect(after[index]).toBe(finding)
})

it("a check left between two steps finds the same when it is asked again", async () => {
  const shipped = await Effect.runPromise(readTableFiles(shippedTablesFolder, tableFiles))
  const check = startStagedCheck(shippedTablesFolder, options)
  const left = check.wholeSteps(shipped)
  expect(left.next().done).toBe(false)
  expect(left.next().done).toBe(false)
  const changed = edited(shipped, "sandbox/tariffs.csv", (text) =>
    text.replace(/,<=8,(\d)/, ",<=8,9$1"),
  )
  const steps = check.wholeSteps(changed)
  let step = steps.next()
  while (step.done !== true) step = steps.next()
  expect(step.value.findings.length).toBeGreaterThan(0)
  expect(step.value).toEqual(reportOn(shippedTablesFolder, changed, options))
})
