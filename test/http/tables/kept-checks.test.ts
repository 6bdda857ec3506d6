import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { dirname, join } from "node:path"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import * as Effect from "effect/Effect"
import { reportOn, startCheck } from "../../../http/tables/check-report.ts"
import { type KeptBounds, openKeptChecks } from "../../../http/tables/kept-checks.ts"
import { readTableFiles } from "../../../http/tables/table-files.ts"
import { shippedTablesFolder } from "../../../http/shipped-tables.ts"
import type { CheckReport, ReportOptions } from "../../../rules/check/check-report.ts"
import { tableFiles } from "../../../rules/tables/index.ts"
import type { TableFiles } from "../../../rules/tables/table-named.ts"
import { isLong, times } from "../../support/long.ts"
import { type Choices, makeChoices, testSeed } from "../../support/random.ts"

const program = "this program"

const folder = mkdtempSync(join(tmpdir(), "viatica-kept-"))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

let fileNumber = 0
const newFile = (): string => join(folder, `${(fileNumber += 1)}`, "checks")

const options: ReportOptions = { today: "2026-10-15" }

/** What a process finds that takes over what others kept in a file, and how many answers it had to give itself. */
const foundWith = async (file: string, files: TableFiles, asked: ReportOptions = options) => {
  const kept = await openKeptChecks(file, program)
  const given: Array<string> = []
  const keep: typeof kept.keep = (question, answer) => {
    given.push(question)
    kept.keep(question, answer)
  }
  const report = reportOn(shippedTablesFolder, files, { ...asked, kept: { ...kept, keep } })
  await kept.save()
  return { report, given }
}

const withText = (files: TableFiles, file: string, text: string): TableFiles => ({
  ...files,
  sources: new Map([...files.sources, [file, text]]),
})

/** A slip of an analyst: a row gone, twice, elsewhere, with another row's cell, another figure, or a remark. */
const slipIn = (text: string, choices: Choices): string => {
  const lines = text.split("\n")
  const last = Math.max(1, lines.length - 2)
  const [at, other] = [choices.integer(1, last), choices.integer(1, last)]
  const line = lines[at] ?? ""
  switch (choices.pick(["drop", "double", "move", "cell", "figure", "remark"] as const)) {
    case "drop":
      return lines.toSpliced(at, 1).join("\n")
    case "double":
      return lines.toSpliced(at, 0, line).join("\n")
    case "move":
      return lines.toSpliced(at, 1).toSpliced(other, 0, line).join("\n")
    case "cell": {
      const [cells, theirs] = [line.split(","), (lines[other] ?? "").split(",")]
      const place = choices.integer(0, cells.length - 1)
      return lines.with(at, cells.with(place, theirs[place] ?? "").join(",")).join("\n")
    }
    case "figure":
      return lines.with(at, line.replace(/\d/, String(choices.integer(0, 9)))).join("\n")
    case "remark":
      return lines.toSpliced(at, 0, "# looked at").join("\n")
  }
}

/** The tables that analysts edit, and that checks read for others, half of the time; else any. */
const oftenEdited = [
  "sandbox/tariffs.csv",
  "catalogue/offers.csv",
  "coach/arguments.csv",
  "coach/benefits.csv",
  "coach/cards.csv",
  "reference/limits.csv",
  "countries.csv",
  "currencies.csv",
] as const

