import { mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { expect, it } from "@effect/vitest"
import { onTestFinished } from "vitest"
import { coverageText } from "../../../rules/changes/coverage-text.ts"
import { corpusSeed } from "../../../rules/corpus/corpus.ts"
import type { CorpusCoverage } from "../../../rules/impact/coverage.ts"
import { runHere } from "../cli/run.ts"
import { copyTables } from "./copied-tables.ts"
import { sampleTripIn } from "../../../rules/trip/sample-trip.ts"

const covered = (...args: ReadonlyArray<string>) => runHere({})(["tables", "coverage", ...args])

it("`tables coverage` prints the seed, a line for each table, and rows that are not exercised with facts", async () => {
  const { status, stderr, stdout } = await covered("--count", "50", "--seed", "7")
  expect({ status, stderr }).toEqual({ status: 0, stderr: "" })
  expect(stdout).toMatch(/^\d+ cases and 50 generated situations, seed 7\n/)
  expect(stdout).toMatch(/\nsandbox\/eligibility\.csv +\d+ +34 of 34, 100 % /)
  expect(stdout).toMatch(/\nall of them +\d+ +\d+ of \d+, \d\d\.\d\d % /)
  expect(stdout).toMatch(/\ncoach\/cards\.csv +\d+ of \d+, \d+\.\d\d %\n/)
  expect(stdout).toContain(
    'data/sandbox/tariffs.csv:71:1 the row never counts; it would with {"tariff":"annual_europe","zone":"world","days":1}\n',
  )
})

it("`--json` prints the report alone, and `--minimum` passes at it", async () => {
  const { status, stderr, stdout } = await covered(
    "--cases-only",
    "--json",
    "--table",
    "sandbox/surcharges.csv",
    "--minimum",
    "100",
  )
  expect({ status, stderr }).toEqual({ status: 0, stderr: "" })
  const { decisions, generated, plain, seed } = JSON.parse(stdout)
  expect({ generated, plain, seed }).toEqual({ generated: 0, plain: [], seed: corpusSeed })
  expect(decisions).toHaveLength(1)
  expect(decisions[0].rows).toEqual({ covered: 27, all: 27 })
})

it("`--minimum` fails below it, after the report of each cell of the table named", async () => {
  const { status, stderr, stdout } = await covered(
    "--cases-only",
    "--table",
    "printed/states.csv",
    "--minimum",
    "88.89",
  )
  expect(status).toBe(1)
  expect(stderr).toBe(
    "viatica: The corpus exercises less than 88.89 %: rows 88.88 %, cells 50.00 %, alternatives 0.00 %\n",
  )
  expect(stdout).toContain(" and 0 generated situations")
  expect(stdout).toContain("data/printed/states.csv:6:1 the row never counts; it would with {")
})

it("unknown tables, tables that no answer asks and a count below zero are refused in one line", async () => {
  const unknown = await covered("--cases-only", "--table", "tarifs")
  expect(unknown.status).toBe(1)
  expect(unknown.stderr).toBe(
    'viatica: There is no table "tarifs"; did you mean sandbox/tariffs.csv?\n',
  )
  using tables = copyTables()
  tables.edit("corpus/cases.csv", (text) => `${text.split("\n").slice(0, 30).join("\n")}\n`)
  const few = ["--tables", tables.folder, "--cases-only"]
  const unasked = await covered(...few, "--table", "languages")
  expect(unasked.status).toBe(1)
  expect(unasked.stderr).toBe("viatica: No answer asks or cites reference/languages.csv\n")
  const negative = await covered("--count=-1")
  expect(negative.status).toBe(2)
  expect(negative.stderr.trimEnd().split("\n")).toHaveLength(1)
})

it("a share that is not whole is never shown as 100 %, nor is what cannot be exercised hidden", () => {
  const file = "tiny.csv"
  const rows = { covered: 99_999, all: 100_000 }
  const coverage: CorpusCoverage = {
    situations: 1,
    decisions: [
      {
        file,
        questions: 1,
        differentQuestions: 1,
        rows,
        cells: { covered: 0, all: 0 },
        alternatives: { covered: 1, all: 1 },
        uncovered: [
          { part: "row", line: 2, character: 1, column: "", text: "", witness: { _tag: "Never" } },
          {
            part: "row",
            line: 3,
            character: 1,
            column: "",
            text: "",
            witness: { _tag: "Unknown" },
          },
        ],
      },
    ],
    plain: [{ file: "plain.csv", rows: { covered: 1, all: 5 }, uncitedLines: [2, 3, 4, 6] }],
    uncited: [],
  }
  const text = coverageText({ seed: 1, cases: 1, generated: 0 }, coverage, true)
  expect(text).toContain("99999 of 100000, 99.99 %  -      1 of 1, 100 %")
  expect(text).toContain(
    "tiny.csv:2:1 the row never counts; and cannot, whatever the table is asked",
  )
  expect(text).toContain(
    "tiny.csv:3:1 the row never counts; whether it can is unknown: the search was cut short",
  )
  expect(text).toContain("plain.csv: no answer cites lines 2-4, 6")
})

const aTrip = sampleTripIn(2027)

const requestFile = (name: string, text: string): string => {
  const folder = mkdtempSync(join(tmpdir(), "viatica-coverage-"))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  const file = join(folder, name)
  writeFileSync(file, text)
  return file
}

it("`--requests` counts requests of quotes and bilans, and tells lines that are none by number", async () => {
  const lines = [
    JSON.stringify({ id: 1, trip: aTrip }),
    "{",
    JSON.stringify({ residence: "FR", destinations: ["US"], card: { catalogueId: 7 } }),
    "",
    JSON.stringify({ trip: { ...aTrip, arrivalCountries: [] } }),
    JSON.stringify({ cards: [] }),
  ]
  const file = requestFile("requests.ndjson", `${lines.join("\n")}\n`)
  const { status, stderr, stdout } = await covered("--requests", file)
  expect(status).toBe(0)
  expect(stderr.split("\n").map((line) => line.slice(0, 22))).toEqual([
    "line 2: INVALID_JSON: ",
    "line 5: NO_DESTINATION",
    "line 6: NO_REQUEST: ne",
    "",
  ])
  expect(stdout).toMatch(
    /^Requests: 1 of quotes and 1 of bilans; 3 could not be read and are not counted\n/,
  )
  // A lone traveller has one age factor, and a bilan asks for none.
  expect(stdout).toMatch(/\nsandbox\/age_factors\.csv +\d+ +1 of /)
  expect(stdout).toMatch(/\ncoach\/headlines\.csv +\d+ +1 of /)
})

it("`--requests` of quotes alone asks nothing of a bilan, from a table of requests too", async () => {
  const file = requestFile(
    "requests.csv",
    "intent,startDate,endDate,countryResidence,arrivalCountries,travellers\n" +
      "forTourism,2027-07-01,2027-07-14,FR,US,34;31\n",
  )
  const { status, stderr, stdout } = await covered("--requests", file, "--json")
  expect({ status, stderr }).toEqual({ status: 0, stderr: "" })
  const { decisions, requests } = JSON.parse(stdout)
  expect(requests).toEqual({ quotes: 1, bilans: 0, unreadable: 0 })
  const questions = new Map<string, number>(
    decisions.map((one: { file: string; questions: number }) => [one.file, one.questions]),
  )
  expect(questions.get("coach/headlines.csv")).toBe(0)
  expect(questions.get("sandbox/tariffs.csv")).toBeGreaterThan(0)
})

it("`--requests` fails where no line is a request, and below a minimum", async () => {
  const none = await covered("--requests", requestFile("requests.ndjson", "{}\n[]\n"))
  expect(none.status).toBe(1)
  expect(none.stderr).toMatch(
    /requests\.ndjson: no line of it is a request of quotes or of a bilan\n$/,
  )
  const one = requestFile("one.ndjson", `${JSON.stringify({ trip: aTrip })}\n`)
  const below = await covered("--requests", one, "--minimum", "50")
  expect(below.status).toBe(1)
  expect(below.stderr).toMatch(/^viatica: The requests exercise less than 50 %: rows /)
})