describe("what checks keep", () => {
  let shipped: TableFiles = { sources: new Map(), errors: [] }
  beforeAll(async () => {
    shipped = await Effect.runPromise(readTableFiles(shippedTablesFolder, tableFiles))
  })

  it("is what a new check finds, after any edits, to and fro", async () => {
    const choices = makeChoices(testSeed("kept-checks"))
    const earlier = { name: "HEAD", sources: shipped.sources }
    const asked: ReportOptions = { ...options, earlier }
    const running = startCheck(shippedTablesFolder, asked)
    // A running check finds what a new one finds: see running-check.test.ts.
    const anew = (files: TableFiles): CheckReport =>
      isLong ? reportOn(shippedTablesFolder, files, asked) : running(files)
    const file = newFile()
    let files = shipped
    let unlike = 0
    for (let round = 0; round < times(10, 80); round += 1) {
      const any = [...shipped.sources.keys()][choices.integer(0, shipped.sources.size - 1)] ?? ""
      const edited = choices.chance(0.5) ? choices.pick(oftenEdited) : any
      if (choices.chance(0.3)) files = shipped
      else if (round > 0) {
        files = withText(files, edited, slipIn(files.sources.get(edited) ?? "", choices))
      }
      const { report } = await foundWith(file, files, asked)
      const expected = anew(files)
      expect(report, `round ${round}, ${edited}`).toEqual(expected)
      if (expected.mistakes.length > 0) unlike += 1
    }
    expect(unlike).toBeGreaterThan(0)
  }, 600_000)

  it("is not found again while its tables stand, and what an edit touches is", async () => {
    const file = newFile()
    const first = await foundWith(file, shipped)
    expect(first.given.length).toBeGreaterThan(tableFiles.length)
    const again = await foundWith(file, shipped)
    expect(again).toEqual({ report: first.report, given: [] })
    const tariffs = "sandbox/tariffs.csv"
    const slip = (shipped.sources.get(tariffs) ?? "").replace(/,<=8,(\d)/, ",<=8,9$1")
    const edited = withText(shipped, tariffs, slip)
    const { given, report } = await foundWith(file, edited)
    expect(report.findings).not.toEqual(first.report.findings)
    expect(given).toContain(tariffs)
    expect(given).toContain("prices of the sandbox")
    expect(given).not.toContain("prices of the catalogue")
    expect(given.filter((question) => tableFiles.includes(question))).toEqual([tariffs])
    // Nothing that was meant for one version is lost by going back.
    expect(await foundWith(file, shipped)).toEqual({ report: first.report, given: [] })
  })

  it("depends on the day and on the version before where a table does", async () => {
    const file = newFile()
    const soon = { today: "2026-10-15" }
    await foundWith(file, shipped, soon)
    const late = await foundWith(file, shipped, { today: "2028-10-15" })
    expect(late.report).toEqual(reportOn(shippedTablesFolder, shipped, { today: "2028-10-15" }))
    expect(late.given).toContain("card numbers")
    expect(late.given).not.toContain("catalogue/tariffs.csv")
    const rates = "currencies.csv"
    const doubled = (shipped.sources.get(rates) ?? "").replace(/^(USD,.*?)(\d+\.\d+)/m, "$19$2")
    const earlier = { name: "HEAD", sources: new Map([[rates, doubled]]) }
    const moved = await foundWith(file, shipped, { ...soon, earlier })
    expect(moved.report).toEqual(reportOn(shippedTablesFolder, shipped, { ...soon, earlier }))
    expect(moved.given).toContain(rates)
    expect(moved.given).toHaveLength(1)
  })

  const answer = (text: string) => ({ from: new Map([["text", text]]), answer: [text] })

  const kept = async (file: string, by = program): Promise<ReadonlyArray<unknown>> =>
    (await openKeptChecks(file, by)).given("question")

  const keepIn = async (file: string, texts: ReadonlyArray<string>, bounds?: KeptBounds) => {
    const checks = await openKeptChecks(file, program, bounds)
    for (const text of texts) checks.keep("question", answer(text))
    await checks.save()
  }

  it("is as good as none where its file is damaged, cut or of another program", async () => {
    const file = newFile()
    await keepIn(file, ["one"])
    expect(await kept(file)).toEqual([answer("one")])
    expect(await kept(file, "another program")).toEqual([])
    const bytes = readFileSync(file)
    for (let at = 0; at < bytes.length; at += 1) {
      writeFileSync(file, bytes.with(at, (bytes[at] ?? 0) ^ 1))
      expect(await kept(file), `byte ${at}`).toEqual([])
    }
    for (const other of [bytes.subarray(0, -1), bytes.subarray(0, 20), "", "some other file\n"]) {
      writeFileSync(file, other)
      expect(await kept(file)).toEqual([])
    }
    await keepIn(file, ["two"])
    expect(await kept(file)).toEqual([answer("two")])
  })

  it("has a bound: the newest answers to a question, and bytes", async () => {
    const texts = Array.from({ length: 20 }, (_, index) => String(index).padStart(1_000, "0"))
    const file = newFile()
    await keepIn(file, texts)
    expect(await kept(file)).toEqual(texts.slice(-8).toReversed().map(answer))
    const smaller = newFile()
    await keepIn(smaller, texts, { answersMax: 8, bytesMax: 6_000 })
    expect(await kept(smaller)).toEqual(texts.slice(-2).toReversed().map(answer))
    const none = newFile()
    await keepIn(none, texts, { answersMax: 8, bytesMax: 100 })
    expect(await kept(none)).toEqual([])
  })

  it("is whole after many have written at once, and nothing else is left beside it", async () => {
    const file = newFile()
    const texts = Array.from({ length: 40 }, (_, index) => `process ${index}`)
    await Promise.all(texts.map((text) => keepIn(file, [text])))
    const [only, ...others] = await kept(file)
    expect(others).toEqual([])
    expect(texts.map(answer)).toContainEqual(only)
    expect(readdirSync(dirname(file))).toEqual(["checks"])
  })

  it("fails no check where it cannot be written", async () => {
    const blocked = newFile()
    await keepIn(blocked, ["one"])
    await keepIn(join(blocked, "below a file"), ["two"])
    expect(await kept(blocked)).toEqual([answer("one")])
  })
})
